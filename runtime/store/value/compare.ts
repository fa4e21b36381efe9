import type { Collation } from './collation.ts';
import { compareNumbers } from './numbers.ts';
import {
  type Binary,
  BSONRegExp,
  BSONSymbol,
  type BsonTypeNumber,
  Code,
  type Document,
  Int32,
  type NumberValue,
  type ObjectId,
  Timestamp,
  typeOf,
  type Value,
} from './types.ts';

/** Order between types (canonicalizeBSONType in src/mongo/bson/bsontypes.h), by BSON type number. */
const RANKS: Record<BsonTypeNumber, number> = {
  [-1]: 1,
  0: 2,
  10: 5,
  1: 10,
  16: 10,
  18: 10,
  19: 10,
  2: 15,
  14: 15,
  3: 20,
  4: 25,
  5: 30,
  7: 35,
  8: 40,
  9: 45,
  17: 47,
  11: 50,
  13: 60,
  15: 65,
  127: 127,
};

/** A value's place in the order of types: equal for all numbers, and for strings and symbols. */
export const rankOf = (value: Value | undefined): number => RANKS[typeOf(value)];

/**
 * MongoDB's order of BSON values: negative, 0 or positive. A missing value (undefined) stands between
 * MinKey and null. Numbers compare exactly over all kinds; strings by UTF-8 bytes or by the collation.
 */
export const compareValues = (
  left: Value | undefined,
  right: Value | undefined,
  collation?: Collation,
): number => {
  if (typeof left === 'string' && typeof right === 'string') {
    return collation === undefined ? compareText(left, right) : collation.compare(left, right);
  }
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right);
  if (left instanceof Int32 && right instanceof Int32) return left.value - right.value;
  const rank = rankOf(left);
  const difference = rank - rankOf(right);
  if (difference !== 0) return difference;
  return compareSameRank(rank, left as Value, right as Value, collation);
};

/** Whether two values are equal in MongoDB's order (1, Long 1 and Decimal 1 are; -0 and 0 are). */
export const equalValues = (
  left: Value | undefined,
  right: Value | undefined,
  collation?: Collation,
): boolean => compareValues(left, right, collation) === 0;

const compareSameRank = (
  rank: number,
  left: Value,
  right: Value,
  collation: Collation | undefined,
): number => {
  switch (rank) {
    case 10:
      return compareNumbers(left as NumberValue, right as NumberValue);
    case 15: {
      const first = textOf(left as string | BSONSymbol);
      const second = textOf(right as string | BSONSymbol);
      return collation === undefined ? compareText(first, second) : collation.compare(first, second);
    }
    case 20:
      return compareDocuments(left as Document, right as Document, collation);
    case 25:
      return compareArrays(left as Value[], right as Value[], collation);
    case 30:
      return compareBinaries(left as Binary, right as Binary);
    case 35:
      return Buffer.compare((left as ObjectId).id, (right as ObjectId).id);
    case 40:
      return Number(left) - Number(right);
    case 45:
      return (left as Date).getTime() - (right as Date).getTime();
    default:
      return compareRareValues(left, right, collation);
  }
};

const compareRareValues = (left: Value, right: Value, collation: Collation | undefined): number => {
  if (left instanceof Timestamp && right instanceof Timestamp) return left.t - right.t || left.i - right.i;
  if (left instanceof BSONRegExp && right instanceof BSONRegExp) {
    return compareText(left.pattern, right.pattern) || compareText(left.options, right.options);
  }
  if (left instanceof Code && right instanceof Code) {
    const order = compareText(left.code, right.code);
    if (order !== 0 || left.scope == null) return order;
    return compareDocuments(left.scope as unknown as Document, right.scope as unknown as Document, collation);
  }
  return 0;
};

const textOf = (value: string | BSONSymbol): string => (value instanceof BSONSymbol ? value.value : value);

/** Order of the UTF-8 bytes, which is the order of code points: surrogates come after all other units. */
export const compareText = (left: string, right: string): number => {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const first = left.charCodeAt(index);
    const second = right.charCodeAt(index);
    if (first !== second) return codePointOrder(first) - codePointOrder(second);
  }
  return left.length - right.length;
};

const codePointOrder = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
};

/** Field by field: type, then name, then value; a document that ends first is smaller. */
const compareDocuments = (left: Document, right: Document, collation: Collation | undefined): number => {
  const others = right.entries();
  for (const [name, value] of left) {
    const next = others.next();
    if (next.done === true) return 1;
    const [otherName, other] = next.value;
    const order =
      rankOf(value) - rankOf(other) || compareText(name, otherName) || compareValues(value, other, collation);
    if (order !== 0) return order;
  }
  return others.next().done === true ? 0 : -1;
};

const compareArrays = (left: Value[], right: Value[], collation: Collation | undefined): number => {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const order = compareValues(left[index], right[index], collation);
    if (order !== 0) return order;
  }
  return left.length - right.length;
};

const compareBinaries = (left: Binary, right: Binary): number =>
  left.position - right.position ||
  left.sub_type - right.sub_type ||
  Buffer.compare(left.buffer.subarray(0, left.position), right.buffer.subarray(0, right.position));
