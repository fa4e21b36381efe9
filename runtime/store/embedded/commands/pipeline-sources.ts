import type { PipelineSource } from '../aggregate/index.ts';
import { StoreError } from '../errors.ts';
import type { CommandContext } from '../server/context.ts';
import { type Document, int32, isDocument, type Value } from '../value/index.ts';
import { runningOperations } from './diagnostics.ts';
import { describeIndexes } from './indexes.ts';

/** The documents of a first stage that reads no collection's documents. */
export const sourceDocuments = async (
  context: CommandContext,
  source: PipelineSource,
  name: string | undefined,
): Promise<Document[]> => {
  const { store, database } = context;
  const collection = name === undefined ? undefined : store.catalog.find(database, name);
  switch (source.name) {
    case '$currentOp':
      return runningOperations(store.operations.list(), store.options.monotonic());
    case '$indexStats':
      if (collection === undefined) return [];
      return describeIndexes(collection).map(
        (index) =>
          new Map<string, Value>([
            ['name', index.get('name') as Value],
            ['key', index.get('key') as Value],
            ['spec', index],
          ]),
      );
    case '$collStats': {
      if (collection === undefined) throw new StoreError(26, `Collection [${database}.${name}] not found.`);
      const stats: Document = new Map([['ns', collection.namespace]]);
      if (isDocument(source.operand) && source.operand.has('count'))
        stats.set('count', int32(await store.countDocuments(collection, context.operation)));
      return [stats];
    }
    default:
      throw new StoreError(40602, `${source.name} is only valid as the first stage in a pipeline`);
  }
};
