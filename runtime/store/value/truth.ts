import { toDouble } from './numbers.ts';
import { Decimal128, Int32, type Value } from './types.ts';

/** A value as a condition: all but false, null, missing and zero. */
export const isTruthy = (value: Value | undefined): boolean => {
  if (typeof value === 'boolean') return value;
  if (value instanceof Int32) return value.value !== 0;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'bigint') return value !== 0n;
  if (value instanceof Decimal128) return toDouble(value) !== 0;
  return value !== undefined && value !== null;
};
