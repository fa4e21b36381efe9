import type { Document, Value } from './types.ts';

/** What a dotted path leads to in one document. */
export interface PathValues {
  /** Every value that a query on this path is tested against: elements of a last array, then the array. */
  values: Value[];
  /** Whether a query on this path is also tested against a missing value (`{ path: null }` would match). */
  isMissing: boolean;
  /** Whether an array was passed through, so that one document has several values or may have. */
  isMultikey: boolean;
}

const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;

const splitCache = new Map<string, string[]>();
const SPLIT_CACHE_SIZE = 4096;

/** The parts of a dotted path; shared, not to be changed. */
export const splitPath = (path: string): string[] => {
  const kept = splitCache.get(path);
  if (kept !== undefined) return kept;
  const parts = path.split('.');
  if (splitCache.size >= SPLIT_CACHE_SIZE) splitCache.clear();
  splitCache.set(path, parts);
  return parts;
};

/** The array index that a path part names, or -1. */
export const arrayIndexOf = (part: string): number => {
  const first = part.charCodeAt(0);
  return first >= 48 && first <= 57 && ARRAY_INDEX.test(part) ? Number(part) : -1;
};

/**
 * Called with each value; `outerIndex` is the index within the first array that was walked through
 * implicitly, or -1. Returning true ends the walk.
 */
export type PathVisitor = (value: Value | undefined, outerIndex: number) => boolean;

/** How the last array of a path is handed out: its elements and itself, or only itself. */
export type LeafArrays = 'elements' | 'whole';

/**
 * Walks a path as MongoDB's BSONElementIterator does (src/mongo/db/matcher/path.cpp): arrays on the way are
 * walked through one level deep, by index where the part is a number, by elements that are documents.
 * A path that cannot be followed is visited as undefined. Returns whether the visitor ended the walk.
 */
export const walkPath = (
  document: Document,
  parts: string[],
  leaves: LeafArrays,
  visit: PathVisitor,
): boolean => walk(document, parts, 0, leaves, -1, visit);

const walk = (
  start: Value,
  parts: string[],
  from: number,
  leaves: LeafArrays,
  outerIndex: number,
  visit: PathVisitor,
): boolean => {
  let current: Value | undefined = start;
  let at = from;
  while (at < parts.length && current instanceof Map) current = current.get(parts[at++] as string);
  if (Array.isArray(current)) return walkArray(current, parts, at, leaves, outerIndex, visit);
  return visit(at < parts.length ? undefined : current, outerIndex);
};

const walkArray = (
  array: Value[],
  parts: string[],
  at: number,
  leaves: LeafArrays,
  outerIndex: number,
  visit: PathVisitor,
): boolean => {
  if (at < parts.length) return walkThrough(array, parts, at, leaves, outerIndex, visit);
  if (leaves === 'elements') {
    for (let index = 0; index < array.length; index++) {
      if (visit(array[index], outerIndex < 0 ? index : outerIndex)) return true;
    }
  }
  return visit(array, outerIndex);
};

const walkThrough = (
  array: Value[],
  parts: string[],
  at: number,
  leaves: LeafArrays,
  outerIndex: number,
  visit: PathVisitor,
): boolean => {
  const named = arrayIndexOf(parts[at] as string);
  const isLast = at === parts.length - 1;
  for (let index = 0; index < array.length; index++) {
    const element = array[index] as Value;
    const outer = outerIndex < 0 ? index : outerIndex;
    if (element instanceof Map && walk(element, parts, at, leaves, outer, visit)) return true;
    if (index !== named) continue;
    if (isLast) {
      if (visit(element, outer)) return true;
    } else if (element instanceof Map) {
      if (walk(element, parts, at + 1, leaves, outer, visit)) return true;
    } else if (Array.isArray(element)) {
      if (walkArray(element, parts, at + 1, leaves, outer, visit)) return true;
    }
  }
  return false;
};

/** All values of a dotted path, as queries and index keys see them. */
export const getPath = (document: Document, path: string): PathValues => {
  const direct = path.includes('.') ? undefined : document.get(path);
  if (direct !== undefined && !Array.isArray(direct)) {
    return { values: [direct], isMissing: false, isMultikey: false };
  }
  const values: Value[] = [];
  let isMissing = false;
  let isMultikey = false;
  walkPath(document, splitPath(path), 'elements', (value, outerIndex) => {
    if (outerIndex >= 0 || Array.isArray(value)) isMultikey = true;
    if (value === undefined) isMissing = true;
    else values.push(value);
    return false;
  });
  // An empty array on the way yields nothing at all, yet it makes the path one that arrays take part in.
  if (values.length === 0 && !isMissing) isMultikey = true;
  return { values, isMissing: isMissing || values.length === 0, isMultikey };
};
