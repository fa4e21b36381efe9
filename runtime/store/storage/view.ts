import type { Document } from '../value/index.ts';
import type { Collection } from './collection.ts';
import type { Connection, RecordRow } from './connection.ts';
import { type KeySource, openDocumentKeys, openKeys } from './key-source.ts';
import type { ChangedRecord, NewRecord, RecordWriter } from './record-writer.ts';
import { openRowNumbers, type RowNumberSource } from './row-numbers.ts';
import { type AccessPath, openRows, type RowSource } from './row-source.ts';
import type { WriteGroup } from './write-group.ts';

/** How a command sees documents. */
export interface ReadView {
  rows(collection: Collection, path: AccessPath): RowSource;
  /** Keys of the access path, without their documents; of a transaction: those of its snapshot. */
  keys(collection: Collection, path: AccessPath): KeySource;
  /** Documents of an index's path, counted without being read. */
  documentKeys(collection: Collection, path: Extract<AccessPath, { kind: 'index' }>): KeySource;
  /** Row numbers of the access path; a transaction's own writes are not among them. */
  rowNumbers(collection: Collection, path: AccessPath): RowNumberSource;
  byKey(collection: Collection, key: Uint8Array): RecordRow | undefined;
  byRid(collection: Collection, rid: number): RecordRow | undefined;
  /** Whether rows come in the order of the access path; a transaction's own writes come last, unordered. */
  keepsOrder(collection: Collection): boolean;
}

/** How a command sees and changes documents: the store itself, or one transaction's snapshot with its own writes. */
export interface View extends ReadView {
  /** Adds a document. @throws StoreError 11000, 112 */
  insert(collection: Collection, record: NewRecord): void;
  /** Replaces a document that was read through this view in the same turn. @throws StoreError 11000, 112 */
  replace(collection: Collection, change: ChangedRecord): void;
  /** Removes a document that was read through this view in the same turn. @throws StoreError 112 */
  remove(collection: Collection, row: RecordRow, document: () => Document): void;
}

/** The view of everything outside transactions: newest documents, writes into the turn's shared transaction. */
export const createDirectView = (input: {
  writer: Connection;
  /** Sees committed data only; read from while a large commit is being applied on the writer. */
  reader: () => Connection;
  group: WriteGroup;
  records: RecordWriter;
}): View => {
  const { writer, reader, group, records } = input;
  const current = (): Connection => (group.isHeld() ? reader() : writer);
  return {
    rows: (collection, path) => openRows(current, collection, path),
    keys: (collection, path) => openKeys(current, collection, path),
    documentKeys: (collection, path) => openDocumentKeys(current, collection, path),
    rowNumbers: (collection, path) => openRowNumbers(current, collection, path),
    byKey: (collection, key) => current().records(collection.id).byKey.get(key) ?? undefined,
    byRid: (collection, rid) => current().records(collection.id).byRid.get(rid) ?? undefined,
    keepsOrder: () => true,
    insert: (collection, record) => {
      group.begin();
      records.insert(collection, record);
    },
    replace: (collection, change) => {
      group.begin();
      records.replace(collection, change);
    },
    remove: (collection, row, document) => {
      group.begin();
      records.remove(collection, row, document);
    },
  };
};
