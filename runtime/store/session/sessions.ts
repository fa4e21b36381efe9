import type { Collection } from '../storage/collection.ts';
import type { Connection } from '../storage/connection.ts';
import { StoreError } from '../value/errors.ts';
import type { Document } from '../value/index.ts';
import { createClaims } from './claims.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';
import { type Claim, createTransactionView, type TransactionView } from './transaction-view.ts';

/** One transaction of a session. */
export interface Transaction {
  number: number;
  /** One that is being committed is ended by its commit alone. */
  state: 'active' | 'committing' | 'committed' | 'aborted';
  /** Statements of it that run now. */
  running: number;
  /** Whoever began it is gone. */
  isLeft: boolean;
  /** While it is being committed, and afterwards: settles as the commit does. */
  committing: Promise<void> | undefined;
  view: TransactionView;
  /** Newest write that its snapshot shows. */
  sequence: number;
  /** Milliseconds on the monotonic clock: when it began, and when a statement of it began or ended last. */
  startedAt: number;
  lastUsed: number;
}

/** A logical session of a driver. */
export interface Session {
  /** Settles when the retryable write that runs now has ended. */
  retrying: Promise<void> | undefined;
  /** Its 16 bytes as text, one character a byte. */
  id: string;
  lastUsed: number;
  transaction: Transaction | undefined;
  /** What the program says of itself that has sent the newest statement of its transactions. */
  client?: Document | undefined;
  /** The comment of that statement. */
  comment?: string | undefined;
  /** The connection that it came by. */
  connection?: number | undefined;
}

/** The sessions of all clients and their transactions. */
export interface Sessions {
  /** The session of that id, made when it is new. */
  use(id: string): Session;
  /** @throws StoreError 225, 251 when the number is an old one. */
  start(session: Session, number: number): Transaction;
  /** The active transaction of that number. @throws StoreError 251, 256 */
  active(session: Session, number: number): Transaction;
  /** A statement of a transaction runs; call what it answers when that has ended. */
  runs(transaction: Transaction): () => void;
  /** Commits by `work`: nothing else ends the transaction meanwhile, whatever the time. What `work` throws aborts it. */
  commit(transaction: Transaction, work: () => Promise<void>): Promise<void>;
  /** Gives up a transaction that is active: its snapshot is let go, its claims are given up. */
  abort(transaction: Transaction | undefined): void;
  end(id: string): void;
  /**
   * A connection is closed: the transactions are given up whose newest statement came by it, as soon as that has ended. MongoDB has what a
   * killed process has written in one wait for a minute; here nobody else can go on with it, and others want its documents.
   */
  gone(connection: number): void;
  /**
   * Aborts transactions that go on for too long and forgets sessions nobody uses. `isLogLong`: the state that a
   * transaction keeps holds up the write-ahead log, so that one that nobody goes on with gets less time.
   */
  sweep(isLogLong?: boolean): string[];
  count(): number;
  /** Sessions whose transaction is open, or is being committed. */
  open(): { session: Session; transaction: Transaction }[];
}

/** MongoDB's transactionLifetimeLimitSeconds. */
const LONGEST_TRANSACTION_MILLISECONDS = 60_000;
const IDLE_WITH_LONG_LOG_MILLISECONDS = 10_000;
/** MongoDB's localLogicalSessionTimeoutMinutes, as hello tells drivers. */
export const SESSION_TIMEOUT_MINUTES = 30;

const transient = { labels: ['TransientTransactionError'] };

