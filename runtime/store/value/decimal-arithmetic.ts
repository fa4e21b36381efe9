import {
  type DecimalParts,
  decimalOfParts,
  digitCount,
  divideHalfEven,
  MAXIMUM_DIGITS,
  partsOfDouble,
  powerOfTen,
  signOf,
} from './decimal-parts.ts';
import type { Decimal128 } from './types.ts';

const NAN: DecimalParts = partsOfDouble(Number.NaN);

/** left + right, correctly rounded; infinities of opposite sign give NaN. */
export const addDecimals = (left: DecimalParts, right: DecimalParts): Decimal128 =>
  decimalOfParts(addParts(left, right));

/** left + right without rounding. */
export const addParts = (left: DecimalParts, right: DecimalParts): DecimalParts => {
  if (left.kind === 'nan' || right.kind === 'nan') return NAN;
  if (left.kind === 'infinite') {
    return right.kind === 'infinite' && right.isNegative !== left.isNegative ? NAN : left;
  }
  if (right.kind === 'infinite') return right;
  const exponent = Math.min(left.exponent, right.exponent);
  const total = signedCoefficient(left, exponent) + signedCoefficient(right, exponent);
  return {
    kind: 'finite',
    isNegative: total < 0n || (total === 0n && left.isNegative && right.isNegative),
    coefficient: total < 0n ? -total : total,
    exponent,
  };
};

const signedCoefficient = (parts: DecimalParts, exponent: number): bigint => {
  const magnitude = parts.coefficient * powerOfTen(parts.exponent - exponent);
  return parts.isNegative ? -magnitude : magnitude;
};

export const negateParts = (parts: DecimalParts): DecimalParts => ({
  ...parts,
  isNegative: !parts.isNegative,
});

export const subtractDecimals = (left: DecimalParts, right: DecimalParts): Decimal128 =>
  addDecimals(left, negateParts(right));

/** left × right, correctly rounded; zero times infinity gives NaN. */
export const multiplyDecimals = (left: DecimalParts, right: DecimalParts): Decimal128 => {
  if (left.kind === 'nan' || right.kind === 'nan') return decimalOfParts(NAN);
  const isNegative = left.isNegative !== right.isNegative;
  if (left.kind === 'infinite' || right.kind === 'infinite') {
    const hasZero = signOf(left) === 0 || signOf(right) === 0;
    return decimalOfParts(hasZero ? NAN : { kind: 'infinite', isNegative, coefficient: 0n, exponent: 0 });
  }
  return decimalOfParts({
    kind: 'finite',
    isNegative,
    coefficient: left.coefficient * right.coefficient,
    exponent: left.exponent + right.exponent,
  });
};

/** left ÷ right, correctly rounded to 34 digits; an exact quotient keeps the exponent nearest the ideal one. */
export const divideDecimals = (left: DecimalParts, right: DecimalParts): Decimal128 => {
  if (left.kind === 'nan' || right.kind === 'nan') return decimalOfParts(NAN);
  const isNegative = left.isNegative !== right.isNegative;
  if (left.kind === 'infinite') {
    return decimalOfParts(right.kind === 'infinite' ? NAN : { ...left, isNegative });
  }
  if (right.kind === 'infinite')
    return decimalOfParts({ ...left, isNegative, coefficient: 0n, exponent: -6176 });
  if (right.coefficient === 0n) {
    return decimalOfParts(left.coefficient === 0n ? NAN : { ...left, kind: 'infinite', isNegative });
  }
  return decimalOfParts(divideFinite(left, right, isNegative));
};

const divideFinite = (left: DecimalParts, right: DecimalParts, isNegative: boolean): DecimalParts => {
  const ideal = left.exponent - right.exponent;
  if (left.coefficient === 0n) return { kind: 'finite', isNegative, coefficient: 0n, exponent: ideal };
  const shift = Math.max(
    0,
    MAXIMUM_DIGITS + 2 + digitCount(right.coefficient) - digitCount(left.coefficient),
  );
  const numerator = left.coefficient * powerOfTen(shift);
  let coefficient = numerator / right.coefficient;
  let exponent = ideal - shift;
  if (numerator % right.coefficient !== 0n) {
    // A last digit that is neither 0 nor 5 keeps the later rounding from seeing a tie that is none.
    return { kind: 'finite', isNegative, coefficient: coefficient * 10n + 1n, exponent: exponent - 1 };
  }
  while (exponent < ideal && coefficient % 10n === 0n) {
    coefficient /= 10n;
    exponent++;
  }
  return { kind: 'finite', isNegative, coefficient, exponent };
};

/** Remainder of a division truncated towards zero; its sign is the dividend's. NaN for a zero divisor. */
export const remainderDecimals = (left: DecimalParts, right: DecimalParts): Decimal128 => {
  if (left.kind !== 'finite' || right.kind === 'nan' || signOf(right) === 0) return decimalOfParts(NAN);
  if (right.kind === 'infinite') return decimalOfParts(left);
  const exponent = Math.min(left.exponent, right.exponent);
  const dividend = left.coefficient * powerOfTen(left.exponent - exponent);
  const divisor = right.coefficient * powerOfTen(right.exponent - exponent);
  return decimalOfParts({ ...left, coefficient: dividend % divisor, exponent });
};

/** How to drop digits: to the nearest with ties to even, towards zero, up or down. */
export type Rounding = 'nearest' | 'truncate' | 'ceiling' | 'floor';

/** The number with no digit below 10^place; specials stay as they are. */
export const quantizeParts = (parts: DecimalParts, place: number, rounding: Rounding): DecimalParts => {
  if (parts.kind !== 'finite' || parts.exponent >= place) return parts;
  const shift = place - parts.exponent;
  if (shift > digitCount(parts.coefficient) + 1 && rounding !== 'ceiling' && rounding !== 'floor') {
    return { ...parts, coefficient: 0n, exponent: place };
  }
  const divisor = powerOfTen(Math.min(shift, digitCount(parts.coefficient) + 1));
  const truncated = parts.coefficient / divisor;
  const hasRest = parts.coefficient % divisor !== 0n;
  let coefficient = truncated;
  if (rounding === 'nearest') coefficient = divideHalfEven(parts.coefficient, divisor);
  else if (hasRest && rounding === 'ceiling' && !parts.isNegative) coefficient = truncated + 1n;
  else if (hasRest && rounding === 'floor' && parts.isNegative) coefficient = truncated + 1n;
  return { ...parts, coefficient, exponent: place };
};
