import { quantizeParts } from '../value/decimal-arithmetic.ts';
import { doubleOfParts, partsOfDecimal } from '../value/decimal-parts.ts';
import { StoreError } from '../value/errors.ts';
import {
  Decimal128,
  fitsInt,
  fitsLong,
  Int32,
  int32,
  isNumber,
  isTruthy,
  type NumberValue,
  ObjectId,
  showValue,
  Timestamp,
  toDecimal,
  toDouble,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { parseDate } from './date-parse.ts';
import { textOf } from './text-of.ts';

/** StoreError 241 with MongoDB's wording. */
export const conversionFailure = (reason: string): StoreError =>
  new StoreError(241, `${reason} in $convert with no onError value`);

const unsupported = (value: Value, target: string): StoreError =>
  conversionFailure(`Unsupported conversion from ${typeNameOf(value)} to ${target}`);

const overflow = (value: Value): StoreError =>
  conversionFailure(`Conversion would overflow target type: ${showValue(value)}`);

/** A number without its fraction; StoreError 241 for NaN and infinities. */
const truncated = (value: NumberValue, target: string): bigint => {
  if (typeof value === 'bigint') return value;
  if (value instanceof Int32) return BigInt(value.value);
  if (!Number.isFinite(toDouble(value))) {
    throw conversionFailure(
      `Attempt to convert ${Number.isNaN(toDouble(value)) ? 'NaN' : 'infinity'} value to integer type ${target}`,
    );
  }
  if (typeof value === 'number') return BigInt(Math.trunc(value));
  const { coefficient, exponent, isNegative } = quantizeParts(partsOfDecimal(value), 0, 'truncate');
  if (exponent > 40) throw overflow(value);
  const magnitude = coefficient * 10n ** BigInt(Math.max(exponent, 0));
  return isNegative ? -magnitude : magnitude;
};

const wholeFromText = (text: string): bigint => {
  if (!/^[+-]?\d+$/.test(text)) {
    throw conversionFailure(`Failed to parse number '${text}'`);
  }
  return BigInt(text.startsWith('+') ? text.slice(1) : text);
};

const toWhole = (value: Value, target: 'int' | 'long'): bigint => {
  if (typeof value === 'string') return wholeFromText(value);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date && target === 'long') return BigInt(value.getTime());
  if (isNumber(value)) return truncated(value, target);
  throw unsupported(value, target);
};

const toInt = (value: Value): Value => {
  const whole = toWhole(value, 'int');
  if (!fitsInt(Number(whole))) throw overflow(value);
  return int32(Number(whole));
};

const toLong = (value: Value): Value => {
  const whole = toWhole(value, 'long');
  if (!fitsLong(whole)) throw overflow(value);
  return whole;
};

const NUMBER_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const SPECIAL_TEXT = /^[+-]?(?:nan|inf|infinity)$/i;

const doubleFromText = (text: string): number => {
  if (SPECIAL_TEXT.test(text)) {
    if (/nan/i.test(text)) return Number.NaN;
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  const value = NUMBER_TEXT.test(text) ? Number(text) : undefined;
  if (value === undefined || !Number.isFinite(value))
    throw conversionFailure(`Failed to parse number '${text}'`);
  return value;
};

const toDoubleValue = (value: Value): Value => {
  if (typeof value === 'string') return doubleFromText(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  if (!isNumber(value)) throw unsupported(value, 'double');
  if (value instanceof Decimal128) {
    const parts = partsOfDecimal(value);
    const double = doubleOfParts(parts);
    if (parts.kind === 'finite' && !Number.isFinite(double)) throw overflow(value);
    return double;
  }
  return toDouble(value);
};

const toDecimalValue = (value: Value): Value => {
  if (typeof value === 'string') {
    if (!NUMBER_TEXT.test(value) && !SPECIAL_TEXT.test(value))
      throw conversionFailure(`Failed to parse number '${value}'`);
    try {
      return Decimal128.fromStringWithRounding(value);
    } catch {
      // It is a number: the library refuses only what is beyond the largest exponent.
      throw overflow(value);
    }
  }
  if (typeof value === 'boolean') return toDecimal(int32(value ? 1 : 0));
  if (value instanceof Date) return toDecimal(BigInt(value.getTime()));
  if (!isNumber(value)) throw unsupported(value, 'decimal');
  return toDecimal(value);
};

const MAXIMUM_DATE = 8.64e15;

const toDate = (value: Value): Value => {
  if (value instanceof Date) return value;
  if (typeof value === 'string') return parseDate(value);
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.t * 1000);
  if (!isNumber(value) || value instanceof Int32) throw unsupported(value, 'date');
  const milliseconds = Number(truncated(value, 'date'));
  if (Math.abs(milliseconds) > MAXIMUM_DATE) throw overflow(value);
  return new Date(milliseconds);
};

const toObjectId = (value: Value): Value => {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw unsupported(value, 'objectId');
  if (!/^[0-9a-fA-F]{24}$/.test(value)) {
    throw conversionFailure(`Failed to parse objectId '${value}'`);
  }
  return new ObjectId(value);
};

const toText = (value: Value): Value => {
  const text = textOf(value);
  if (text === undefined) throw unsupported(value, 'string');
  return text;
};

/** Conversions by the name of the target type; nullish values do not come here. */
export const CONVERSIONS: ReadonlyMap<string, (value: Value) => Value> = new Map([
  ['bool', (value: Value) => isTruthy(value)],
  ['int', toInt],
  ['long', toLong],
  ['double', toDoubleValue],
  ['decimal', toDecimalValue],
  ['date', toDate],
  ['objectId', toObjectId],
  ['string', toText],
]);
