import { compileFindProjection } from '../aggregate/index.ts';
import type { CommandContext } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { booleanField, collationField, collectionName, documentField } from '../request/fields.ts';
import { compileUpdate, type Update } from '../update/index.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, int32, isDocument, type Value } from '../value/index.ts';
import { insertUpsert, updateRow } from './apply-update.ts';
import { recordedReply, recordReply } from './batch.ts';
import { matcherOf, type RowQuery, useFirst } from './find-rows.ts';
import { variablesOf } from './variables.ts';

/** `findAndModify`: changes or removes one document and answers with it, as it was or as it is. */
export const findAndModify = async (context: CommandContext): Promise<Reply> => {
  const { store, database, view, operation } = context;
  if (store.group.isHeld() && context.transaction === undefined) await operation.waitForTurn();
  const recorded = recordedReply(context);
  if (recorded !== undefined) return recorded;
  const request = readRequest(context);
  const name = collectionName(context);
  const collection =
    store.catalog.find(database, name) ??
    (request.isUpsert ? store.ensureCollection(database, name) : undefined);
  let reply = answer({ n: 0, value: null, isUpdate: request.update !== undefined });
  if (collection !== undefined) {
    const query: RowQuery = { view, collection, operation, ...request.query };
    const matcher = matcherOf(query);
    await useFirst(query, matcher, (found) => {
      const { update, isNew, project } = request;
      if (found === undefined) {
        if (update === undefined || !request.isUpsert) return;
        const inserted = insertUpsert({ view, collection }, update, query.filter);
        const value = isNew ? project(inserted) : null;
        reply = answer({ n: 1, value, isUpdate: true, upserted: inserted.get('_id') as Value });
      } else if (update === undefined) {
        view.remove(collection, found.row, () => found.document);
        reply = answer({ n: 1, value: project(found.document, found.arrayIndex) });
      } else {
        const { document } = updateRow({ view, collection }, update, found);
        const value = project(isNew ? document : found.document, found.arrayIndex);
        reply = answer({ n: 1, value, isUpdate: true });
      }
    });
  }
  recordReply(context, reply);
  return reply;
};

interface ModifyRequest {
  query: Pick<RowQuery, 'filter' | 'collation' | 'hint' | 'variables' | 'sort'>;
  /** undefined: remove. */
  update: Update | undefined;
  isNew: boolean;
  isUpsert: boolean;
  project: (document: Document, arrayIndex?: number) => Document;
}

const readRequest = (context: CommandContext): ModifyRequest => {
  const { command } = context;
  const filter: Document = documentField(command, 'findAndModify', 'query') ?? new Map();
  const collation = collationField(command, 'findAndModify');
  const variables = variablesOf(context);
  const isRemove = booleanField(command, 'remove') === true;
  const isNew = booleanField(command, 'new') === true;
  const isUpsert = booleanField(command, 'upsert') === true;
  const change = command.get('update');
  if (isRemove && change !== undefined)
    throw new StoreError(9, 'Cannot specify both an update and remove=true');
  if (isRemove && isUpsert) throw new StoreError(9, 'Cannot specify both upsert=true and remove=true');
  if (isRemove && isNew)
    throw new StoreError(
      9,
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  if (!isRemove && !isDocument(change) && !Array.isArray(change)) {
    throw new StoreError(9, 'Either an update or remove=true must be specified');
  }
  const arrayFilters = command.get('arrayFilters');
  const update = isRemove
    ? undefined
    : compileUpdate(change as Value, {
        ...(collation === undefined ? {} : { collation }),
        ...(Array.isArray(arrayFilters) ? { arrayFilters: arrayFilters as Document[] } : {}),
        ...(variables === undefined ? {} : { variables }),
      });
  const fields =
    documentField(command, 'findAndModify', 'fields') ??
    documentField(command, 'findAndModify', 'projection');
  const project =
    fields === undefined || fields.size === 0
      ? (document: Document) => document
      : compileFindProjection(fields, { collation, variables }).apply;
  const sort = documentField(command, 'findAndModify', 'sort');
  const query = {
    filter,
    collation,
    variables,
    hint: command.get('hint'),
    sort: sort?.size === 0 ? undefined : sort,
  };
  return { query, update, isNew, isUpsert, project };
};

const answer = (result: {
  n: number;
  value: Document | null;
  isUpdate?: boolean;
  upserted?: Value;
}): Document => {
  const last: Document = new Map<string, Value>([['n', int32(result.n)]]);
  if (result.isUpdate) last.set('updatedExisting', result.n === 1 && result.upserted === undefined);
  if (result.upserted !== undefined) last.set('upserted', result.upserted);
  return new Map<string, Value>([
    ['lastErrorObject', last],
    ['value', result.value],
  ]);
};
