import { openChangeStream } from '../changes/change_stream.ts';
import { StoreError } from '../errors.ts';
import type { CommandContext, Reply } from '../server/context.ts';
import { isDocument } from '../value/index.ts';
import { cursorBatchSize, openCursor } from './cursor_reply.ts';

/** `aggregate`: runs a pipeline. */
export const aggregate = async (context: CommandContext): Promise<Reply> => {
  const { command, database, store } = context;
  const stages = command.get('pipeline');
  if (!Array.isArray(stages) || !stages.every(isDocument))
    throw new StoreError(14, "'pipeline' option must be specified as an array");
  const target = command.get('aggregate');
  const collection = typeof target === 'string' ? target : undefined;
  const options = stages[0]?.get('$changeStream');
  if (isDocument(options)) {
    const stream = await openChangeStream({
      store,
      database,
      collection,
      options,
      transform: async (events) => events,
    });
    const namespace = collection === undefined ? `${database}.$cmd.aggregate` : `${database}.${collection}`;
    return openCursor(context, {
      namespace,
      stream,
      batchSize: cursorBatchSize(context),
      isSingleBatch: false,
    });
  }
  throw new StoreError(59, 'aggregate');
};
