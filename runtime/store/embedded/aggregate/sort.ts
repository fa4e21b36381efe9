import { StoreError } from '../errors.ts';
import {
  type Collation,
  compareValues,
  type Document,
  isDocument,
  isNumber,
  splitPath,
  toDouble,
  type Value,
  walkPath,
} from '../value/index.ts';

/** One part of a sort specification. */
export interface SortPart {
  path: string;
  isDescending: boolean;
}

/** A compiled sort specification. */
export interface Sort {
  parts: SortPart[];
  compare: (left: Document, right: Document) => number;
  /** The values that a document is ordered by, one for each part. */
  keyOf: (document: Document) => Value[];
  compareKeys: (left: Value[], right: Value[]) => number;
}

const MAXIMUM_PARTS = 32;

/**
 * Compiles `{ path: 1 | -1, … }`. A missing value orders as null; an array by its least element when
 * ascending and its greatest when descending, an empty one before null. StoreError 15975 for directions
 * other than 1 and -1, 2 for `$meta`, 15976 for none.
 */
export const compileSort = (specification: Document, collation?: Collation): Sort => {
  const parts = [...specification].map(([path, direction]) => parsePart(path, direction));
  if (parts.length > MAXIMUM_PARTS) throw new StoreError(13103, 'too many compound keys');
  const readers = parts.map(({ path, isDescending }) => readerOf(path, isDescending, collation));
  const keyOf = (document: Document): Value[] => readers.map((read) => read(document) as Value);
  const compareKeys = (left: Value[], right: Value[]): number => {
    for (let index = 0; index < parts.length; index++) {
      const order = compareValues(left[index], right[index], collation);
      if (order !== 0) return parts[index]?.isDescending ? -order : order;
    }
    return 0;
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
  if (path === '') throw new StoreError(15976, '$sort stage must have at least one sort key');
  const number = isNumber(direction) ? toDouble(direction) : 0;
  if (number !== 1 && number !== -1) {
    throw new StoreError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  }
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

const readerOf = (path: string, isDescending: boolean, collation: Collation | undefined) => {
  const parts = splitPath(path);
  const isSimple = parts.length === 1;
  return (document: Document): Value | undefined => {
    if (isSimple) {
      const value = document.get(path);
      if (value === undefined) return null;
      if (!Array.isArray(value)) return value;
    }
    return extremeAt(document, parts, isDescending, collation);
  };
};

/** An empty array orders before null: as missing does (undefined), which compareValues places so. */
const extremeAt = (
  document: Document,
  parts: string[],
  isDescending: boolean,
  collation: Collation | undefined,
): Value | undefined => {
  let extreme: Value | undefined;
  let isFound = false;
  const consider = (value: Value | undefined): void => {
    const order = isFound ? compareValues(value, extreme, collation) : 0;
    if (!isFound || (isDescending ? order > 0 : order < 0)) extreme = value;
    isFound = true;
  };
  walkPath(document, parts, 'whole', (value) => {
    if (!Array.isArray(value)) consider(value ?? null);
    else if (value.length === 0) consider(undefined);
    else for (const item of value) consider(item);
    return false;
  });
  return isFound ? extreme : null;
};
