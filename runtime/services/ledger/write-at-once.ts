import type { Session } from '@waypost/sdk';
import { mongo } from 'mongoose';
import { sendTogether } from '../../sdk/send-together.ts';

type Document = mongo.Document;

/** One document that is added, or one that has to be as it was read and is changed. */
export type LedgerWrite =
  | { to: string; insert: object }
  | { to: string; filter: Document; update: mongo.UpdateFilter<Document> };

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
  await sendTogether(mongo, {
    updates: writes.filter((write) => 'update' in write).length,
    send: () => connection.getClient().bulkWrite(models, { session }),
  });
}
