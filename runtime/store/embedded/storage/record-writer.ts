import { type Document, encodeKey, type Value } from '../value/index.ts';
import type { Catalog, Collection, IndexDefinition } from './catalog.ts';
import type { ChangeKind, ChangeLog } from './change-log.ts';
import type { Connection, RecordRow } from './connection.ts';
import { duplicateKeyError } from './duplicate-key.ts';
import { indexedPart, indexKeysOf, keyText, touchesIndex } from './index-keys.ts';
import type { Sequence } from './sequence.ts';
import type { Whole } from './whole.ts';

/** A document on its way into the store. */
export interface NewRecord {
  /** Encoded `_id`. */
  key: Uint8Array;
  bytes: Uint8Array;
  /** The decoded document; asked for only to tell of a key that is taken. */
  document: () => Document;
  /** The row number, when it was reserved earlier (transactions). */
  rid?: number;
  /** Unique keys were checked by the caller. */
  isChecked?: boolean;
}

/** A changed document. `before` and `after` share the values that did not change. */
export interface ChangedRecord {
  row: RecordRow;
  before: Document;
  after: Document;
  bytes: Uint8Array;
  kind: 'update' | 'replace';
  /** Unique keys were checked by the caller. */
  isChecked?: boolean;
}

/** Single-document writes with their index rows and change log entries. Each one is checked whole before it begins. */
export interface RecordWriter {
  /** @throws StoreError 11000 when `_id` or a unique key is taken. */
  insert(collection: Collection, record: NewRecord): void;
  /** @throws StoreError 11000 */
  replace(collection: Collection, change: ChangedRecord): void;
  remove(collection: Collection, row: RecordRow, document: () => Document): void;
  /** Adds one existing document to an index that is being built. @throws StoreError 11000 */
  addToIndex(input: {
    collection: Collection;
    index: IndexDefinition;
    rid: number;
    document: Document;
  }): void;
}

/** What a change does to one index. */
interface IndexDelta {
  index: IndexDefinition;
  added: readonly Uint8Array[];
  removed: readonly Uint8Array[];
  isMultikey: boolean;
}

const NO_KEYS: readonly Uint8Array[] = [];

