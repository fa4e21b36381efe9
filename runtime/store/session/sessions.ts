import type { Collection } from '../storage/collection.ts';
import type { Connection } from '../storage/connection.ts';
import { keyText } from '../storage/index-keys.ts';
import { StoreError } from '../value/errors.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';
import { type Claim, createTransactionView, type TransactionView } from './transaction-view.ts';

/** One transaction of a session. */
export interface Transaction {
  number: number;
  state: 'active' | 'committed' | 'aborted';
  view: TransactionView;
  /** Newest write that its snapshot shows. */
  sequence: number;
  /** Milliseconds on the monotonic clock. */
  startedAt: number;
}

/** A logical session of a driver. */
export interface Session {
  /** Settles when the retryable write that runs now has ended. */
  retrying: Promise<void> | undefined;
  /** Its 16 bytes as text, one character a byte. */
  id: string;
  lastUsed: number;
  transaction: Transaction | undefined;
}

/** The sessions of all clients and their transactions. */
export interface Sessions {
  /** The session of that id, made when it is new. */
  use(id: string): Session;
  /** @throws StoreError 225, 251 when the number is an old one. */
  start(session: Session, number: number): Transaction;
  /** The active transaction of that number. @throws StoreError 251, 256 */
  active(session: Session, number: number): Transaction;
  /** Ends a transaction: its snapshot is let go, its claims are given up. */
  finish(session: Session, state: 'committed' | 'aborted'): void;
  end(id: string): void;
  /**
   * Aborts transactions that run for too long and forgets sessions nobody uses. `isLogLong`: the state that a
   * transaction keeps holds up the write-ahead log, so that it gets less time.
   */
  sweep(isLogLong?: boolean): string[];
  count(): number;
}

/** MongoDB's transactionLifetimeLimitSeconds. */
const LONGEST_TRANSACTION_MILLISECONDS = 60_000;
const LONGEST_WITH_LONG_LOG_MILLISECONDS = 10_000;
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
  /** Documents that a running transaction has written: claim → that transaction's session. */
  const claims = new Map<string, Transaction>();
  const claimsOf = new Map<Transaction, string[]>();

  const claimFor = (holder: () => Transaction, sequence: number) => {
    return (collection: Collection, what: Claim): boolean => {
      const name =
        what.key === undefined ? `${collection.id}:${what.rid}` : `${collection.id}=${keyText(what.key)}`;
      const transaction = holder();
      const other = claims.get(name);
      if (other === transaction) return true;
      if (other !== undefined) return false;
      if (collection.lastWrite > sequence && !isUnchanged(collection, what, sequence)) return false;
      claims.set(name, transaction);
      claimsOf.get(transaction)?.push(name);
      return true;
    };
  };
  const isUnchanged = (collection: Collection, what: Claim, sequence: number): boolean => {
    const statements = writer.records(collection.id);
    if (what.key !== undefined) {
      const holder = statements.byKey.get(what.key);
      return holder === null || holder.ver <= sequence;
    }
    const row = statements.byRid.get(what.rid);
    return row !== null && row.ver <= sequence;
  };

  const finish = (session: Session, state: 'committed' | 'aborted'): void => {
    const transaction = session.transaction;
    if (transaction?.state !== 'active') return;
    transaction.state = state;
    snapshotOf.get(transaction)?.release();
    snapshotOf.delete(transaction);
    for (const name of claimsOf.get(transaction) ?? []) claims.delete(name);
    claimsOf.delete(transaction);
    transaction.view.pending.clear();
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
      finish(session, 'aborted');
      const snapshot = snapshots.take();
      const sequence = input.committed();
      const claim = claimFor(() => transaction, sequence);
      const view = createTransactionView({ snapshot: snapshot.connection, sequence, claim });
      const transaction: Transaction = { number, state: 'active', view, sequence, startedAt: now() };
      session.transaction = transaction;
      snapshotOf.set(transaction, snapshot);
      claimsOf.set(transaction, []);
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
    finish,
    end: (id) => {
      const session = sessions.get(id);
      if (session === undefined) return;
      finish(session, 'aborted');
      sessions.delete(id);
    },
    sweep: (isLogLong = false) => {
      const forgotten: string[] = [];
      const longest = isLogLong ? LONGEST_WITH_LONG_LOG_MILLISECONDS : LONGEST_TRANSACTION_MILLISECONDS;
      for (const session of sessions.values()) {
        const startedAt = session.transaction?.startedAt ?? 0;
        if (session.transaction?.state === 'active' && now() - startedAt > longest) {
          finish(session, 'aborted');
        }
        if (now() - session.lastUsed > SESSION_TIMEOUT_MINUTES * 60_000) {
          sessions.delete(session.id);
          forgotten.push(session.id);
        }
      }
      return forgotten;
    },
    count: () => sessions.size,
  };
};
