import { StoreError } from '../value/errors.ts';
import type { Document } from '../value/index.ts';
import type { Operation } from './operation.ts';

/** Documents for one batch of a cursor's answer. */
export interface Batch {
  documents: Uint8Array[];
  /** Nothing will follow. */
  isDone: boolean;
  /** Where a change stream can be resumed after this batch. */
  resumeToken?: Uint8Array;
}

/** How much a batch may hold. */
export interface BatchLimits {
  /** undefined: as many as fit. */
  count: number | undefined;
  bytes: number;
  /** Milliseconds a change stream may wait for something to come. */
  awaitMilliseconds: number | undefined;
}

/** Where a cursor's documents come from. */
export interface DocumentStream {
  nextBatch(limits: BatchLimits, operation: Operation): Promise<Batch>;
  close(): void;
  /** A change stream: an empty batch is no end, and a batch may wait for something to come. */
  isEndless?: boolean;
}

/** An open cursor between two batches. */
export interface Cursor {
  id: bigint;
  namespace: string;
  stream: DocumentStream;
  lastUsed: number;
  /** Its session's id, when it has one. */
  session: string | undefined;
  /** Number of the transaction it reads in. */
  transaction: number | undefined;
  isBusy: boolean;
  isTimeoutDisabled: boolean;
  /** The command that opened it, without values; of change streams only. */
  origin?: Document | undefined;
}

/** The open cursors of all clients. */
export interface Cursors {
  open(
    input: Pick<
      Cursor,
      'namespace' | 'stream' | 'session' | 'transaction' | 'isTimeoutDisabled' | 'origin'
    > & {
      /** Its number, when it was reserved. */
      id?: bigint;
    },
  ): Cursor;
  /** A number for a cursor that may be opened later. */
  reserve(): bigint;
  /** @throws StoreError 43 when there is none, 117 when another command reads from it. */
  use(id: bigint): Cursor;
  isOpen(id: bigint): boolean;
  /** The command that opened a change stream, without values; undefined for any other cursor. */
  originOf(id: bigint): Document | undefined;
  close(id: bigint): boolean;
  closeSession(session: string): void;
  closeTransaction(session: string, transaction: number): void;
  /** Closes cursors nobody has read from for ten minutes. */
  sweep(): void;
  count(): number;
}

/** MongoDB's cursorTimeoutMillis. */
const IDLE_MILLISECONDS = 600_000;

/** Makes the register. `now` is a monotonic clock in milliseconds. */
export const createCursors = ({ now }: { now: () => number }): Cursors => {
  const cursors = new Map<bigint, Cursor>();
  const random = new BigUint64Array(1);

  const newId = (): bigint => {
    for (;;) {
      crypto.getRandomValues(random);
      const id = (random[0] as bigint) & 0x7fff_ffff_ffff_ffffn;
      if (id !== 0n && !cursors.has(id)) return id;
    }
  };
  const close = (id: bigint): boolean => {
    const cursor = cursors.get(id);
    if (cursor === undefined) return false;
    cursors.delete(id);
    cursor.stream.close();
    return true;
  };

  return {
    open: (input) => {
      const cursor: Cursor = { ...input, id: input.id ?? newId(), lastUsed: now(), isBusy: false };
      cursors.set(cursor.id, cursor);
      return cursor;
    },
    reserve: newId,
    use: (id) => {
      const cursor = cursors.get(id);
      if (cursor === undefined) throw new StoreError(43, `cursor id ${id} not found`);
      if (cursor.isBusy) throw new StoreError(12051, `cursor id ${id} is already in use`);
      cursor.lastUsed = now();
      return cursor;
    },
    isOpen: (id) => cursors.has(id),
    originOf: (id) => cursors.get(id)?.origin,
    close,
    closeSession: (session) => {
      for (const cursor of [...cursors.values()]) if (cursor.session === session) close(cursor.id);
    },
    closeTransaction: (session, transaction) => {
      for (const cursor of [...cursors.values()]) {
        if (cursor.session === session && cursor.transaction === transaction) close(cursor.id);
      }
    },
    sweep: () => {
      for (const cursor of [...cursors.values()]) {
        const isIdle =
          !cursor.isBusy && !cursor.isTimeoutDisabled && now() - cursor.lastUsed > IDLE_MILLISECONDS;
        if (isIdle) close(cursor.id);
      }
    },
    count: () => cursors.size,
  };
};
