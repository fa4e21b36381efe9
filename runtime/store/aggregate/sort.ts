import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  compareValues,
  type Document,
  isDocument,
  isNumber,
  splitPath,
  toDouble,
  type Value,
} from '../value/index.ts';
import { type SortTuple, sortTuples } from './sort-tuples.ts';

/** One part of a sort specification. */
export interface SortPart {
  path: string;
  isDescending: boolean;
}

/** A compiled sort specification. */
export interface Sort {
  parts: SortPart[];
  compare: (left: Document, right: Document) => number;
  /** The values that a document is ordered by, one for each part. StoreError 2 for parallel arrays. */
  keyOf: (document: Document) => SortTuple;
  compareKeys: (left: SortTuple, right: SortTuple) => number;
}

const MAXIMUM_PARTS = 32;

/**
 * Compiles `{ path: 1 | -1, … }`. A missing value orders as null; an array by its least element when
 * ascending and its greatest when descending, an empty one before null. StoreError 15975 and 15974 for directions
 * other than 1 and -1, 2 for `$meta`, 40352, 40353, 15998 and 16410 for bad names.
 */
export const compileSort = (specification: Document, collation?: Collation): Sort => {
  const parts = [...specification].map(([path, direction]) => parsePart(path, direction));
  if (parts.length > MAXIMUM_PARTS) throw new StoreError(13103, 'too many compound keys');
  const paths = parts.map(({ path }) => splitPath(path));
  const compareKeys = (left: SortTuple, right: SortTuple): number => {
    for (let index = 0; index < parts.length; index++) {
      const order = compareValues(left[index], right[index], collation);
      if (order !== 0) return parts[index]?.isDescending ? -order : order;
    }
    return 0;
  };
  const keyOf = (document: Document): SortTuple => {
    const [first, ...others] = sortTuples(document, paths) as [SortTuple, ...SortTuple[]];
    return others.reduce((least, tuple) => (compareKeys(tuple, least) < 0 ? tuple : least), first);
  };
  return { parts, keyOf, compareKeys, compare: (left, right) => compareKeys(keyOf(left), keyOf(right)) };
};

const parsePart = (path: string, direction: Value): SortPart => {
  if (isDocument(direction)) {
    throw new StoreError(
      2,
      direction.has('$meta')
        ? '$meta sorts are not supported by the embedded store'
        : `Illegal key in $sort specification: ${path}`,
    );
  }
  if (!isNumber(direction)) throw new StoreError(15974, `Illegal key in $sort specification: ${path}`);
  const number = toDouble(direction);
  if (number !== 1 && number !== -1) {
    throw new StoreError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  }
  if (path === '') throw new StoreError(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw new StoreError(40353, "FieldPath must not end with a '.'.");
  for (const part of splitPath(path)) {
    if (part === '') throw new StoreError(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$') && !['$id', '$ref', '$db'].includes(part)) {
      throw new StoreError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
  }
  return { path, isDescending: number === -1 };
};
