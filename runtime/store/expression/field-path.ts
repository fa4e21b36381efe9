import { type Document, splitPath, type Value } from '../value/index.ts';
import type { Evaluate } from './types.ts';

/**
 * The value of a field path in an expression: arrays on the way give an array of what their documents hold,
 * without those that hold nothing; numbers in a path do not index arrays.
 */
export const valueAt = (start: Value | undefined, parts: string[], from = 0): Value | undefined => {
  let current = start;
  for (let at = from; at < parts.length; at++) {
    if (current instanceof Map) current = current.get(parts[at] as string);
    else if (Array.isArray(current)) return valuesIn(current, parts, at);
    else return undefined;
  }
  return current;
};

const valuesIn = (array: Value[], parts: string[], from: number): Value[] => {
  const values: Value[] = [];
  for (const item of array) {
    if (!(item instanceof Map || Array.isArray(item))) continue;
    const value = valueAt(item, parts, from);
    if (value !== undefined) values.push(value);
  }
  return values;
};

/** A compiled path into the document that is evaluated. */
export const rootPath = (path: string): Evaluate => {
  const parts = splitPath(path);
  if (parts.length > 1) return (root: Document) => valueAt(root, parts);
  return (root) => root.get(path);
};
