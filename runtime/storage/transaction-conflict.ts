import { mongo } from 'mongoose';

const TRANSIENT = 'TransientTransactionError';
/** MongoDB's error for a unique index. */
const DUPLICATE_KEY = 11_000;

/** An error for which the driver runs a transaction again. */
export function transactionConflict(message: string, cause?: Error): mongo.MongoError {
  const error = new mongo.MongoError(message, cause === undefined ? {} : { cause });
  error.addErrorLabel(TRANSIENT);
  return error;
}

/** Whether it is one for which the driver runs a transaction again. */
export function isTransactionConflict(error: unknown): error is mongo.MongoError {
  return error instanceof mongo.MongoError && error.hasErrorLabel(TRANSIENT);
}

/**
 * Makes a unique value that somebody else has inserted since the transaction began a reason to run it again: it then sees
 * what the other did. For work that looks whether the value is there before it inserts it.
 */
export async function againWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof mongo.MongoError && error.code === DUPLICATE_KEY)
      throw transactionConflict('written by another at the same time', error);
    throw error;
  }
}
