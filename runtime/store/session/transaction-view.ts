import type { Collection, IndexDefinition } from '../storage/collection.ts';
import type { Connection, RecordRow } from '../storage/connection.ts';
import { duplicateKeyError } from '../storage/duplicate-key.ts';
import { indexKeysOf, keyText, touchesIndex } from '../storage/index-keys.ts';
import { NO_KEYS, openDocumentKeys, openKeys } from '../storage/key-source.ts';
import { NO_ROW_NUMBERS, openRowNumbers } from '../storage/row-numbers.ts';
import { openRows, type RowSource } from '../storage/row-source.ts';
import type { View } from '../storage/view.ts';
import { StoreError } from '../value/errors.ts';
import type { Document } from '../value/index.ts';

/** One document as a transaction leaves it. */
export interface PendingRecord {
  rid: number;
  /** Encoded `_id`; known for documents that the transaction inserted. */
  key: Uint8Array | undefined;
  /** The document in the snapshot; missing when the transaction inserted it. */
  base: RecordRow | undefined;
  /** The bytes to be stored; undefined: deleted. */
  bytes: Uint8Array | undefined;
  kind: 'insert' | 'update' | 'replace' | 'delete';
  touchesIndexes: boolean;
}

/** What a transaction has written to one collection, not visible to others yet. */
export interface PendingCollection {
  collection: Collection;
  records: Map<number, PendingRecord>;
  /** Encoded `_id` → row number of documents inserted here. */
  insertedKeys: Map<string, number>;
  /** Unique keys added here: index number → key → row number. */
  uniqueKeys: Map<number, Map<string, number>>;
}

/** A transaction's view together with what it has to commit. */
export interface TransactionView extends View {
  pending: Map<number, PendingCollection>;
  writeCount(): number;
}

/** A document that a transaction is about to write: by row number, or by encoded `_id` when it is new. */
export interface Claim {
  rid: number;
  key?: Uint8Array;
}

const conflict = (): StoreError =>
  new StoreError(112, 'Write conflict: the document was changed by another operation', {
    labels: ['TransientTransactionError'],
  });

/** What the keys of the snapshot say; the transaction's own writes have none yet. */
const keysOf = (
  snapshot: Connection,
  isInSnapshot: (collection: Collection) => boolean,
): Pick<View, 'keys' | 'documentKeys' | 'rowNumbers'> => ({
  keys: (collection, path) =>
    isInSnapshot(collection) ? openKeys(() => snapshot, collection, path) : NO_KEYS,
  documentKeys: (collection, path) =>
    isInSnapshot(collection) ? openDocumentKeys(() => snapshot, collection, path) : NO_KEYS,
  rowNumbers: (collection, path) =>
    isInSnapshot(collection) ? openRowNumbers(() => snapshot, collection, path) : NO_ROW_NUMBERS,
});

/**
 * A view of the store as it was when `snapshot` began, with the transaction's own writes over it.
 * `claim` notes that a document is being written (by row number, or key for a new one) and answers
 * whether another transaction, or a newer commit, was there first.
 */
