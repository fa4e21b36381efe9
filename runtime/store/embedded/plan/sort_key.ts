import { compileSort } from '../aggregate/index.ts';
import { StoreError } from '../errors.ts';
import { compileIndex } from '../storage/index_definition.ts';
import { indexKeysOf, keyText } from '../storage/index_keys.ts';
import { type Collation, type Document, isDocument, isNumber, toWholeNumber } from '../value/index.ts';
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

/**
 * A text by which documents sort as asked: code unit order of these texts is the wanted order. Arrays sort by their
 * least element (greatest when descending), as MongoDB's SortKeyGenerator has it.
 */
const compileSortText = (fields: readonly SortField[]): ((document: Document) => string) => {
  const key: Document = new Map(fields.map(({ path, isDescending }) => [path, isDescending ? -1 : 1]));
  const index = compileIndex(0, new Map([['key', key]]));
  return (document) => {
    let least: string | undefined;
    for (const bytes of indexKeysOf(index, document).keys) {
      const text = keyText(bytes);
      if (least === undefined || text < least) least = text;
    }
    return least ?? '';
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
    const text = compileSortText(sortFieldsOf(sort));
    return { sorter: (limit) => keyed(createSorter(limit, compareTexts), text) };
  }
  const { compare } = compileSort(sort, collation);
  return { sorter: (limit) => keyed(createSorter(limit, compare), (document) => document) };
};

const keyed = <Key, Item>(sorter: Sorter<Key, Item>, keyOf: (document: Document) => Key) => ({
  add: (document: Document, item: Item, bytes: number): void => sorter.add(keyOf(document), item, bytes),
  drain: (): (() => Item | undefined) => sorter.drain(),
});
