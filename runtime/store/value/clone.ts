import { hashKey } from './hash.ts';
import { Decimal128, type Document, Int32, ObjectId, type Value } from './types.ts';

/** A copy that shares no document or array with the original; scalars are immutable and shared. */
export const cloneValue = <T extends Value>(value: T): T => {
  if (value instanceof Map) return cloneDocument(value) as T;
  if (Array.isArray(value)) return value.map((item) => cloneValue(item)) as unknown as T;
  return value;
};

const cloneDocument = (document: Document): Document => {
  const copy: Document = new Map();
  for (const [name, value] of document) copy.set(name, cloneValue(value));
  return copy;
};

/**
 * Whether two values are the same in type and bits, which equalValues is not (1 and Long 1): what decides
 * if an update changed something.
 */
export const isIdentical = (left: Value | undefined, right: Value | undefined): boolean => {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return Object.is(left, right);
  return left !== null && right !== null && areObjectsIdentical(left, right);
};

const areObjectsIdentical = (left: object, right: object): boolean => {
  if (left.constructor !== right.constructor) return false;
  if (left instanceof Map) return areDocumentsIdentical(left as Document, right as Document);
  if (Array.isArray(left)) {
    const others = right as Value[];
    return (
      left.length === others.length && left.every((item, index) => isIdentical(item as Value, others[index]))
    );
  }
  if (left instanceof Int32) return left.value === (right as Int32).value;
  if (left instanceof ObjectId) return Buffer.compare(left.id, (right as ObjectId).id) === 0;
  return hashKey(left as Value) === hashKey(right as Value) && areDecimalsIdentical(left, right);
};

const areDocumentsIdentical = (left: Document, right: Document): boolean => {
  if (left.size !== right.size) return false;
  const others = right.entries();
  for (const [name, value] of left) {
    const [otherName, other] = others.next().value as [string, Value];
    if (name !== otherName || !isIdentical(value, other)) return false;
  }
  return true;
};

/** 1.0 and 1.00 are equal decimals of different bytes. */
const areDecimalsIdentical = (left: object, right: object): boolean =>
  !(left instanceof Decimal128) || Buffer.compare(left.bytes, (right as Decimal128).bytes) === 0;
