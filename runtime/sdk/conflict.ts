import type { mongo } from 'mongoose';

/** MongoDB's error for a unique index. */
export const DUPLICATE_KEY = 11_000;
/** MongoDB's label for what makes a transaction run again. */
export const TRANSIENT = 'TransientTransactionError';

/** Classes of the driver whose transaction it is: a plugin has none of its own. */
export type Driver = Pick<typeof mongo, 'MongoError' | 'MongoClientBulkWriteError'>;

/** An error for which the driver runs a transaction again. */
export function conflict({ MongoError }: Driver, message: string, cause?: Error): mongo.MongoError {
  const error = new MongoError(message, cause === undefined ? {} : { cause });
  error.addErrorLabel(TRANSIENT);
  return error;
}

/** Whether it is one for which the driver runs a transaction again. */
export const isConflict = ({ MongoError }: Driver, error: unknown): error is mongo.MongoError =>
  error instanceof MongoError && error.hasErrorLabel(TRANSIENT);

/** Whether a unique value was taken that a command wanted which writes to several collections. */
export const wasTaken = (driver: Driver, error: unknown): error is mongo.MongoClientBulkWriteError =>
  error instanceof driver.MongoClientBulkWriteError &&
  [...error.writeErrors.values()].some(({ code }) => code === DUPLICATE_KEY);
