import type { Collection } from '../storage/collection.ts';
import type { Connection } from '../storage/connection.ts';
import { indexKeysOf } from '../storage/index-keys.ts';
import type { CollectedRows } from '../storage/index-rows.ts';
import { indexedPart } from '../storage/indexed-part.ts';
import type { RecordWriter } from '../storage/record-writer.ts';
import { forgetDerived, type Whole } from '../storage/whole.ts';
import type { WriteGroup } from '../storage/write-group.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, decodeDocument } from '../value/index.ts';
import type { PendingCollection, PendingRecord, TransactionView } from './transaction-view.ts';

/** Writes up to which a transaction is applied in one go, within the turn's shared SQLite transaction. */
const APPLIED_AT_ONCE = 500;
const CHECK_EVERY = 64;
const NO_FIELDS: Document = new Map();

/** What a commit needs of the store. */
export interface CommitContext {
  writer: Connection;
  group: WriteGroup;
  records: RecordWriter;
  whole: Whole;
  /** Whether the current slice is used up, and how to let others run. */
  isSpent(): boolean;
  pause(): Promise<void>;
  waitForTurn(): Promise<void>;
}

/**
 * Checks that nothing the transaction wrote was changed since its snapshot, then applies its writes. Small ones join
 * the turn's group commit. Large ones hold the group: others read the last committed state and wait with writing.
 * `beforeDurable` runs when all is applied and still part of the same SQLite transaction.
 * @throws StoreError 112 when something was changed; nothing has been written then.
 */
export const commitTransaction = async (
  context: CommitContext,
  transaction: { view: TransactionView; sequence: number },
  beforeDurable: () => void,
): Promise<void> => {
  const { group } = context;
  if (group.isHeld()) await context.waitForTurn();
  const { view, sequence } = transaction;
  const isLarge = view.writeCount() > APPLIED_AT_ONCE;
  if (!isLarge) {
    for (const own of view.pending.values()) {
      if (isStale(own.collection, sequence))
        for (const record of own.records.values()) check(context, own, record);
    }
    if (view.writeCount() > 0) applyAll(context, view);
    beforeDurable();
    return;
  }
  group.hold();
  try {
    for (const own of view.pending.values()) {
      if (!isStale(own.collection, sequence)) continue;
      await eachInSlices(context, own, (record) => check(context, own, record));
    }
    group.begin();
    const later = context.records.collectIndexRows();
    for (const own of view.pending.values())
      await eachInSlices(context, own, (record) => apply(context, own, record, later));
    for (const _ of later.write()) if (context.isSpent()) await context.pause();
    beforeDurable();
  } catch (error) {
    // Of any error, also one between two slices: half a transaction must not stay.
    group.abandon();
    for (const own of view.pending.values()) forgetDerived(context.writer, own.collection);
    throw error;
  } finally {
    group.release();
  }
};

const applyAll = (context: CommitContext, view: TransactionView): void => {
  context.group.begin();
  const collections = [...view.pending.values()].map((own) => own.collection);
  context.whole(collections, () => {
    for (const own of view.pending.values())
      for (const record of own.records.values()) apply(context, own, record);
  });
};

const eachInSlices = async (
  context: CommitContext,
  own: PendingCollection,
  visit: (record: PendingRecord) => void,
): Promise<void> => {
  let count = 0;
  for (const record of own.records.values()) {
    visit(record);
    count += 1;
    if (count % CHECK_EVERY === 0 && context.isSpent()) await context.pause();
  }
};

/** Whether anything was written to the collection after the snapshot; if not, nothing can conflict. */
const isStale = (collection: Collection, sequence: number): boolean =>
  collection.isDropped || collection.lastWrite > sequence;

const conflict = (): StoreError =>
  new StoreError(112, 'Write conflict: a document of this transaction was changed by another operation', {
    labels: ['TransientTransactionError'],
  });

const check = ({ writer }: CommitContext, own: PendingCollection, record: PendingRecord): void => {
  const { collection } = own;
  if (collection.isDropped) throw conflict();
  const statements = writer.records(collection.id);
  if (record.base === undefined) {
    if (record.key === undefined) return;
    const holder = statements.byKey.get(record.key);
    // A document deleted in this transaction frees its `_id` for one inserted in it.
    if (holder !== null && own.records.get(holder.rid)?.kind !== 'delete') throw conflict();
  } else if (statements.byRid.get(record.rid)?.ver !== record.base.ver) throw conflict();
  if (record.bytes === undefined || !record.touchesIndexes) return;
  const unique = collection.indexes.filter((index) => index.isUnique);
  if (unique.length === 0) return;
  const document = decodeDocument(record.bytes);
  for (const index of unique) {
    for (const key of indexKeysOf(index, document).keys) {
      const holders = writer
        .prepare<{ rid: number }>(`SELECT rid FROM x${index.id} WHERE key = ? AND rid <> ?`)
        .all(key, record.rid);
      if (holders.some((holder) => !own.records.has(holder.rid))) throw conflict();
    }
  }
};

const apply = (
  { records }: CommitContext,
  own: PendingCollection,
  record: PendingRecord,
  later?: CollectedRows,
): void => {
  const { collection } = own;
  const { rid, key, base, bytes } = record;
  if (base === undefined) {
    if (key === undefined || bytes === undefined) return;
    const document = () => decodeDocument(bytes);
    records.insert(collection, { key, bytes, document, rid, isChecked: true }, later);
  } else if (bytes === undefined) records.remove(collection, base, () => decodeDocument(base.doc), later);
  else {
    const { indexes } = collection;
    const needsFields = record.touchesIndexes && indexes.length > 0;
    const before = needsFields ? indexedPart(indexes, base.doc) : NO_FIELDS;
    const after = needsFields ? indexedPart(indexes, bytes) : NO_FIELDS;
    const kind = record.kind === 'replace' ? 'replace' : 'update';
    records.replace(collection, { row: base, before, after, bytes, kind, isChecked: true }, later);
  }
};
