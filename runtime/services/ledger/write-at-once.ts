import type { Session } from '@waypost/sdk';
import { mongo } from 'mongoose';
import { isTransactionConflict, transactionConflict } from '../../storage/index.ts';

type Document = mongo.Document;

/** One document that is added, or one that has to be as it was read and is changed. */
export type LedgerWrite =
  | { to: string; insert: object }
  | { to: string; filter: Document; update: mongo.UpdateFilter<Document> };

/** MongoDB's error for a unique index. */
const DUPLICATE_KEY = 11_000;

/**
 * Writes documents of several collections in one command. Whatever is not as it was read when this transaction looked, a key
 * that somebody else has used meanwhile included, is a reason to run the transaction again.
 */
export async function writeAtOnce(
  connection: { name: string; getClient(): Pick<mongo.MongoClient, 'bulkWrite'> },
  writes: readonly LedgerWrite[],
  session: Session,
): Promise<void> {
  const models = writes.map((write): mongo.AnyClientBulkWriteModel<Document> => {
    const namespace = `${connection.name}.${write.to}`;
    return 'insert' in write
      ? { name: 'insertOne', namespace, document: write.insert as Document }
      : { name: 'updateOne', namespace, filter: write.filter, update: write.update };
  });
  const changes = writes.filter((write) => 'update' in write).length;
  let changed: number;
  try {
    changed = (await connection.getClient().bulkWrite(models, { session })).matchedCount;
  } catch (error) {
    throw reasonOf(error);
  }
  if (changed !== changes) throw transactionConflict('something is not as it was read');
}

/** The driver wraps what the store said, and its wrapper has no labels. */
function reasonOf(error: unknown): unknown {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return error;
  if (isTransactionConflict(error.cause)) return error.cause;
  const isTaken = [...error.writeErrors.values()].some(({ code }) => code === DUPLICATE_KEY);
  return isTaken ? transactionConflict('written by another at the same time', error) : error;
}
