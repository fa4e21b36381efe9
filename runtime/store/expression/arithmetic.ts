import { StoreError } from '../value/errors.ts';
import {
  addNumbers,
  Decimal128,
  divideNumbers,
  fitsInt,
  Int32,
  int32,
  isNullish,
  isNumber,
  isZero,
  multiplyNumbers,
  type NumberValue,
  remainderNumbers,
  subtractNumbers,
  toDouble,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { binary, unary, variadic } from './operands.ts';
import type { OperatorTable } from './types.ts';

/**
 * The date moved by a number of milliseconds, rounded to a whole one, halves away from 0.
 * StoreError 15 beyond what a date holds.
 */
const moveDate = (date: Date, milliseconds: number): Date => {
  const whole = Math.sign(milliseconds) * Math.round(Math.abs(milliseconds));
  const moved = new Date(date.getTime() + whole);
  if (Number.isNaN(moved.getTime())) throw new StoreError(15, 'date overflow');
  return moved;
};

/** What ints alone add up to or are multiplied to is an int again if it fits. */
const narrowed = (result: NumberValue, values: (Value | undefined)[]): NumberValue =>
  typeof result === 'bigint' && fitsInt(Number(result)) && values.every((value) => value instanceof Int32)
    ? int32(Number(result))
    : result;

const add = (values: (Value | undefined)[]): Value => {
  let date: Date | undefined;
  let total: NumberValue = int32(0);
  for (const value of values) {
    if (isNullish(value)) return null;
    if (isNumber(value)) {
      if (date === undefined) total = addNumbers(total, value);
      else date = moveDate(date, toDouble(value));
    } else if (!(value instanceof Date)) {
      throw new StoreError(14, `$add only supports numeric or date types, not ${typeNameOf(value)}`);
    } else if (date !== undefined) throw new StoreError(16612, 'only one date allowed in an $add expression');
    else date = moveDate(value, toDouble(total));
  }
  return date ?? narrowed(total, values);
};

const subtract = (left: Value | undefined, right: Value | undefined): Value => {
  if (isNullish(left) || isNullish(right)) return null;
  if (isNumber(left) && isNumber(right)) return subtractNumbers(left, right);
  if (left instanceof Date && right instanceof Date) return BigInt(left.getTime() - right.getTime());
  if (left instanceof Date && isNumber(right)) return moveDate(left, -toDouble(right));
  throw new StoreError(14, `can't $subtract ${typeNameOf(right)} from ${typeNameOf(left)}`);
};

const multiply = (values: (Value | undefined)[]): Value => {
  let product: NumberValue = int32(1);
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!isNumber(value)) {
      throw new StoreError(14, `$multiply only supports numeric types, not ${typeNameOf(value)}`);
    }
    product = multiplyNumbers(product, value);
  }
  return narrowed(product, values);
};

const divide = (left: Value | undefined, right: Value | undefined): Value => {
  if (isNumber(left) && isNumber(right)) {
    if (isZero(right)) throw new StoreError(2, "can't $divide by zero");
    return divideNumbers(left, right);
  }
  if (isNullish(left) || isNullish(right)) return null;
  throw new StoreError(
    14,
    `$divide only supports numeric types, not ${typeNameOf(left)} and ${typeNameOf(right)}`,
  );
};

const remainder = (left: Value | undefined, right: Value | undefined): Value => {
  if (isNumber(left) && isNumber(right)) {
    if (isZero(right)) {
      const isDecimal = left instanceof Decimal128 || right instanceof Decimal128;
      throw new StoreError(isDecimal ? 5733415 : 16610, "can't $mod by zero");
    }
    return remainderNumbers(left, right);
  }
  if (isNullish(left) || isNullish(right)) return null;
  throw new StoreError(
    16611,
    `$mod only supports numeric types, not ${typeNameOf(left)} and ${typeNameOf(right)}`,
  );
};

const absolute = (value: NumberValue): Value => {
  if (value instanceof Int32) return value.value < 0 ? subtractNumbers(int32(0), value) : value;
  if (typeof value === 'number') return Math.abs(value);
  if (value instanceof Decimal128) {
    const bytes = Uint8Array.from(value.bytes);
    bytes[15] = (bytes[15] as number) & 0x7f;
    return new Decimal128(bytes);
  }
  if (value === -(2n ** 63n)) throw new StoreError(28680, "can't take $abs of long long min");
  return value < 0n ? -value : value;
};

type BitOperation = (left: bigint, right: bigint) => bigint;

/** `$bitAnd`, `$bitOr`, `$bitXor` over ints and longs; a long among them makes the result one. */
const bitwise = (name: string, start: bigint, operation: BitOperation) =>
  variadic((values) => {
    if (values.some((value) => isNullish(value))) return null;
    let isLong = false;
    let result = start;
    for (const value of values) {
      if (typeof value === 'bigint') isLong = true;
      else if (!(value instanceof Int32))
        throw new StoreError(14, `${name} only supports int and long operands.`);
      result = operation(result, value instanceof Int32 ? BigInt(value.value) : value);
    }
    return isLong ? result : int32(Number(result));
  });

/** An operator on one number: nullish gives null, another type is refused with `code`. */
export const numeric = (name: string, code: number, apply: (value: NumberValue) => Value) =>
  unary((value) => {
    if (isNullish(value)) return null;
    if (!isNumber(value))
      throw new StoreError(code, `${name} only supports numeric types, not ${typeNameOf(value)}`);
    return apply(value);
  });

export const ARITHMETIC: OperatorTable = new Map([
  ['$add', variadic(add)],
  ['$subtract', binary(subtract)],
  ['$multiply', variadic(multiply)],
  ['$divide', binary(divide)],
  ['$mod', binary(remainder)],
  ['$abs', numeric('$abs', 28765, absolute)],
  ['$bitAnd', bitwise('$bitAnd', -1n, (left, right) => left & right)],
  ['$bitOr', bitwise('$bitOr', 0n, (left, right) => left | right)],
  ['$bitXor', bitwise('$bitXor', 0n, (left, right) => left ^ right)],
  [
    '$bitNot',
    unary((value) => {
      if (isNullish(value)) return null;
      if (value instanceof Int32) return int32(~value.value);
      if (typeof value === 'bigint') return ~value;
      throw new StoreError(28765, `$bitNot only supports int and long, not: ${typeNameOf(value)}.`);
    }),
  ],
]);
