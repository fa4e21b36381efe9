import {
  decimalOfParts,
  digitCount,
  MAXIMUM_DIGITS,
  partsOfDecimal,
  powerOfTen,
} from '../value/decimal-parts.ts';
import type { Decimal128 } from '../value/index.ts';

/** The square root of a decimal that is not negative, correctly rounded. */
export const squareRoot = (value: Decimal128): Decimal128 => {
  const parts = partsOfDecimal(value);
  if (parts.kind !== 'finite' || parts.coefficient === 0n) return value;
  // Twice as many digits as the result needs, and an even exponent.
  let shift = Math.max(0, 2 * (MAXIMUM_DIGITS + 2) - digitCount(parts.coefficient));
  if ((parts.exponent - shift) % 2 !== 0) shift++;
  const scaled = parts.coefficient * powerOfTen(shift);
  const root = wholeRoot(scaled);
  let coefficient = root;
  let exponent = (parts.exponent - shift) / 2;
  if (root * root !== scaled) {
    // The digit 1 stands for the rest, so that rounding does not take it for a tie.
    return decimalOfParts({
      kind: 'finite',
      isNegative: false,
      coefficient: root * 10n + 1n,
      exponent: exponent - 1,
    });
  }
  const ideal = Math.floor(parts.exponent / 2);
  while (exponent < ideal && coefficient % 10n === 0n) {
    coefficient /= 10n;
    exponent++;
  }
  return decimalOfParts({ kind: 'finite', isNegative: false, coefficient, exponent });
};

/** The greatest whole number whose square is not above the value (Newton's method). */
const wholeRoot = (value: bigint): bigint => {
  let guess = powerOfTen(Math.ceil(digitCount(value) / 2));
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
};
