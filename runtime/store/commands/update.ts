import { type CommandContext, documentList } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { booleanField, collectionName, documentField } from '../request/fields.ts';
import { checkKnownFields } from '../request/known-fields.ts';
import type { Collection } from '../storage/collection.ts';
import { compileUpdate, type Update } from '../update/index.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  compileCollation,
  type Document,
  int32,
  isDocument,
  type Value,
} from '../value/index.ts';
import { insertUpsert, updateRow } from './apply-update.ts';
import { type BatchState, batchReply, runBatch } from './batch.ts';
import { collectMatches, matcherOf, matchRow, type RowQuery, useFirst } from './find-rows.ts';
import { readReplacement, replaceEncoded } from './replace-encoded.ts';
import { variablesOf } from './variables.ts';

/** `update`: changes documents, one or all that match, or adds one when none does. */
export const update = async (context: CommandContext): Promise<Reply> => {
  const name = collectionName(context);
  const statements = documentList(context, 'updates');
  if (statements.count === 0)
    throw new StoreError(16, 'Write batch sizes must be between 1 and 100000. Got 0 operations.');
  const { store } = context;
  const variables = variablesOf(context);
  if (store.group.isHeld() && context.transaction === undefined) await context.operation.waitForTurn();
  const target = { database: context.database, name };
  const state = await runBatch(context, statements.count, (index, progress) => {
    const bytes = statements.bytesAt(index);
    if (bytes !== undefined && replacesWhole(context, target, bytes, progress)) return;
    const statement = statements.at(index);
    checkKnownFields(statement, 'update.updates');
    return executeUpdate(context, target, readStatement(statement, variables), progress, index);
  });
  const reply = batchReply(state);
  reply.set('nModified', int32(state.modified));
  if (state.upserted.length > 0) reply.set('upserted', state.upserted);
  return reply;
};

/** Carries out a statement that need not be decoded, and answers whether it was one. */
const replacesWhole = (
  { store, view }: CommandContext,
  target: { database: string; name: string },
  statement: Uint8Array,
  progress: BatchState,
): boolean => {
  const collection = store.catalog.find(target.database, target.name);
  const replacement = collection === undefined ? undefined : readReplacement(statement);
  if (collection === undefined || replacement === undefined) return false;
  return replaceEncoded({ view, collection }, replacement, progress);
};

/** Carries out one statement and adds what it did to `progress`. */
export const executeUpdate = (
  context: CommandContext,
  target: { database: string; name: string },
  statement: UpdateStatement,
  progress: BatchState,
  index: number,
): void | Promise<void> => {
  const { store } = context;
  let collection = store.catalog.find(target.database, target.name);
  if (collection === undefined) {
    if (!statement.isUpsert) return;
    collection = store.ensureCollection(target.database, target.name);
  }
  return statement.isMulti
    ? updateAll(context, collection, statement, progress, index)
    : updateOne(context, collection, statement, progress, index);
};

/** One update as it is carried out. */
export interface UpdateStatement {
  filter: Document;
  update: Update;
  isMulti: boolean;
  isUpsert: boolean;
  collation: Collation | undefined;
  hint: Value | undefined;
  sort: Document | undefined;
  variables: ReadonlyMap<string, Value> | undefined;
}

/** Reads an update statement (`q`, `u`, `multi`, `upsert`, …). @throws StoreError when it is malformed. */
export const readStatement = (
  statement: Document,
  letVariables: ReadonlyMap<string, Value> | undefined,
): UpdateStatement => {
  const filter = statement.get('q');
  const change = statement.get('u');
  if (!isDocument(filter) || (!isDocument(change) && !Array.isArray(change))) {
    throw new StoreError(40414, "BSON fields 'update.updates.q' and 'update.updates.u' are required");
  }
  const isUpsert = booleanField(statement, 'upsert') ?? false;
  const isMulti = booleanField(statement, 'multi') ?? false;
  const collation = compileCollation(documentField(statement, 'update.updates', 'collation'));
  const arrayFilters = statement.get('arrayFilters');
  const constants = documentField(statement, 'update.updates', 'c');
  if (constants !== undefined && !Array.isArray(change))
    throw new StoreError(51198, 'Constant values may only be specified for pipeline updates');
  const variables =
    constants === undefined ? letVariables : new Map<string, Value>([...(letVariables ?? []), ...constants]);
  const compiled = compileUpdate(change, {
    ...(collation === undefined ? {} : { collation }),
    ...(Array.isArray(arrayFilters) ? { arrayFilters: arrayFilters as Document[] } : {}),
    ...(variables === undefined ? {} : { variables }),
  });
  if (isMulti && compiled.kind === 'replacement') {
    throw new StoreError(9, 'multi update is not supported for replacement-style update');
  }
  const sort = documentField(statement, 'update.updates', 'sort');
  if (sort !== undefined && isMulti) throw new StoreError(9, 'Cannot specify sort with multi=true');
  return {
    filter,
    update: compiled,
    isMulti,
    isUpsert,
    collation,
    hint: statement.get('hint'),
    sort,
    variables,
  };
};

const queryOf = (context: CommandContext, collection: Collection, statement: UpdateStatement): RowQuery => ({
  view: context.view,
  collection,
  operation: context.operation,
  filter: statement.filter,
  collation: statement.collation,
  hint: statement.hint,
  variables: statement.variables,
  sort: statement.sort,
});

const updateOne = (
  context: CommandContext,
  collection: Collection,
  statement: UpdateStatement,
  progress: BatchState,
  index: number,
): void | Promise<void> => {
  const query = queryOf(context, collection, statement);
  const matcher = matcherOf(query);
  const target = { view: context.view, collection };
  return useFirst(query, matcher, (found) => {
    if (found !== undefined) {
      progress.n += 1;
      if (updateRow(target, statement.update, found).isChanged) progress.modified += 1;
    } else if (statement.isUpsert)
      noteUpsert(progress, index, insertUpsert(target, statement.update, statement.filter));
  });
};

const noteUpsert = (progress: BatchState, index: number, document: Document): void => {
  progress.n += 1;
  progress.upserted.push(
    new Map<string, Value>([
      ['index', int32(index)],
      ['_id', document.get('_id') as Value],
    ]),
  );
};

const updateAll = async (
  context: CommandContext,
  collection: Collection,
  statement: UpdateStatement,
  progress: BatchState,
  index: number,
): Promise<void> => {
  const { view, operation } = context;
  const query = queryOf(context, collection, statement);
  const matcher = matcherOf(query);
  const target = { view, collection };
  const rids = await collectMatches(query, matcher);
  for (const rid of rids) {
    const row = view.byRid(collection, rid);
    if (row !== undefined) {
      operation.within(() => {
        const found = matchRow(row, matcher);
        if (found === undefined) return;
        progress.n += 1;
        if (updateRow(target, statement.update, found).isChanged) progress.modified += 1;
      });
    }
    if (operation.isSpent()) {
      await (context.transaction === undefined ? operation.pauseForWriting() : operation.pause());
      if (collection.isDropped) return;
    }
  }
  if (rids.length === 0 && statement.isUpsert) {
    noteUpsert(progress, index, insertUpsert(target, statement.update, statement.filter));
  }
};
