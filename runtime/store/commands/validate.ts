import { join } from 'node:path';
import type { ValidateAnswer, ValidateRequest } from '../archive/validate-worker.ts';
import type { CommandContext } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { collectionName } from '../request/fields.ts';
import { FILE_NAME } from '../storage/connection.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, int32, type Value } from '../value/index.ts';

/** How often a running check looks whether it was stopped, milliseconds. */
const LOOK_MILLISECONDS = 50;

/** `validate`: whether a collection's documents and indexes agree. A thread looks at the file; others are served meanwhile. */
export const validate = async (context: CommandContext): Promise<Reply> => {
  const { store, database, operation } = context;
  const name = collectionName(context);
  const namespace = `${database}.${name}`;
  if (store.catalog.find(database, name) === undefined) throw missing(namespace);
  const worker = new Worker(new URL('../archive/validate-worker.ts', import.meta.url).href, { smol: true });
  try {
    let answer: ValidateAnswer | undefined;
    worker.onmessage = ({ data }: MessageEvent<ValidateAnswer>) => {
      answer = data;
    };
    worker.onerror = (event) => {
      answer = { failure: event.message };
    };
    const request: ValidateRequest = { file: join(store.options.directory, FILE_NAME), database, name };
    worker.postMessage(request);
    while (answer === undefined) {
      await Bun.sleep(LOOK_MILLISECONDS);
      await operation.pause();
    }
    if ('failure' in answer) throw new StoreError(8, `the collection cannot be checked: ${answer.failure}`);
    if (answer.report === undefined) throw missing(namespace);
    return replyOf(namespace, answer.report);
  } finally {
    worker.terminate();
  }
};

const missing = (namespace: string): StoreError =>
  new StoreError(26, `Collection '${namespace}' does not exist to validate.`);

const replyOf = (
  namespace: string,
  { documents, keys, problems }: { documents: number; keys: [string, number][]; problems: string[] },
): Document => {
  const isValid = (index: string): boolean =>
    !problems.some(
      (problem) => problem.includes(`index ${index} `) || (index === '_id_' && /row \d+ does/.test(problem)),
    );
  return new Map<string, Value>([
    ['ns', namespace],
    ['nInvalidDocuments', int32(problems.filter((problem) => problem.includes('cannot be read')).length)],
    ['nrecords', int32(documents)],
    ['nIndexes', int32(keys.length)],
    ['keysPerIndex', new Map<string, Value>(keys.map(([index, count]) => [index, int32(count)]))],
    [
      'indexDetails',
      new Map<string, Value>(
        keys.map(([index]) => [index, new Map<string, Value>([['valid', isValid(index)]])]),
      ),
    ],
    ['valid', problems.length === 0],
    ['repaired', false],
    ['warnings', []],
    ['errors', problems],
  ]);
};
