import type { Collection } from '../storage/collection.ts';
import type { Connection } from '../storage/connection.ts';
import { NO_KEYS, openDocumentKeys, openKeys } from '../storage/key-source.ts';
import { NO_ROW_NUMBERS, openRowNumbers } from '../storage/row-numbers.ts';
import { openRows, type RowSource } from '../storage/row-source.ts';
import type { View } from '../storage/view.ts';
import { StoreError } from '../value/errors.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';

/** A state that reads outside transactions go on seeing, however much is written meanwhile. */
export interface Past {
  /** Newest write that it shows. */
  sequence: number;
  /** Only for reading. Once the state is let go it refuses (239), cursors that are open included. */
  view: View;
}

/** The states that snapshot reads have named. */
export interface Pasts {
  /** That state; undefined: the last committed one. @throws StoreError 239 when it is not kept, or not any more */
  at(sequence: number | undefined): Past;
  /** Lets go what is old. `isLogLong`: what is kept holds up the write-ahead log, so that it gets less time. */
  sweep(isLogLong?: boolean): void;
  count(): number;
}

/** MongoDB's minSnapshotHistoryWindowInSeconds. */
const LONGEST_MILLISECONDS = 300_000;
/** MongoDB keeps what nobody reads as well; here it holds up the write-ahead log. */
const IDLE_MILLISECONDS = 60_000;
const IDLE_WITH_LONG_LOG_MILLISECONDS = 10_000;
/** Each is a connection. The oldest makes room. */
const MOST_KEPT = 8;

interface Kept {
  past: Past;
  snapshot: Snapshot;
  startedAt: number;
  lastUsed: number;
}

/** Makes the register. `committed` is the number of the newest durable write; `now` a monotonic clock in milliseconds. */
export const createPasts = (input: {
  snapshots: Pick<Snapshots, 'take'>;
  committed: () => number;
  now: () => number;
}): Pasts => {
  const { snapshots, committed, now } = input;
  const kept = new Map<number, Kept>();

  const letGo = ({ past, snapshot }: Kept): void => {
    kept.delete(past.sequence);
    snapshot.release();
  };
  const take = (sequence: number): Past => {
    for (const oldest of kept.values()) if (kept.size >= MOST_KEPT) letGo(oldest);
    const snapshot = snapshots.take();
    const connection = (): Connection => {
      if (kept.get(sequence) !== one) throw tooOld();
      one.lastUsed = now();
      return snapshot.connection;
    };
    const past = { sequence, view: createPastView(connection, sequence) };
    const one: Kept = { past, snapshot, startedAt: now(), lastUsed: now() };
    kept.set(sequence, one);
    return past;
  };

  return {
    at: (asked) => {
      const newest = committed();
      const found = kept.get(asked ?? newest);
      if (found !== undefined) {
        found.lastUsed = now();
        return found.past;
      }
      if (asked !== undefined && asked !== newest) throw tooOld();
      return take(newest);
    },
    sweep: (isLogLong = false) => {
      const longestIdle = isLogLong ? IDLE_WITH_LONG_LOG_MILLISECONDS : IDLE_MILLISECONDS;
      for (const one of [...kept.values()]) {
        if (now() - one.startedAt > LONGEST_MILLISECONDS || now() - one.lastUsed > longestIdle) letGo(one);
      }
    },
    count: () => kept.size,
  };
};

const tooOld = (): StoreError =>
  new StoreError(239, 'Read timestamp is older than the oldest available timestamp.');

/** `connection` answers each time it is asked, or refuses once the state is let go. */
const createPastView = (connection: () => Connection, sequence: number): View => {
  const isThere = (collection: Collection): boolean => {
    if (collection.createdAt > sequence) return false;
    if (collection.indexes.some(({ createdAt }) => createdAt > sequence))
      throw new StoreError(246, 'an index was made after the time that is read at');
    return true;
  };
  const readsOnly = (): never => {
    throw new StoreError(72, 'a state of the past is only read');
  };
  return {
    rows: (collection, path) => (isThere(collection) ? openRows(connection, collection, path) : NO_ROWS),
    keys: (collection, path) => (isThere(collection) ? openKeys(connection, collection, path) : NO_KEYS),
    documentKeys: (collection, path) =>
      isThere(collection) ? openDocumentKeys(connection, collection, path) : NO_KEYS,
    rowNumbers: (collection, path) =>
      isThere(collection) ? openRowNumbers(connection, collection, path) : NO_ROW_NUMBERS,
    byKey: (collection, key) =>
      isThere(collection) ? (connection().records(collection.id).byKey.get(key) ?? undefined) : undefined,
    byRid: (collection, rid) =>
      isThere(collection) ? (connection().records(collection.id).byRid.get(rid) ?? undefined) : undefined,
    keepsOrder: () => true,
    insert: readsOnly,
    replace: readsOnly,
    remove: readsOnly,
  };
};

const NO_ROWS: RowSource = { next: () => [] };
