import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  type Document,
  Int32,
  MinKey,
  ObjectId,
  Timestamp,
  type Value,
} from './types.ts';

const LONGEST = 200;

/** A value as MongoDB's error messages write it, cut after 200 characters. */
export const showValue = (value: Value | undefined): string => {
  const text = show(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
};

/** One field as `{ name: value }`. */
export const showField = (name: string, value: Value | undefined): string => `{${name}: ${showValue(value)}}`;

const show = (value: Value | undefined): string => {
  if (value === undefined) return 'MISSING';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (value instanceof Int32) return String(value.value);
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(show).join(', ')} ]`;
  if (value instanceof Map) return showDocument(value);
  return showRare(value);
};

const showDocument = (document: Document): string => {
  if (document.size === 0) return '{}';
  return `{ ${[...document].map(([name, value]) => `${name}: ${show(value)}`).join(', ')} }`;
};

const showRare = (value: Exclude<Value, string | number | boolean | bigint | null>): string => {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Decimal128) return value.toString();
  if (value instanceof Binary) return `BinData(${value.sub_type}, ${value.position} bytes)`;
  if (value instanceof Timestamp) return `Timestamp(${value.t}, ${value.i})`;
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (value instanceof Code) return value.code;
  if (value instanceof BSONSymbol) return value.value;
  return value instanceof MinKey ? 'MinKey' : 'MaxKey';
};
