import { compileFindProjection } from '../aggregate/index.ts';
import type { SortField } from '../plan/candidate.ts';
import { lookAt } from '../plan/look.ts';
import { planRead } from '../plan/planner.ts';
import { compileOrder, sortFieldsOf } from '../plan/sort-key.ts';
import type { ReadContext, Reply } from '../request/context.ts';
import {
  booleanField,
  collationField,
  collectionName,
  documentField,
  findCollection,
  numberField,
} from '../request/fields.ts';
import { type Document, fieldsCutter } from '../value/index.ts';
import { encodeBatch, openCursor } from './cursor-reply.ts';
import { matcherOf } from './find-rows.ts';
import { createFindStream } from './find-stream.ts';
import { variablesOf } from './variables.ts';

/** `find`: documents that match, in batches. */
export const find = (context: ReadContext): Reply | Promise<Reply> => {
  const { command, view } = context;
  const namespace = `${context.database}.${collectionName(context)}`;
  const filter: Document = documentField(command, 'find', 'filter') ?? new Map();
  const collation = collationField(command, 'find');
  const variables = variablesOf(context);
  const matcher = matcherOf({ filter, collation, variables });
  const sortDocument: Document = documentField(command, 'find', 'sort') ?? new Map();
  const sort = sortFieldsOf(sortDocument);
  const projection = documentField(command, 'find', 'projection');
  const project =
    projection === undefined || projection.size === 0
      ? undefined
      : compileFindProjection(projection, { collation, variables });
  const cut = project?.kept && fieldsCutter(project.kept);
  const skip = numberField(command, 'skip') ?? 0;
  const limit = numberField(command, 'limit') || undefined;
  const isSingleBatch = booleanField(command, 'singleBatch') === true;
  const batchSize = numberField(command, 'batchSize');
  const collection = findCollection(context);
  if (collection === undefined)
    return encodeBatch('firstBatch', { documents: [], isDone: true }, 0n, namespace, context.readAt);
  const keepsOrder = view.keepsOrder(collection);
  const look = lookAt(view, collection);
  const wanted = limit === undefined ? undefined : skip + limit;
  const hint = command.get('hint');
  const plan = planRead({
    collection,
    filter,
    sort,
    hint,
    collation,
    keepsOrder,
    look,
    wanted,
    passed: skip,
  });
  const stream = createFindStream({
    view,
    collection,
    plan,
    skip,
    limit,
    look,
    cut,
    project: project?.apply,
    matcher: plan.isExact ? undefined : matcher,
    orderOf: () => compileOrder(sortDocument, collation),
    // Read on and on and projected, each document is decoded in any case, unless it is only cut.
    fields:
      project !== undefined && cut === undefined && limit === undefined
        ? undefined
        : fieldsOf(matcher.fields(), sort),
  });
  return openCursor(context, { namespace, stream, batchSize, isSingleBatch });
};

/** What of a document is looked at before it is known to be wanted. */
const fieldsOf = (
  matched: readonly string[] | undefined,
  sort: readonly SortField[],
): readonly string[] | undefined =>
  matched && [...new Set([...matched, ...sort.map(({ path }) => path.split('.')[0] as string)])];