export const createTransactionView = (input: {
  snapshot: Connection;
  /** Newest write that the snapshot shows. */
  sequence: number;
  claim: (collection: Collection, what: Claim) => boolean;
}): TransactionView => {
  const { snapshot, sequence, claim } = input;
  const pending = new Map<number, PendingCollection>();
  let writes = 0;

  const isInSnapshot = (collection: Collection): boolean => isAsOld(collection, sequence);
  const pendingOf = (collection: Collection): PendingCollection => pendingIn(pending, collection);
  const checkUnique = createUniqueCheck({ snapshot, pending, isInSnapshot });
  const overlay = (collection: Collection, row: RecordRow | null): RecordRow | undefined => {
    if (row === null) return undefined;
    const own = pending.get(collection.id)?.records.get(row.rid);
    return own === undefined ? row : rowOf(own);
  };

  return {
    pending,
    writeCount: () => writes,
    rows: (collection, path) => {
      const base = isInSnapshot(collection) ? openRows(() => snapshot, collection, path) : undefined;
      return overlaidRows(base, () => pending.get(collection.id));
    },
    ...keysOf(snapshot, isInSnapshot),
    byKey: (collection, key) => {
      const own = pending.get(collection.id);
      const rid = own?.insertedKeys.get(keyText(key));
      const inserted = rid === undefined ? undefined : own?.records.get(rid);
      if (inserted !== undefined) return rowOf(inserted);
      return isInSnapshot(collection)
        ? overlay(collection, snapshot.records(collection.id).byKey.get(key))
        : undefined;
    },
    byRid: (collection, rid) => {
      const own = pending.get(collection.id)?.records.get(rid);
      if (own !== undefined) return rowOf(own);
      return isInSnapshot(collection)
        ? (snapshot.records(collection.id).byRid.get(rid) ?? undefined)
        : undefined;
    },
    keepsOrder: (collection) => (pending.get(collection.id)?.records.size ?? 0) === 0,
    insert: (collection, { key, bytes, document }) => {
      const own = pendingOf(collection);
      const text = keyText(key);
      const taken = own.insertedKeys.has(text) || holderByKey(collection, key) !== undefined;
      if (taken) throw duplicateKeyError(collection, undefined, document());
      const rid = collection.nextRid;
      collection.nextRid += 1;
      if (!claim(collection, { rid, key })) throw conflict();
      if (collection.indexes.some(({ isUnique }) => isUnique)) {
        checkUnique(collection, rid, undefined, document());
      }
      own.insertedKeys.set(text, rid);
      own.records.set(rid, { rid, key, base: undefined, bytes, kind: 'insert', touchesIndexes: true });
      writes += 1;
    },
    replace: (collection, { row, before, after, bytes, kind }) => {
      const { records } = pendingOf(collection);
      const earlier = records.get(row.rid);
      if (earlier === undefined && !claim(collection, { rid: row.rid })) throw conflict();
      const touches = collection.indexes.some((index) => touchesIndex(index, before, after));
      if (touches) checkUnique(collection, row.rid, before, after);
      if (earlier === undefined) {
        records.set(row.rid, {
          rid: row.rid,
          key: undefined,
          base: row,
          bytes,
          kind,
          touchesIndexes: touches,
        });
      } else {
        earlier.bytes = bytes;
        if (touches) earlier.touchesIndexes = true;
        if (earlier.kind === 'update') earlier.kind = kind;
      }
      writes += 1;
    },
    remove: (collection, row, document) => {
      const own = pendingOf(collection);
      const earlier = own.records.get(row.rid);
      if (earlier === undefined && !claim(collection, { rid: row.rid })) throw conflict();
      for (const index of collection.indexes) {
        const held = own.uniqueKeys.get(index.id);
        if (held === undefined) continue;
        for (const key of indexKeysOf(index, document()).keys) {
          if (held.get(keyText(key)) === row.rid) held.delete(keyText(key));
        }
      }
      if (earlier?.key !== undefined) {
        own.insertedKeys.delete(keyText(earlier.key));
        own.records.delete(row.rid);
      } else {
        const base = earlier?.base ?? row;
        const kind = 'delete';
        own.records.set(row.rid, {
          rid: row.rid,
          key: undefined,
          base,
          bytes: undefined,
          kind,
          touchesIndexes: true,
        });
      }
      writes += 1;
    },
  };

  function holderByKey(collection: Collection, key: Uint8Array): RecordRow | undefined {
    return isInSnapshot(collection)
      ? overlay(collection, snapshot.records(collection.id).byKey.get(key))
      : undefined;
  }
};

const uniqueKeysOf = (own: PendingCollection, index: IndexDefinition): Map<string, number> => {
  let keys = own.uniqueKeys.get(index.id);
  if (keys === undefined) {
    keys = new Map();
    own.uniqueKeys.set(index.id, keys);
  }
  return keys;
};

