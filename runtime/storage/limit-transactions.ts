import { AsyncLocalStorage } from 'node:async_hooks';
import { mongo } from 'mongoose';

/**
 * How long a transaction is tried, milliseconds: an election of twelve seconds is outlasted, and its caller, who waits for
 * thirty, is still told how it ended. The driver's own limit is two minutes: long after that it would still carry out what was
 * answered as failed.
 */
export const TRANSACTION_PATIENCE_MS = 15_000;

/**
 * The same where nobody waits, jobs and operations, milliseconds: what a killed process has written in a transaction that it did not
 * come to commit keeps others from those documents for a minute (MongoDB's `transactionLifetimeLimitSeconds`), and work that
 * goes on after such a kill begins with them.
 */
const WORK_PATIENCE_MS = 90_000;

const working = new AsyncLocalStorage<number>();

/** Runs `work`, whose transactions are tried for longer, because nobody waits for an answer of it. */
export const nobodyWaits = <T>(work: () => T): T => working.run(WORK_PATIENCE_MS, work);

const COMMIT_UNKNOWN = 'UnknownTransactionCommitResult';

/**
 * Makes every transaction of a client's sessions (`withTransaction`, and what Mongoose makes of it) end within the patience: no attempt
 * begins after it, and no commit is asked for again. It then fails with the error of the last attempt.
 */
export function limitTransactions(client: mongo.MongoClient, patience = TRANSACTION_PATIENCE_MS): void {
  const start = client.startSession.bind(client);
  client.startSession = (options) => {
    // One that the driver opens for a single command (mongodb 7.8.0, execute_operation.js) has no transaction.
    const isForOne = options !== undefined && 'explicit' in options && options.explicit === false;
    return isForOne ? start(options) : limited(start(options), patience);
  };
}

function limited(session: mongo.ClientSession, patience: number): mongo.ClientSession {
  const run = session.withTransaction.bind(session);
  const commit = session.commitTransaction.bind(session);
  let end = Number.POSITIVE_INFINITY;
  session.withTransaction = async <T>(
    work: mongo.WithTransactionCallback<T>,
    options?: Parameters<mongo.ClientSession['withTransaction']>[1],
  ): Promise<T> => {
    end = performance.now() + (working.getStore() ?? patience);
    let last: unknown;
    try {
      return await run(async (own) => {
        // Without the label that has it run again.
        if (last !== undefined && performance.now() > end) throw new GivenUp(last);
        try {
          return await work(own);
        } catch (error) {
          last = error;
          throw error;
        }
      }, options);
    } catch (error) {
      throw error instanceof GivenUp ? error.last : error;
    } finally {
      end = Number.POSITIVE_INFINITY;
    }
  };
  session.commitTransaction = async (options) => {
    try {
      await commit(options);
    } catch (error) {
      const isAskedAgain = error instanceof mongo.MongoError && error.hasErrorLabel(COMMIT_UNKNOWN);
      if (isAskedAgain && performance.now() > end) throw new GivenUp(error);
      throw error;
    }
  };
  return session;
}

/** The patience is over. Of the driver's own kind: it looks for labels in whatever a commit fails with. */
class GivenUp extends mongo.MongoError {
  override get name() {
    return 'GivenUp';
  }
  constructor(readonly last: unknown) {
    super('a transaction was given up');
  }
}
