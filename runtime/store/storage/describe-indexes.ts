import { type Document, int32, type Value } from '../value/index.ts';
import type { Collection } from './collection.ts';

const ID_INDEX: Document = new Map<string, Value>([
  ['v', int32(2)],
  ['key', new Map([['_id', int32(1)]])],
  ['name', '_id_'],
]);

/** The specifications of a collection's indexes as listIndexes shows them, `_id_` first. */
export const describeIndexes = (collection: Collection): Document[] => [
  new Map(ID_INDEX),
  ...collection.indexes.filter((index) => !index.isBuilding).map((index) => index.specification),
];