/** Snapshot rows without those the transaction has written, then all the transaction's own. */
const overlaidRows = (base: RowSource | undefined, own: () => PendingCollection | undefined): RowSource => {
  let isBaseDone = base === undefined;
  let rest: PendingRecord[] | undefined;
  let at = 0;
  // Documents handed out from the snapshot must not come again when the transaction changes them meanwhile.
  const handedOut = new Set<number>();
  return {
    next: (limit) => {
      while (!isBaseDone) {
        const page = base?.next(limit) ?? [];
        if (page.length === 0) {
          isBaseDone = true;
          break;
        }
        const records = own()?.records;
        const kept = records === undefined ? page : page.filter((row) => !records.has(row.rid));
        for (const row of kept) handedOut.add(row.rid);
        if (kept.length > 0) return kept;
      }
      rest ??= [...(own()?.records.values() ?? [])].filter((record) => !handedOut.has(record.rid));
      const page: RecordRow[] = [];
      for (; at < rest.length && page.length < limit; at += 1) {
        const record = rest[at] as PendingRecord;
        if (record.bytes !== undefined)
          page.push({ rid: record.rid, ver: record.base?.ver ?? 0, doc: record.bytes });
      }
      return page;
    },
  };
};

/** Whether a collection is as the snapshot shows it. @throws StoreError for an index that is newer */
const isAsOld = (collection: Collection, sequence: number): boolean => {
  if (collection.createdAt > sequence) return false;
  for (const index of collection.indexes) {
    if (index.createdAt > sequence) {
      throw new StoreError(246, 'an index was made after the transaction began', {
        labels: ['TransientTransactionError'],
      });
    }
  }
  return true;
};

const pendingIn = (pending: TransactionView['pending'], collection: Collection): PendingCollection => {
  let own = pending.get(collection.id);
  if (own === undefined) {
    own = { collection, records: new Map(), insertedKeys: new Map(), uniqueKeys: new Map() };
    pending.set(collection.id, own);
  }
  return own;
};

const rowOf = (record: PendingRecord): RecordRow | undefined =>
  record.bytes === undefined ? undefined : { rid: record.rid, ver: record.base?.ver ?? 0, doc: record.bytes };

/** Looks whether a document's unique keys are free, in the snapshot and among what the transaction wrote, and takes them. */
const createUniqueCheck = (input: {
  snapshot: Connection;
  pending: TransactionView['pending'];
  isInSnapshot: (collection: Collection) => boolean;
}) => {
  const { snapshot, pending, isInSnapshot } = input;
  const checkUnique = (
    collection: Collection,
    rid: number,
    before: Document | undefined,
    after: Document,
  ): void => {
    for (const index of collection.indexes) {
      if (!index.isUnique) continue;
      const own = uniqueKeysOf(pendingIn(pending, collection), index);
      const fresh = indexKeysOf(index, after).keys;
      const old = before === undefined ? [] : indexKeysOf(index, before).keys;
      for (const key of fresh) {
        const holder = own.get(keyText(key));
        const isHeldHere = holder !== undefined && holder !== rid;
        if (isHeldHere || isHeldInSnapshot(collection, index, key, rid)) {
          throw duplicateKeyError(collection, index, after);
        }
      }
      for (const key of old) if (own.get(keyText(key)) === rid) own.delete(keyText(key));
      for (const key of fresh) own.set(keyText(key), rid);
    }
  };
  const isHeldInSnapshot = (
    collection: Collection,
    index: IndexDefinition,
    key: Uint8Array,
    rid: number,
  ): boolean => {
    if (!isInSnapshot(collection)) return false;
    const holders = snapshot
      .prepare<{ rid: number }>(`SELECT rid FROM x${index.id} WHERE key = ? AND rid <> ?`)
      .all(key, rid);
    // A holder that this transaction changed no longer counts by its old keys: its new ones are in uniqueKeys.
    return holders.some((holder) => pending.get(collection.id)?.records.has(holder.rid) !== true);
  };
  return checkUnique;
};
