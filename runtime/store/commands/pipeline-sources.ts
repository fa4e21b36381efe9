import type { PipelineSource } from '../aggregate/index.ts';
import type { CommandContext } from '../engine/context.ts';
import { describeIndexes } from '../storage/describe-indexes.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, int32, isDocument, type Value } from '../value/index.ts';
import { operationsNow } from './current-op.ts';

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
      checkOff(source, ['allUsers', 'localOps', 'idleConnections', 'idleSessions', 'idleCursors'], []);
      return operationsNow(store, isDocument(source.operand) && source.operand.get('idleSessions') !== false);
    case '$indexStats':
      checkOff(source, [], []);
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
      checkOff(source, ['count'], ['latencyStats', 'storageStats', 'queryExecStats', 'operationStats']);
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

/** @throws StoreError 9, 40415 for what is malformed, 115 for options that are not carried out. */
const checkOff = (
  { name, operand }: PipelineSource,
  known: readonly string[],
  refused: readonly string[],
): void => {
  if (!isDocument(operand)) throw new StoreError(9, `${name} options must be specified in an object`);
  for (const option of operand.keys()) {
    if (refused.includes(option))
      throw new StoreError(115, `${name} option '${option}' is not supported by the embedded store`);
    if (!known.includes(option))
      throw new StoreError(40415, `BSON field '${name}.${option}' is an unknown field.`);
  }
};
