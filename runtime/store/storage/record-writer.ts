import { type Document, encodeKey, type Value } from '../value/index.ts';
import type { Catalog } from './catalog.ts';
import type { ChangeKind, ChangeLog } from './change-log.ts';
import type { Collection, IndexDefinition } from './collection.ts';
import type { Connection, RecordRow } from './connection.ts';
import { duplicateKeyError } from './duplicate-key.ts';
import { indexKeysOf, keyText, touchesIndex } from './index-keys.ts';
import { type CollectedRows, createIndexRows, type IndexDelta } from './index-rows.ts';
import { indexedPart } from './indexed-part.ts';
import type { Sequence } from './sequence.ts';

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

/**
 * Single-document writes with their index rows and change log entries. Each one is checked whole before it begins. `later`: where the rows of
 * indexes go that are to be written behind those of all documents; what fails is then not taken back.
 */
export interface RecordWriter {
  /** @throws StoreError 11000 when `_id` or a unique key is taken. */
  insert(collection: Collection, record: NewRecord, later?: CollectedRows): void;
  /** @throws StoreError 11000 */
  replace(collection: Collection, change: ChangedRecord, later?: CollectedRows): void;
  remove(collection: Collection, row: RecordRow, document: () => Document, later?: CollectedRows): void;
  /** For the rows of indexes of many documents. */
  collectIndexRows(): CollectedRows;
  /** Adds one existing document to an index that is being built. @throws StoreError 11000 */
  addToIndex(input: {
    collection: Collection;
    index: IndexDefinition;
    rid: number;
    document: Document;
  }): void;
}

const NO_KEYS: readonly Uint8Array[] = [];

/** Makes the writer over the store's writing connection; callers have opened the transaction. */
export const createRecordWriter = (input: {
  writer: Connection;
  catalog: Catalog;
  sequence: Sequence;
  changes: ChangeLog;
  /** Told when half a document's write could not be taken back, so that nothing of the transaction may be kept. */
  lost: (cause: unknown) => void;
}): RecordWriter => {
  const { writer, catalog, sequence, changes, lost } = input;
  const indexRows = createIndexRows({ writer, catalog, lost });
  /** The rows of indexes behind that of the document: when they cannot be written, `undo` takes that one back, too. */
  const writeIndexRows = (
    deltas: readonly IndexDelta[],
    rid: number,
    later: CollectedRows | undefined,
    undo: () => void,
  ): void => {
    if (deltas.length === 0) return;
    if (later !== undefined) {
      later.add(deltas, rid);
      return;
    }
    try {
      indexRows.write(deltas, rid);
    } catch (error) {
      try {
        undo();
      } catch (cause) {
        lost(cause);
      }
      throw error;
    }
  };

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
    collectIndexRows: () => indexRows.collect(),
    insert: (collection, record, later) => {
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
      if (statements.insert.run(rid, record.key, number, record.bytes).changes === 0) {
        throw duplicateKeyError(collection, undefined, record.document());
      }
      writeIndexRows(deltas, rid, later, () => statements.remove.run(rid));
      if (rid >= collection.nextRid) collection.nextRid = rid + 1;
      if (collection.count !== undefined) collection.count += 1;
      for (const counting of collection.countings) counting.changed(record.key, 1);
      log(collection, 'insert', number, undefined, record.bytes);
    },
    replace: (collection, { row, before, after, bytes, kind, isChecked }, later) => {
      const deltas: IndexDelta[] = [];
      for (const index of collection.indexes) {
        if (touchesIndex(index, before, after)) deltas.push(changedKeys(index, before, after));
      }
      if (deltas.length > 0 && isChecked !== true) checkUnique(collection, deltas, row.rid, () => after);
      const number = sequence.next();
      const { update } = writer.records(collection.id);
      update.run(number, bytes, row.rid);
      writeIndexRows(deltas, row.rid, later, () => update.run(row.ver, row.doc, row.rid));
      log(collection, kind, number, row.doc, bytes);
    },
    remove: (collection, row, document, later) => {
      const deltas = collection.indexes.map((index) => allKeys(index, document(), 'removed'));
      const statements = writer.records(collection.id);
      const key = (): Uint8Array => encodeKey(document().get('_id') as Value);
      statements.remove.run(row.rid);
      writeIndexRows(deltas, row.rid, later, () => statements.insert.run(row.rid, key(), row.ver, row.doc));
      if (collection.count !== undefined) collection.count -= 1;
      for (const counting of collection.countings) counting.changed(key(), -1);
      log(collection, 'delete', sequence.next(), row.doc, undefined);
    },
    addToIndex: ({ collection, index, rid, document }) => {
      const delta = allKeys(index, document, 'added');
      checkUnique(collection, [delta], rid, () => document);
      indexRows.write([delta], rid);
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
