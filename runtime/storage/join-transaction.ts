import { type Connection, mongo } from 'mongoose';
import type { JoinedTransaction, TransactionName } from './joined-transaction.ts';
import type { TransactionWatcher } from './store-access.ts';

/** What the driver keeps of a session (mongodb 7.8.0, sessions.js); there is no public way to take part in one. */
interface SessionParts {
  _serverSession: { id: { id: mongo.Binary }; lastUse: number; txnNumber: number; isDirty: boolean };
  txnNumberIncrement: number;
  transaction: { transition(state: 'TRANSACTION_IN_PROGRESS' | 'TRANSACTION_ABORTED'): void };
}

/**
 * Takes part in a transaction that another process has begun. The store knows a transaction by its session's id and
 * number, not by the connection; both processes must be the same user of it.
 */
export function joinTransaction(
  connection: Connection,
  watchers: ReadonlySet<TransactionWatcher>,
  { id, number }: TransactionName,
): JoinedTransaction {
  const session = connection.getClient().startSession({ causalConsistency: false });
  session.startTransaction();
  const parts = session as unknown as SessionParts;
  const own = parts._serverSession;
  parts._serverSession = {
    id: { id: new mongo.Binary(Buffer.from(id, 'hex'), mongo.Binary.SUBTYPE_UUID) },
    lastUse: own.lastUse,
    txnNumber: number,
    isDirty: false,
  };
  parts.txnNumberIncrement = 0;
  parts.transaction.transition('TRANSACTION_IN_PROGRESS');
  for (const watcher of watchers) watcher.begins(session);
  let isOver = false;
  return {
    session,
    async committed() {
      await Promise.all([...watchers].map((watcher) => watcher.committed(session)));
    },
    async end() {
      if (isOver) return;
      isOver = true;
      for (const watcher of watchers) watcher.ended(session);
      // Else the driver would abort the other's transaction, and keep its session for its own use.
      parts.transaction.transition('TRANSACTION_ABORTED');
      parts._serverSession = own;
      await session.endSession();
    },
  };
}