/** Makes the writer over the store's writing connection; callers have opened the transaction. */
export const createRecordWriter = (input: {
  writer: Connection;
  catalog: Catalog;
  sequence: Sequence;
  changes: ChangeLog;
  whole: Whole;
}): RecordWriter => {
  const { writer, catalog, sequence, changes } = input;
  /** A write of several rows stands or falls as one; that of one row does by itself, and needs no savepoint. */
  const writeRows = <Result>(
    collection: Collection,
    deltas: readonly IndexDelta[],
    write: () => Result,
  ): Result => (deltas.length === 0 ? write() : input.whole([collection], write));

  const isTaken = (index: IndexDefinition, key: Uint8Array, rid: number): boolean =>
    writer.prepare(`SELECT 1 FROM x${index.id} WHERE key = ? AND rid <> ? LIMIT 1`).get(key, rid) !== null;

  const checkUnique = (
    collection: Collection,
    deltas: readonly IndexDelta[],
    rid: number,
    document: () => Document,
  ) => {
    for (const { index, added } of deltas) {
      if (!index.isUnique) continue;
      for (const key of added)
        if (isTaken(index, key, rid)) throw duplicateKeyError(collection, index, document());
    }
  };
  const apply = (deltas: readonly IndexDelta[], rid: number): void => {
    for (const { index, added, removed, isMultikey } of deltas) {
      if (isMultikey && !index.isMultikey) {
        if (index.isBuilding) index.isMultikey = true;
        else catalog.setMultikey(index);
      }
      if (removed.length > 0) {
        const remove = writer.prepare(`DELETE FROM x${index.id} WHERE key = ? AND rid = ?`);
        for (const key of removed) remove.run(key, rid);
      }
      if (added.length > 0) {
        const insert = writer.prepare(`INSERT OR IGNORE INTO x${index.id}(key, rid) VALUES (?, ?)`);
        for (const key of added) insert.run(key, rid);
      }
    }
  };
  const log = (
    collection: Collection,
    kind: ChangeKind,
    number: number,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
  ): void => {
    collection.lastWrite = number;
    const { database, name } = collection;
    const isLogged = collection.loggedSince !== undefined;
    changes.append({ sequence: number, kind, database, collection: name, before, after }, isLogged);
  };

  return {
    insert: (collection, record) => {
      const statements = writer.records(collection.id);
      const { indexes } = collection;
      const part = indexes.length === 0 ? undefined : indexedPart(indexes, record.bytes);
      const deltas = part === undefined ? [] : indexes.map((index) => allKeys(index, part, 'added'));
      const rid = record.rid ?? collection.nextRid;
      if (deltas.length > 0 && record.isChecked !== true) {
        try {
          checkUnique(collection, deltas, rid, record.document);
        } catch (error) {
          // MongoDB looks at `_id` first.
          if (statements.byKey.get(record.key) === null) throw error;
          throw duplicateKeyError(collection, undefined, record.document());
        }
      }
      const number = sequence.next();
      const isNew = writeRows(collection, deltas, () => {
        if (statements.insert.run(rid, record.key, number, record.bytes).changes === 0) return false;
        apply(deltas, rid);
        return true;
      });
      if (!isNew) throw duplicateKeyError(collection, undefined, record.document());
      if (rid >= collection.nextRid) collection.nextRid = rid + 1;
      if (collection.count !== undefined) collection.count += 1;
      for (const counting of collection.countings) counting.changed(record.key, 1);
      log(collection, 'insert', number, undefined, record.bytes);
    },
    replace: (collection, { row, before, after, bytes, kind, isChecked }) => {
      const deltas: IndexDelta[] = [];
      for (const index of collection.indexes) {
        if (touchesIndex(index, before, after)) deltas.push(changedKeys(index, before, after));
      }
      if (deltas.length > 0 && isChecked !== true) checkUnique(collection, deltas, row.rid, () => after);
      const number = sequence.next();
      writeRows(collection, deltas, () => {
        writer.records(collection.id).update.run(number, bytes, row.rid);
        apply(deltas, row.rid);
      });
      log(collection, kind, number, row.doc, bytes);
    },
    remove: (collection, row, document) => {
      const deltas = collection.indexes.map((index) => allKeys(index, document(), 'removed'));
      writeRows(collection, deltas, () => {
        writer.records(collection.id).remove.run(row.rid);
        apply(deltas, row.rid);
      });
      if (collection.count !== undefined) collection.count -= 1;
      for (const counting of collection.countings)
        counting.changed(encodeKey(document().get('_id') as Value), -1);
      log(collection, 'delete', sequence.next(), row.doc, undefined);
    },
    addToIndex: ({ collection, index, rid, document }) => {
      const delta = allKeys(index, document, 'added');
      checkUnique(collection, [delta], rid, () => document);
      apply([delta], rid);
    },
  };
};

const allKeys = (index: IndexDefinition, document: Document, role: 'added' | 'removed'): IndexDelta => {
  const { keys, isMultikey } = indexKeysOf(index, document);
  return role === 'added'
    ? { index, added: keys, removed: NO_KEYS, isMultikey }
    : { index, added: NO_KEYS, removed: keys, isMultikey: false };
};

/** The keys that differ between two versions of a document. */
export const changedKeys = (index: IndexDefinition, before: Document, after: Document): IndexDelta => {
  const old = indexKeysOf(index, before);
  const fresh = indexKeysOf(index, after);
  if (old.keys.length === 1 && fresh.keys.length === 1) {
    const isSame = Buffer.compare(old.keys[0] as Uint8Array, fresh.keys[0] as Uint8Array) === 0;
    if (isSame) return { index, added: NO_KEYS, removed: NO_KEYS, isMultikey: fresh.isMultikey };
    return { index, added: fresh.keys, removed: old.keys, isMultikey: fresh.isMultikey };
  }
  const oldTexts = new Set(old.keys.map(keyText));
  const freshTexts = new Set(fresh.keys.map(keyText));
  return {
    index,
    added: fresh.keys.filter((key) => !oldTexts.has(keyText(key))),
    removed: old.keys.filter((key) => !freshTexts.has(keyText(key))),
    isMultikey: fresh.isMultikey,
  };
};
