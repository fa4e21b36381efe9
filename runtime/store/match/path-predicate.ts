import { type Document, type LeafArrays, splitPath, type Value, walkPath } from '../value/index.ts';
import { recordIndex } from './recorded-index.ts';

/** Whether a document meets a condition. */
export type Predicate = (document: Document) => boolean;

/** Whether one value, or a missing one, meets a condition. */
export type Test = (value: Value | undefined) => boolean;

/** A predicate that is true when any value the path leads to passes the test. */
export const pathPredicate = (path: string, test: Test, leaves: LeafArrays = 'elements'): Predicate => {
  const parts = splitPath(path);
  const walk: Predicate = (document) =>
    walkPath(document, parts, leaves, (value, outerIndex) => {
      if (!test(value)) return false;
      if (outerIndex >= 0) recordIndex(outerIndex);
      return true;
    });
  if (parts.length > 1) return walk;
  return (document) => {
    const value = document.get(path);
    return Array.isArray(value) ? walk(document) : test(value);
  };
};

export const negate =
  (predicate: Predicate): Predicate =>
  (document) =>
    !predicate(document);

export const everyOf = (predicates: Predicate[]): Predicate => {
  if (predicates.length === 1) return predicates[0] as Predicate;
  return (document) => {
    for (const predicate of predicates) if (!predicate(document)) return false;
    return true;
  };
};

export const anyOf = (predicates: Predicate[]): Predicate => {
  if (predicates.length === 1) return predicates[0] as Predicate;
  return (document) => {
    for (const predicate of predicates) if (predicate(document)) return true;
    return false;
  };
};
