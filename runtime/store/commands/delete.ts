import { type CommandContext, documentList } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { collectionName, documentField, numberField } from '../request/fields.ts';
import { checkKnownFields } from '../request/known-fields.ts';
import type { Collection } from '../storage/collection.ts';
import { StoreError } from '../value/errors.ts';
import { compileCollation, type Document, isDocument, type Value } from '../value/index.ts';
import { type BatchState, batchReply, runBatch } from './batch.ts';
import { collectMatches, matcherOf, matchRow, type RowQuery, useFirst } from './find-rows.ts';
import { variablesOf } from './variables.ts';

/** `delete`: removes documents, one or all that match. */
export const remove = async (context: CommandContext): Promise<Reply> => {
  const name = collectionName(context);
  const statements = documentList(context, 'deletes');
  if (statements.count === 0)
    throw new StoreError(16, 'Write batch sizes must be between 1 and 100000. Got 0 operations.');
  const { store } = context;
  const variables = variablesOf(context);
  if (store.group.isHeld() && context.transaction === undefined) await context.operation.waitForTurn();
  const state = await runBatch(context, statements.count, (index, progress) => {
    const statement = statements.at(index);
    checkKnownFields(statement, 'delete.deletes');
    const collection = store.catalog.find(context.database, name);
    if (collection !== undefined) return executeDelete(context, collection, statement, variables, progress);
  });
  return batchReply(state);
};

/** Carries out one statement (`q`, `limit`, …) and adds what it did to `progress`. */
export const executeDelete = (
  context: CommandContext,
  collection: Collection,
  statement: Document,
  variables: ReadonlyMap<string, Value> | undefined,
  progress: BatchState,
): void | Promise<void> => {
  const { query, limit } = readStatement(context, collection, statement, variables);
  return limit === 1 ? removeOne(query, progress) : removeAll(context, query, progress);
};

const readStatement = (
  context: CommandContext,
  collection: Collection,
  statement: Document,
  variables: ReadonlyMap<string, Value> | undefined,
): { query: RowQuery; limit: number } => {
  const filter = statement.get('q');
  const limit = numberField(statement, 'limit');
  if (!isDocument(filter))
    throw new StoreError(40414, "BSON field 'delete.deletes.q' is missing but a required field");
  if (limit === undefined)
    throw new StoreError(40414, "BSON field 'delete.deletes.limit' is missing but a required field");
  if (limit !== 0 && limit !== 1)
    throw new StoreError(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`);
  const collation = compileCollation(documentField(statement, 'delete.deletes', 'collation'));
  const { view, operation } = context;
  return {
    query: { view, collection, operation, filter, collation, hint: statement.get('hint'), variables },
    limit,
  };
};

const removeOne = (query: RowQuery, progress: BatchState): void | Promise<void> => {
  const { view, collection } = query;
  const matcher = matcherOf(query);
  return useFirst(query, matcher, (found) => {
    if (found === undefined) return;
    view.remove(collection, found.row, () => found.document);
    progress.n += 1;
  });
};

const removeAll = async (context: CommandContext, query: RowQuery, progress: BatchState): Promise<void> => {
  const { view, collection, operation } = query;
  const matcher = matcherOf(query);
  for (const rid of await collectMatches(query, matcher)) {
    const row = view.byRid(collection, rid);
    const found = row === undefined ? undefined : operation.within(() => matchRow(row, matcher));
    if (found !== undefined) {
      view.remove(collection, found.row, () => found.document);
      progress.n += 1;
    }
    if (operation.isSpent()) {
      await (context.transaction === undefined ? operation.pauseForWriting() : operation.pause());
      if (collection.isDropped) return;
    }
  }
};
