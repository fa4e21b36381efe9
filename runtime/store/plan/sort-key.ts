import { compileSort } from '../aggregate/index.ts';
import { keyText } from '../storage/index-keys.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  type Document,
  encodeKey,
  isDocument,
  isNumber,
  toWholeNumber,
} from '../value/index.ts';
import type { SortField } from './candidate.ts';
import { compareTexts, createSorter, type Sorter } from './sorter.ts';

/** The fields of a sort document. @throws StoreError 15975 and friends, as MongoDB, for what is no direction. */
export const sortFieldsOf = (sort: Document | undefined): SortField[] => {
  if (sort === undefined) return [];
  return [...sort].map(([path, direction]) => {
    if (isDocument(direction))
      throw new StoreError(115, `sort by ${path} with $meta is not supported by the embedded store`);
    const number = isNumber(direction) ? toWholeNumber(direction) : undefined;
    if (number !== 1 && number !== -1) {
      throw new StoreError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    return { path, isDescending: number === -1 };
  });
};

/** A text by which documents sort as asked: code unit order of these texts is the wanted order. */
const compileSortText = (sort: Document): ((document: Document) => string) => {
  const { parts, keyOf } = compileSort(sort);
  return (document) => {
    const tuple = keyOf(document);
    return parts.map(({ isDescending }, at) => keyText(encodeKey(tuple[at], isDescending))).join('');
  };
};

/** Makes sorters of documents for one wanted order. */
export interface DocumentOrder {
  sorter<Item>(limit: number | undefined): {
    add(document: Document, item: Item, bytes: number): void;
    drain(): () => Item | undefined;
  };
}

/** The order that `sort` asks for. Keys cannot tell a collation's order, so documents are compared whole then. */
export const compileOrder = (sort: Document, collation: Collation | undefined): DocumentOrder => {
  if (collation === undefined) {
    const text = compileSortText(sort);
    return { sorter: (limit) => keyed(createSorter(limit, compareTexts), text) };
  }
  const { compare } = compileSort(sort, collation);
  return { sorter: (limit) => keyed(createSorter(limit, compare), (document) => document) };
};

const keyed = <Key, Item>(sorter: Sorter<Key, Item>, keyOf: (document: Document) => Key) => ({
  add: (document: Document, item: Item, bytes: number): void => sorter.add(keyOf(document), item, bytes),
  drain: (): (() => Item | undefined) => sorter.drain(),
});
