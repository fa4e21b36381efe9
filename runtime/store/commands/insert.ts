import { type CommandContext, documentBytes } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { collectionName } from '../request/fields.ts';
import { prepareNewDocument } from '../storage/new-document.ts';
import { timestampBits } from '../storage/sequence.ts';
import { StoreError } from '../value/errors.ts';
import { batchReply, runBatch } from './batch.ts';

/** `insert`: adds documents. */
export const insert = async (context: CommandContext): Promise<Reply> => {
  const { store, view } = context;
  const name = collectionName(context);
  const documents = documentBytes(context, 'documents');
  if (documents.length === 0)
    throw new StoreError(16, 'Write batch sizes must be between 1 and 100000. Got 0 operations.');
  if (store.group.isHeld() && context.transaction === undefined) await context.operation.waitForTurn();
  let collection = store.ensureCollection(context.database, name);
  const nextTimestamp = (): bigint => timestampBits(store.sequence.next());
  const state = await runBatch(context, documents.length, (index, progress) => {
    if (collection.isDropped) collection = store.ensureCollection(context.database, name);
    view.insert(collection, prepareNewDocument(documents[index] as Uint8Array, nextTimestamp));
    progress.n += 1;
  });
  return batchReply(state);
};
