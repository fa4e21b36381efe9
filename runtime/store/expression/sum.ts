import { addDecimals, addParts } from '../value/decimal-arithmetic.ts';
import { type DecimalParts, decimalOfParts, partsOfDecimal } from '../value/decimal-parts.ts';
import {
  type Decimal128,
  divideNumbers,
  fitsInt,
  fitsLong,
  Int32,
  int32,
  type NumberValue,
  toDecimal,
} from '../value/index.ts';

/**
 * A running total over all four kinds of numbers: whole ones exactly, doubles with the error of each
 * addition kept beside the sum (Neumaier), decimals rounded to 34 digits at each step.
 */
export interface Sum {
  count: number;
  /** Whole numbers while they are safe integers; `wide` holds what was moved out. */
  whole: number;
  wide: bigint;
  double: number;
  correction: number;
  decimal: DecimalParts | undefined;
  hasLong: boolean;
  hasDouble: boolean;
}

export const newSum = (): Sum => ({
  count: 0,
  whole: 0,
  wide: 0n,
  double: 0,
  correction: 0,
  decimal: undefined,
  hasLong: false,
  hasDouble: false,
});

/** Adds one number. */
export const addToSum = (sum: Sum, value: NumberValue): void => {
  sum.count++;
  if (value instanceof Int32) {
    sum.whole += value.value;
    if (!Number.isSafeInteger(sum.whole)) moveOut(sum);
  } else if (typeof value === 'number') {
    sum.hasDouble = true;
    addDouble(sum, value);
  } else if (typeof value === 'bigint') {
    sum.hasLong = true;
    sum.wide += value;
  } else {
    const parts = partsOfDecimal(value);
    sum.decimal = sum.decimal === undefined ? parts : partsOfDecimal(addDecimals(sum.decimal, parts));
  }
};

const moveOut = (sum: Sum): void => {
  sum.wide += BigInt(sum.whole);
  sum.whole = 0;
};

const addDouble = (sum: Sum, value: number): void => {
  const total = sum.double + value;
  if (Number.isFinite(total)) {
    sum.correction +=
      Math.abs(sum.double) >= Math.abs(value) ? sum.double - total + value : value - total + sum.double;
  } else {
    sum.correction = 0;
  }
  sum.double = total;
};

const doubleTotal = (sum: Sum): number => {
  const whole = BigInt(sum.whole) + sum.wide;
  if (whole === 0n) return sum.double + sum.correction;
  const high = Number(whole);
  const total = { ...sum };
  addDouble(total, high);
  addDouble(total, Number(whole - BigInt(high)));
  return total.double + total.correction;
};

/** The total in the widest kind that took part: int, long, double, decimal; int 0 for nothing. */
export const sumValue = (sum: Sum): NumberValue => {
  if (sum.decimal !== undefined) return decimalTotal(sum, sum.decimal);
  if (sum.hasDouble) return doubleTotal(sum);
  const whole = BigInt(sum.whole) + sum.wide;
  if (!fitsLong(whole)) return Number(whole);
  if (!sum.hasLong && sum.wide === 0n && fitsInt(sum.whole)) return int32(sum.whole);
  return whole;
};

const decimalTotal = (sum: Sum, decimal: DecimalParts): Decimal128 => {
  const whole = BigInt(sum.whole) + sum.wide;
  const isNegative = whole < 0n;
  const rest: DecimalParts = {
    kind: 'finite',
    isNegative,
    coefficient: isNegative ? -whole : whole,
    exponent: 0,
  };
  const total = whole === 0n ? decimal : addParts(decimal, rest);
  if (!sum.hasDouble) return decimalOfParts(total);
  return addDecimals(total, partsOfDecimal(toDecimal(sum.double + sum.correction)));
};

/** The mean of the numbers added, a double or a decimal; null for none. */
export const meanValue = (sum: Sum): NumberValue | null => {
  if (sum.count === 0) return null;
  if (sum.decimal !== undefined) return divideNumbers(sumValue(sum), int32(sum.count));
  return doubleTotal(sum) / sum.count;
};
