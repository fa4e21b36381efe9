import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';

export { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, MaxKey, MinKey, ObjectId, Timestamp };

/** A BSON 32-bit integer; a plain JS number is a BSON double. */
export class Int32 {
  readonly value: number;
  constructor(value: number) {
    this.value = value | 0;
  }
}

/** A BSON document. Key order is kept, also for keys that look like integers. */
export type Document = Map<string, Value>;

/**
 * A BSON value in memory. Double: number; Int32: Int32; Long: bigint; Date: Date; the rest as named.
 * A missing field is `undefined` and is never stored.
 */
export type Value =
  | number
  | Int32
  | bigint
  | Decimal128
  | string
  | boolean
  | null
  | Date
  | ObjectId
  | Binary
  | BSONRegExp
  | Timestamp
  | MinKey
  | MaxKey
  | Code
  | BSONSymbol
  | Map<string, Value>
  | Value[];

/** A BSON number of any of the four kinds. */
export type NumberValue = number | Int32 | bigint | Decimal128;

const SMALL_INTEGERS = Array.from({ length: 1280 }, (_, index) => new Int32(index - 256));

/** The Int32 for `value`, which must be a 32-bit integer; small ones are shared. */
export const int32 = (value: number): Int32 =>
  value >= -256 && value < 1024 ? (SMALL_INTEGERS[value + 256] as Int32) : new Int32(value);

/** BSON type numbers (bsonspec.org); MinKey is -1 as in MongoDB's `$type`. */
export const BsonType = {
  missing: 0,
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
} as const;

export type BsonTypeNumber = (typeof BsonType)[keyof typeof BsonType];

/** The BSON type number of a value; 0 for a missing one. */
export const typeOf = (value: Value | undefined): BsonTypeNumber => {
  switch (typeof value) {
    case 'string':
      return BsonType.string;
    case 'number':
      return BsonType.double;
    case 'bigint':
      return BsonType.long;
    case 'boolean':
      return BsonType.bool;
    case 'undefined':
      return BsonType.missing;
    default:
      return typeOfObject(value as Exclude<Value, string | number | bigint | boolean>);
  }
};

const typeOfObject = (value: Exclude<Value, string | number | bigint | boolean>): BsonTypeNumber => {
  if (value === null) return BsonType.null;
  if (value instanceof Int32) return BsonType.int;
  if (value instanceof Map) return BsonType.object;
  if (Array.isArray(value)) return BsonType.array;
  if (value instanceof ObjectId) return BsonType.objectId;
  if (value instanceof Date) return BsonType.date;
  if (value instanceof Decimal128) return BsonType.decimal;
  if (value instanceof Binary) return BsonType.binData;
  if (value instanceof Timestamp) return BsonType.timestamp;
  if (value instanceof BSONRegExp) return BsonType.regex;
  if (value instanceof MinKey) return BsonType.minKey;
  if (value instanceof MaxKey) return BsonType.maxKey;
  if (value instanceof Code) return value.scope == null ? BsonType.javascript : BsonType.javascriptWithScope;
  if (value instanceof BSONSymbol) return BsonType.symbol;
  throw new TypeError('not a BSON value');
};

const TYPE_NAMES = new Map<number, string>(Object.entries(BsonType).map(([name, number]) => [number, name]));

/** The type's name as `$type` and MongoDB's messages write it (`int`, `objectId`, `missing`, …). */
export const typeNameOf = (value: Value | undefined): string => TYPE_NAMES.get(typeOf(value)) as string;

/** The type number for a name that `$type` accepts, or undefined. */
export const typeByName = (name: string): BsonTypeNumber | undefined =>
  name === 'missing' ? undefined : (BsonType as Record<string, BsonTypeNumber>)[name];

export const isDocument = (value: Value | undefined): value is Document => value instanceof Map;

export const isNumber = (value: Value | undefined): value is NumberValue =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value instanceof Int32 ||
  value instanceof Decimal128;

/** null, or missing: what MongoDB's expressions call nullish. */
export const isNullish = (value: Value | undefined): value is null | undefined =>
  value === null || value === undefined;
