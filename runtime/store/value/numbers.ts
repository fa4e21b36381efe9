import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  remainderDecimals,
  subtractDecimals,
} from './decimal-arithmetic.ts';
import {
  compareParts,
  type DecimalParts,
  decimalOfParts,
  doubleOfParts,
  partsOfDecimal,
  partsOfDouble,
  partsOfLong,
  roundedPartsOfDouble,
} from './decimal-parts.ts';
import { Decimal128, Int32, int32, type NumberValue, type Value } from './types.ts';

const MINIMUM_INT = -2147483648;
const MAXIMUM_INT = 2147483647;
export const MINIMUM_LONG = -(2n ** 63n);
export const MAXIMUM_LONG = 2n ** 63n - 1n;

export const fitsInt = (value: number): boolean =>
  Number.isInteger(value) && value >= MINIMUM_INT && value <= MAXIMUM_INT;

export const fitsLong = (value: bigint): boolean => value >= MINIMUM_LONG && value <= MAXIMUM_LONG;

/** Any number as a double, rounded to the nearest where it must be. */
export const toDouble = (value: NumberValue): number => {
  if (typeof value === 'number') return value;
  if (value instanceof Int32) return value.value;
  if (typeof value === 'bigint') return Number(value);
  return doubleOfParts(partsOfDecimal(value));
};

/** The exact value of any number. */
export const toParts = (value: NumberValue): DecimalParts => {
  if (typeof value === 'number') return partsOfDouble(value);
  if (value instanceof Int32) return partsOfDouble(value.value);
  if (typeof value === 'bigint') return partsOfLong(value);
  return partsOfDecimal(value);
};

/** A number as an operand of decimal arithmetic: a double counts with 15 digits, as in MongoDB. */
export const toOperandParts = (value: NumberValue): DecimalParts =>
  typeof value === 'number' ? roundedPartsOfDouble(value) : toParts(value);

export const toDecimal = (value: NumberValue): Decimal128 =>
  value instanceof Decimal128 ? value : decimalOfParts(toOperandParts(value));

/** Exact order over all four kinds: NaN lowest, -0 equal to 0. */
export const compareNumbers = (left: NumberValue, right: NumberValue): number => {
  const first = left instanceof Int32 ? left.value : left;
  const second = right instanceof Int32 ? right.value : right;
  if (first instanceof Decimal128 || second instanceof Decimal128) {
    return compareParts(toParts(first), toParts(second));
  }
  // JavaScript compares a bigint with a number exactly.
  if (first < second) return -1;
  if (first > second) return 1;
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a number of the same value are equal only so.
  if (first == second) return 0;
  return Number(Number.isNaN(second)) - Number(Number.isNaN(first));
};

/** A whole result as the narrowest kind from int (if both operands were ints) over long to double. */
const wholeResult = (value: bigint, areInts: boolean): NumberValue => {
  if (areInts && value >= -2147483648n && value <= 2147483647n) return int32(Number(value));
  return fitsLong(value) ? value : Number(value);
};

const toBigInt = (value: Int32 | bigint): bigint => (typeof value === 'bigint' ? value : BigInt(value.value));

const isWhole = (value: NumberValue): value is Int32 | bigint =>
  typeof value === 'bigint' || value instanceof Int32;

/** left + right with MongoDB's promotion: int → long → double on overflow, decimal wins over all. */
export const addNumbers = (left: NumberValue, right: NumberValue): NumberValue => {
  if (left instanceof Int32 && right instanceof Int32) {
    const sum = left.value + right.value;
    return fitsInt(sum) ? int32(sum) : BigInt(sum);
  }
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (left instanceof Decimal128 || right instanceof Decimal128) {
    return addDecimals(toOperandParts(left), toOperandParts(right));
  }
  if (isWhole(left) && isWhole(right)) return wholeResult(toBigInt(left) + toBigInt(right), false);
  return toDouble(left) + toDouble(right);
};

/** left − right; promotion as in addNumbers. */
export const subtractNumbers = (left: NumberValue, right: NumberValue): NumberValue => {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (left instanceof Decimal128 || right instanceof Decimal128) {
    return subtractDecimals(toOperandParts(left), toOperandParts(right));
  }
  if (isWhole(left) && isWhole(right)) {
    return wholeResult(toBigInt(left) - toBigInt(right), left instanceof Int32 && right instanceof Int32);
  }
  return toDouble(left) - toDouble(right);
};

/** left × right; promotion as in addNumbers. */
export const multiplyNumbers = (left: NumberValue, right: NumberValue): NumberValue => {
  if (typeof left === 'number' && typeof right === 'number') return left * right;
  if (left instanceof Decimal128 || right instanceof Decimal128) {
    return multiplyDecimals(toOperandParts(left), toOperandParts(right));
  }
  if (isWhole(left) && isWhole(right)) {
    return wholeResult(toBigInt(left) * toBigInt(right), left instanceof Int32 && right instanceof Int32);
  }
  return toDouble(left) * toDouble(right);
};

/** left ÷ right: a decimal if either is one, else a double. The caller refuses a zero divisor. */
export const divideNumbers = (left: NumberValue, right: NumberValue): NumberValue => {
  if (left instanceof Decimal128 || right instanceof Decimal128) {
    return divideDecimals(toOperandParts(left), toOperandParts(right));
  }
  return toDouble(left) / toDouble(right);
};

/** Remainder with the sign of the dividend. The caller refuses a zero divisor. */
export const remainderNumbers = (left: NumberValue, right: NumberValue): NumberValue => {
  if (left instanceof Decimal128 || right instanceof Decimal128) {
    return remainderDecimals(toOperandParts(left), toOperandParts(right));
  }
  if (isWhole(left) && isWhole(right)) {
    return wholeResult(toBigInt(left) % toBigInt(right), left instanceof Int32 && right instanceof Int32);
  }
  return toDouble(left) % toDouble(right);
};

/** Whether a number is zero of either sign. */
export const isZero = (value: NumberValue): boolean => {
  if (value instanceof Int32) return value.value === 0;
  if (value instanceof Decimal128) {
    const parts = partsOfDecimal(value);
    return parts.kind === 'finite' && parts.coefficient === 0n;
  }
  return typeof value === 'bigint' ? value === 0n : value === 0;
};

export const isNotANumber = (value: NumberValue): boolean =>
  value instanceof Decimal128 ? partsOfDecimal(value).kind === 'nan' : Number.isNaN(value);

/**
 * The value as a whole JS number when it is a number without fraction within ±2^53; otherwise undefined.
 */
export const toWholeNumber = (value: Value | undefined): number | undefined => {
  if (value instanceof Int32) return value.value;
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? (Object.is(value, -0) ? 0 : value) : undefined;
  if (typeof value === 'bigint') return toWholeNumber(Number(value));
  if (!(value instanceof Decimal128)) return undefined;
  const parts = partsOfDecimal(value);
  const nearest = doubleOfParts(parts);
  return Number.isSafeInteger(nearest) && compareParts(parts, partsOfDouble(nearest)) === 0
    ? nearest
    : undefined;
};

/** The narrowest of int and long for a whole number. */
export const wholeValue = (value: number): Int32 | bigint => (fitsInt(value) ? int32(value) : BigInt(value));
