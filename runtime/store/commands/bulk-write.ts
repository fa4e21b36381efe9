import { type CommandContext, documentList } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { booleanField } from '../request/fields.ts';
import { checkKnownFields } from '../request/known-fields.ts';
import { prepareNewDocument } from '../storage/new-document.ts';
import { timestampBits } from '../storage/sequence.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Document,
  encodeDocument,
  int32,
  isDocument,
  isNumber,
  toWholeNumber,
  type Value,
} from '../value/index.ts';
import { type BatchState, runBatch } from './batch.ts';
import { cursorBatchSize, listStream } from './cursor-reply.ts';
import { executeDelete } from './delete.ts';
import { executeUpdate, readStatement } from './update.ts';
import { variablesOf } from './variables.ts';

type Kind = 'insert' | 'update' | 'delete';

/** `bulkWrite`: inserts, updates and deletes over several collections in one command. */
export const bulkWrite = async (context: CommandContext): Promise<Reply> => {
  const { store } = context;
  const operations = documentList(context, 'ops');
  const namespaces = documentList(context, 'nsInfo');
  if (operations.count === 0)
    throw new StoreError(16, 'Write batch sizes must be between 1 and 100000. Got 0 operations.');
  const targets = Array.from({ length: namespaces.count }, (_, at) => {
    checkKnownFields(namespaces.at(at), 'bulkWrite.nsInfo');
    return targetOf(namespaces.at(at).get('ns'));
  });
  const variables = variablesOf(context);
  if (store.group.isHeld() && context.transaction === undefined) await context.operation.waitForTurn();
  // `upserted` carries one result for each statement that succeeded; the counts are summed up from these.
  const state = await runBatch(context, operations.count, async (index, progress) => {
    const own: BatchState = { next: index, n: 0, modified: 0, upserted: [], errors: [] };
    const operation = operations.at(index);
    const kind = kindOf(operation);
    checkKnownFields(operation, `bulkWrite.${kind}`);
    await execute(
      context,
      { operation, kind, target: targetAt(targets, operation.get(kind)), variables },
      own,
    );
    progress.upserted.push(resultOf(kind, index, own));
  });
  return answer(context, state);
};

interface Target {
  database: string;
  name: string;
}

const targetOf = (namespace: Value | undefined): Target => {
  const dot = typeof namespace === 'string' ? namespace.indexOf('.') : -1;
  if (typeof namespace !== 'string' || dot < 1)
    throw new StoreError(73, `Invalid namespace specified '${String(namespace)}'`);
  return { database: namespace.slice(0, dot), name: namespace.slice(dot + 1) };
};

const targetAt = (targets: readonly Target[], at: Value | undefined): Target => {
  const target = isNumber(at) ? targets[toWholeNumber(at) ?? -1] : undefined;
  if (target === undefined) throw new StoreError(2, 'BulkWrite ops entry names no entry of nsInfo');
  return target;
};

const kindOf = (operation: Document): Kind => {
  const [kind] = operation.keys();
  if (kind === 'insert' || kind === 'update' || kind === 'delete') return kind;
  throw new StoreError(9, `Unrecognized bulkWrite operation '${kind}'`);
};

interface Step {
  operation: Document;
  kind: Kind;
  target: Target;
  variables: ReadonlyMap<string, Value> | undefined;
}

const execute = (context: CommandContext, step: Step, own: BatchState): void | Promise<void> => {
  const { store, view } = context;
  const { operation, kind, target, variables } = step;
  if (kind === 'update') {
    const statement = renamed(operation, { filter: 'q', updateMods: 'u', constants: 'c' });
    return executeUpdate(context, target, readStatement(statement, variables), own, own.next);
  }
  if (kind === 'delete') {
    const collection = store.catalog.find(target.database, target.name);
    const statement = renamed(operation, { filter: 'q' });
    statement.set('limit', int32(booleanField(operation, 'multi') === true ? 0 : 1));
    return collection === undefined
      ? undefined
      : executeDelete(context, collection, statement, variables, own);
  }
  const document = operation.get('document');
  if (!isDocument(document))
    throw new StoreError(40414, "BSON field 'bulkWrite.ops.document' is missing but a required field");
  const nextTimestamp = (): bigint => timestampBits(store.sequence.next());
  view.insert(
    store.ensureCollection(target.database, target.name),
    prepareNewDocument(encodeDocument(document), nextTimestamp),
  );
  own.n += 1;
};

const renamed = (operation: Document, names: Record<string, string>): Document =>
  new Map([...operation].map(([name, value]) => [names[name] ?? name, value]));

const resultOf = (kind: Kind, index: number, own: BatchState): Document => {
  const result: Document = new Map<string, Value>([
    ['ok', 1],
    ['idx', int32(index)],
    ['n', int32(own.n)],
  ]);
  if (kind === 'update') result.set('nModified', int32(own.modified));
  const upserted = own.upserted[0];
  if (isDocument(upserted)) result.set('upserted', new Map([['_id', upserted.get('_id') as Value]]));
  // Not part of MongoDB's answer: kept with the record of a retryable write, left out of what is sent.
  result.set(KIND, kind);
  return result;
};

const KIND = 'kind';

const answer = (context: CommandContext, state: BatchState): Document => {
  const isErrorsOnly = booleanField(context.command, 'errorsOnly') === true;
  const counts = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
  const results: Document[] = [];
  for (const result of state.upserted.filter(isDocument)) {
    const n = numberOf(result.get('n'));
    const kind = result.get(KIND);
    if (kind === 'insert') counts.nInserted += n;
    else if (kind === 'delete') counts.nDeleted += n;
    else if (result.has('upserted')) counts.nUpserted += 1;
    else counts.nMatched += n;
    counts.nModified += numberOf(result.get('nModified'));
    if (!isErrorsOnly) results.push(new Map([...result].filter(([name]) => name !== KIND)));
  }
  for (const error of state.errors.filter(isDocument)) results.push(failureOf(error));
  results.sort((one, other) => numberOf(one.get('idx')) - numberOf(other.get('idx')));
  const reply: Document = new Map<string, Value>([
    ['cursor', cursorOf(context, results)],
    ['nErrors', int32(state.errors.length)],
  ]);
  for (const [name, count] of Object.entries(counts)) reply.set(name, int32(count));
  return reply;
};

const NAMESPACE = 'admin.$cmd.bulkWrite';

/** The results, as many at once as the client asked for. */
const cursorOf = (context: CommandContext, results: Document[]): Document => {
  const size = cursorBatchSize(context) ?? results.length;
  let id = 0n;
  if (size < results.length) {
    const [session, transaction] = [context.session?.id, context.transaction?.number];
    const stream = listStream(results.slice(size));
    id = context.store.cursors.open({
      namespace: NAMESPACE,
      stream,
      session,
      transaction,
      isTimeoutDisabled: false,
    }).id;
  }
  return new Map<string, Value>([
    ['id', id],
    ['firstBatch', results.slice(0, size)],
    ['ns', NAMESPACE],
  ]);
};

const failureOf = (error: Document): Document => {
  const failure: Document = new Map<string, Value>([
    ['ok', 0],
    ['idx', error.get('index') as Value],
    ['n', int32(0)],
  ]);
  for (const [name, value] of error) if (name !== 'index') failure.set(name, value);
  return failure;
};

const numberOf = (value: Value | undefined): number => (isNumber(value) ? (toWholeNumber(value) ?? 0) : 0);
