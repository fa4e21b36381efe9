import type { Collation } from './collation.ts';
import { compareParts, type DecimalParts, doubleOfParts, partsOfDouble } from './decimal-parts.ts';
import { toParts } from './numbers.ts';
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  type Document,
  Int32,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Value,
} from './types.ts';

/**
 * A string that is the same for equal values (see equalValues) and different for others: the key of
 * `$group`, distinct and sets. Missing (undefined) has a hash of its own, not that of null.
 */
export const hashKey = (value: Value | undefined, collation?: Collation): string => {
  switch (typeof value) {
    case 'string':
      return `s${collation === undefined ? value : collation.fold(value)}`;
    case 'number':
      return `n${value === 0 ? 0 : value}`;
    case 'boolean':
      return value ? 'b1' : 'b0';
    case 'undefined':
      return 'u';
    case 'bigint':
      return hashLong(value);
    default:
      return hashObject(value, collation);
  }
};

const hashObject = (
  value: Exclude<Value, string | number | boolean | bigint>,
  collation?: Collation,
): string => {
  if (value === null) return '0';
  if (value instanceof Int32) return `n${value.value}`;
  if (value instanceof ObjectId) return `i${value.toHexString()}`;
  if (value instanceof Date) return `d${value.getTime()}`;
  if (value instanceof Map) return hashDocument(value, collation);
  if (Array.isArray(value)) return `[${value.map((item) => measured(hashKey(item, collation))).join('')}]`;
  if (value instanceof Decimal128) return hashParts(toParts(value));
  return hashRare(value, collation);
};

const hashRare = (value: Value, collation: Collation | undefined): string => {
  if (value instanceof Binary) {
    return `x${value.sub_type}:${Buffer.from(value.buffer.subarray(0, value.position)).toString('latin1')}`;
  }
  if (value instanceof Timestamp) return `t${value.t}:${value.i}`;
  if (value instanceof BSONRegExp) return `r${measured(value.pattern)}${value.options}`;
  if (value instanceof BSONSymbol) return hashKey(value.value, collation);
  if (value instanceof MinKey) return '<';
  if (value instanceof MaxKey) return '>';
  if (value instanceof Code) {
    const scope = value.scope == null ? '' : hashDocument(value.scope as unknown as Document, collation);
    return `c${measured(value.code)}${scope}`;
  }
  throw new TypeError('not a BSON value');
};

/** A part with its length before it, so that joined parts cannot be read in two ways. */
const measured = (part: string): string => `${part.length}:${part}`;

const hashDocument = (document: Document, collation: Collation | undefined): string => {
  let hash = '{';
  for (const [name, value] of document) hash += measured(name) + measured(hashKey(value, collation));
  return `${hash}}`;
};

const hashLong = (value: bigint): string => {
  const nearest = Number(value);
  return BigInt(nearest) === value ? `n${nearest}` : `e${value}e0`;
};

/** A number that equals a double hashes as that double; any other by its digits without trailing zeros. */
const hashParts = (parts: DecimalParts): string => {
  const nearest = doubleOfParts(parts);
  if (parts.kind !== 'finite' || compareParts(parts, partsOfDouble(nearest)) === 0) return hashKey(nearest);
  const digits = parts.coefficient.toString();
  const significant = digits.replace(/0+$/, '');
  const exponent = parts.exponent + digits.length - significant.length;
  const isLong = exponent >= 0 && exponent < 20;
  const text = isLong
    ? `${significant.padEnd(significant.length + exponent, '0')}e0`
    : `${significant}e${exponent}`;
  return `e${parts.isNegative ? '-' : ''}${text}`;
};
