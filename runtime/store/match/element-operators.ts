import { StoreError } from '../value/errors.ts';
import {
  Binary,
  BsonType,
  Decimal128,
  isNumber,
  toDouble,
  toWholeNumber,
  typeByName,
  typeOf,
  type Value,
} from '../value/index.ts';
import type { Test } from './path-predicate.ts';

const NUMBER_TYPES: number[] = [BsonType.double, BsonType.int, BsonType.long, BsonType.decimal];
/** Types that MongoDB knows and that are never stored here: undefined, DBPointer. */
const NEVER_STORED = new Map([
  ['undefined', 6],
  ['dbPointer', 12],
]);
const KNOWN_TYPES = new Set<number>([...Object.values(BsonType).filter((type) => type !== 0), 6, 12]);

/** `$type` by number, name, the alias 'number', or a list of them. StoreError 2 for an unknown one. */
export const typeTest = (operand: Value): Test => {
  const types = new Set<number>();
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length === 0) throw new StoreError(9, '$type must match at least one type');
  for (const item of list) for (const type of typesNamed(item)) types.add(type);
  return (value) => value !== undefined && types.has(typeOf(value));
};

const typesNamed = (name: Value): number[] => {
  if (name === 'number') return NUMBER_TYPES;
  if (typeof name === 'string') {
    const type = typeByName(name) ?? NEVER_STORED.get(name);
    if (type === undefined) throw new StoreError(2, `Unknown type name alias: ${name}`);
    return [type];
  }
  if (!isNumber(name)) throw new StoreError(14, 'type must be represented as a number or a string');
  const type = toWholeNumber(name);
  if (type === undefined || !KNOWN_TYPES.has(type)) {
    throw new StoreError(2, `Invalid numerical type code: ${toDouble(name)}`);
  }
  return [type];
};

/** `$size`: only arrays of that many elements. */
export const sizeTest = (operand: Value): Test => {
  const size = toWholeNumber(operand);
  if (size === undefined) throw new StoreError(2, 'Failed to parse $size. Expected an integer');
  if (size < 0)
    throw new StoreError(2, `Failed to parse $size. Expected a non-negative number in: $size: ${size}`);
  return (value) => Array.isArray(value) && value.length === size;
};

/** A number cut to a whole one, or undefined when it is not finite or beyond 64 bits. */
const truncate = (value: Value | undefined): bigint | undefined => {
  if (!isNumber(value)) return undefined;
  if (typeof value === 'bigint') return value;
  if (value instanceof Decimal128) return truncateDecimal(value);
  const double = Math.trunc(toDouble(value));
  return Number.isFinite(double) && Math.abs(double) < 2 ** 63 ? BigInt(double) : undefined;
};

const truncateDecimal = (value: Decimal128): bigint | undefined => {
  const double = toDouble(value);
  if (!Number.isFinite(double) || Math.abs(double) >= 2 ** 63) return undefined;
  const digits = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]\d+))?$/.exec(value.toString());
  if (digits === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = digits;
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  const kept = point <= 0 ? '0' : all.slice(0, point).padEnd(point, '0');
  return BigInt(`${sign}${kept}`);
};

/** `$mod: [divisor, remainder]` over numbers cut to whole ones. StoreError 2 for malformed ones. */
export const modTest = (operand: Value): Test => {
  if (!Array.isArray(operand)) throw new StoreError(2, 'malformed mod, needs to be an array');
  if (operand.length < 2) throw new StoreError(2, 'malformed mod, not enough elements');
  if (operand.length > 2) throw new StoreError(2, 'malformed mod, too many elements');
  const divisor = truncate(operand[0]);
  const remainder = truncate(operand[1]);
  if (divisor === undefined) throw new StoreError(2, 'malformed mod, divisor not a number');
  if (remainder === undefined) throw new StoreError(2, 'malformed mod, remainder not a number');
  if (divisor === 0n) throw new StoreError(2, 'divisor cannot be 0');
  return (value) => {
    const whole = truncate(value);
    return whole !== undefined && whole % divisor === remainder;
  };
};

export type BitsOperator = '$bitsAllSet' | '$bitsAllClear' | '$bitsAnySet' | '$bitsAnyClear';

/** `$bits…` over whole numbers of 64 bits (sign extended) and binary data. */
export const bitsTest = (operator: BitsOperator, operand: Value): Test => {
  const positions = bitPositions(operator, operand);
  const wantsSet = operator.endsWith('Set');
  const wantsAll = operator.startsWith('$bitsAll');
  return (value) => {
    const bitAt = bitReader(value);
    if (bitAt === undefined) return false;
    const agrees = (position: number): boolean => bitAt(position) === wantsSet;
    return wantsAll ? positions.every(agrees) : positions.some(agrees);
  };
};

const bitReader = (value: Value | undefined): ((position: number) => boolean) | undefined => {
  if (value instanceof Binary) {
    return (position) =>
      position < value.position * 8 &&
      (((value.buffer[position >> 3] as number) >> (position & 7)) & 1) === 1;
  }
  if (!isNumber(value)) return undefined;
  const whole = truncate(value);
  if (whole === undefined || (typeof value === 'number' && Number(whole) !== value)) return undefined;
  return (position) => ((whole >> BigInt(Math.min(position, 63))) & 1n) === 1n;
};

const bitPositions = (operator: string, operand: Value): number[] => {
  if (Array.isArray(operand)) return operand.map((item) => bitPosition(operator, item));
  const isMask = operand instanceof Binary || isNumber(operand);
  if (!isMask)
    throw new StoreError(2, `${operator} takes an Array, a number, or a BinData but received something else`);
  if (isNumber(operand)) {
    const mask = toWholeNumber(operand) ?? (typeof operand === 'bigint' ? Number(operand) : undefined);
    if (mask === undefined) throw new StoreError(9, `${operator}: expected an integer`);
    if (mask < 0) throw new StoreError(9, `${operator}: expected a non-negative number`);
  }
  const bitAt = bitReader(operand) as (position: number) => boolean;
  const count = operand instanceof Binary ? operand.position * 8 : 64;
  return Array.from({ length: count }, (_, position) => position).filter((position) => bitAt(position));
};

const bitPosition = (operator: string, item: Value): number => {
  const position = toWholeNumber(item);
  if (position === undefined) throw new StoreError(2, `bit positions must be an integer in ${operator}`);
  if (position < 0) throw new StoreError(2, `bit positions must be >= 0 in ${operator}`);
  return position;
};
