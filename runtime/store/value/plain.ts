import { fitsInt } from './numbers.ts';
import { type Document, Int32, int32, type Value } from './types.ts';

/**
 * A value from plain JavaScript: objects become documents, whole numbers of 32 bits Int32, other numbers
 * doubles; everything that already is a Value stays. For tests and for documents built by hand.
 */
export const fromPlain = (plain: unknown): Value => {
  if (typeof plain === 'number') return fitsInt(plain) && !Object.is(plain, -0) ? int32(plain) : plain;
  if (Array.isArray(plain)) return plain.map((item) => fromPlain(item));
  if (plain !== null && typeof plain === 'object' && Object.getPrototypeOf(plain) === Object.prototype) {
    return documentOf(plain as Record<string, unknown>);
  }
  return plain as Value;
};

/** The document for a plain object; fields that are undefined are left out. */
export const documentOf = (plain: Record<string, unknown>): Document => {
  const document: Document = new Map();
  for (const [name, value] of Object.entries(plain)) {
    if (value !== undefined) document.set(name, fromPlain(value));
  }
  return document;
};

/** The reverse of fromPlain: documents become objects, Int32 numbers; other values stay as they are. */
export const toPlain = (value: Value | undefined): unknown => {
  if (value instanceof Int32) return value.value;
  if (Array.isArray(value)) return value.map((item) => toPlain(item));
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([name, item]) => [name, toPlain(item)]));
};
