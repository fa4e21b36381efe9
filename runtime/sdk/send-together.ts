import type { mongo } from 'mongoose';
import { conflict, type Driver, isConflict, wasTaken } from './conflict.ts';

/**
 * Sends writes of several collections as one command, for a transaction. What is not as the transaction read it makes it run again:
 * a document that is not as its filter says, and a unique value that somebody else has inserted meanwhile.
 * @param writes.updates how many of them change a document that has to be there, or add it
 */
export async function sendTogether(
  driver: Driver,
  writes: {
    updates: number;
    send(): Promise<Pick<mongo.ClientBulkWriteResult, 'matchedCount' | 'upsertedCount'>>;
  },
): Promise<void> {
  const { matchedCount, upsertedCount } = await writes.send().catch((error: unknown) => {
    throw reasonOf(driver, error);
  });
  if (matchedCount + upsertedCount !== writes.updates)
    throw conflict(driver, 'something is not as it was read');
}

/** The driver wraps what the store said, and its wrapper has no labels. */
function reasonOf(driver: Driver, error: unknown): unknown {
  if (!(error instanceof driver.MongoClientBulkWriteError)) return error;
  if (isConflict(driver, error.cause)) return error.cause;
  return wasTaken(driver, error) ? conflict(driver, 'written by another at the same time', error) : error;
}