/** Makes the register. `committed` is the number of the newest durable write; `now` a monotonic clock in milliseconds. */
export const createSessions = (input: {
  snapshots: Snapshots;
  writer: Connection;
  committed: () => number;
  now: () => number;
}): Sessions => {
  const { snapshots, writer, now } = input;
  const sessions = new Map<string, Session>();
  const snapshotOf = new Map<Transaction, Snapshot>();
  const claims = createClaims(writer);

  const letGo = (transaction: Transaction): void => {
    snapshotOf.get(transaction)?.release();
    snapshotOf.delete(transaction);
  };
  const finish = (transaction: Transaction, state: 'committed' | 'aborted'): void => {
    transaction.state = state;
    letGo(transaction);
    claims.release(transaction);
    transaction.view.pending.clear();
  };
  const abort = (transaction: Transaction | undefined): void => {
    if (transaction?.state === 'active') finish(transaction, 'aborted');
  };

  return {
    use: (id) => {
      let session = sessions.get(id);
      if (session === undefined) {
        session = { id, lastUsed: now(), transaction: undefined, retrying: undefined };
        sessions.set(id, session);
      }
      session.lastUsed = now();
      return session;
    },
    start: (session, number) => {
      const earlier = session.transaction;
      if (earlier !== undefined && number < earlier.number) {
        throw new StoreError(
          225,
          `Cannot start transaction ${number}: a newer one, ${earlier.number}, has started`,
        );
      }
      if (earlier !== undefined && number === earlier.number) {
        throw new StoreError(251, `Cannot start transaction ${number}: it was started before`, transient);
      }
      if (earlier?.state === 'committing')
        throw new StoreError(117, `Transaction ${earlier.number} is being committed`, transient);
      abort(earlier);
      const snapshot = snapshots.take();
      const sequence = input.committed();
      const claim = (collection: Collection, what: Claim) =>
        claims.take(transaction, { collection, what, sequence });
      const view = createTransactionView({ snapshot: snapshot.connection, sequence, claim });
      const startedAt = now();
      const transaction: Transaction = {
        number,
        state: 'active',
        view,
        sequence,
        startedAt,
        lastUsed: startedAt,
        running: 0,
        isLeft: false,
        committing: undefined,
      };
      session.transaction = transaction;
      snapshotOf.set(transaction, snapshot);
      return transaction;
    },
    active: (session, number) => {
      const transaction = session.transaction;
      if (transaction?.number === number && transaction.state === 'active') return transaction;
      if (transaction?.number === number && transaction.state === 'committed') {
        throw new StoreError(256, `Transaction ${number} has been committed`);
      }
      const what = `Given transaction number ${number} does not match any in-progress transactions.`;
      throw new StoreError(251, what, transient);
    },
    runs: (transaction) => {
      transaction.running += 1;
      return () => {
        transaction.running -= 1;
        transaction.lastUsed = now();
        if (transaction.isLeft && transaction.running === 0) abort(transaction);
      };
    },
    commit: (transaction, work) => {
      transaction.state = 'committing';
      // Nothing is read from it any more, and the log can be emptied as soon as the commit is in it.
      if (transaction.running === 0) letGo(transaction);
      transaction.committing = work().then(
        () => finish(transaction, 'committed'),
        (error: unknown) => {
          finish(transaction, 'aborted');
          throw error;
        },
      );
      return transaction.committing;
    },
    abort,
    end: (id) => {
      const session = sessions.get(id);
      if (session === undefined) return;
      abort(session.transaction);
      sessions.delete(id);
    },
    gone: (connection) => {
      for (const { connection: last, transaction } of sessions.values()) {
        if (last !== connection || transaction?.state !== 'active') continue;
        transaction.isLeft = true;
        if (transaction.running === 0) abort(transaction);
      }
    },
    sweep: (isLogLong = false) => sweepSessions(sessions, { abort, isLogLong, now: now() }),
    count: () => sessions.size,
    open: () => [...sessions.values()].flatMap(openOf),
  };
};

/** @returns ids of the sessions that are forgotten */
function sweepSessions(
  sessions: Map<string, Session>,
  { abort, isLogLong, now }: { abort: Sessions['abort']; isLogLong: boolean; now: number },
): string[] {
  const forgotten: string[] = [];
  for (const session of sessions.values()) {
    const { transaction } = session;
    if (transaction !== undefined && isTooLong(transaction, now, isLogLong)) abort(transaction);
    if (now - session.lastUsed > SESSION_TIMEOUT_MINUTES * 60_000) {
      sessions.delete(session.id);
      forgotten.push(session.id);
    }
  }
  return forgotten;
}

function openOf(session: Session): ReturnType<Sessions['open']> {
  const { transaction } = session;
  const isOpen = transaction?.state === 'active' || transaction?.state === 'committing';
  return isOpen ? [{ session, transaction }] : [];
}

function isTooLong(transaction: Transaction, now: number, isLogLong: boolean): boolean {
  const { startedAt, lastUsed, running } = transaction;
  if (now - startedAt > LONGEST_TRANSACTION_MILLISECONDS) return true;
  return isLogLong && running === 0 && now - lastUsed > IDLE_WITH_LONG_LOG_MILLISECONDS;
}
