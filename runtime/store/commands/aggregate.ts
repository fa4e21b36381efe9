import {
  compilePipeline,
  LARGEST_DOCUMENT_BYTES,
  type Pipeline,
  type PipelineEnvironment,
} from '../aggregate/index.ts';
import { openChangeStream } from '../changes/change-stream.ts';
import type { CommandContext } from '../engine/context.ts';
import { compileMatch } from '../match/index.ts';
import { planRead } from '../plan/planner.ts';
import { compileOrder, sortFieldsOf } from '../plan/sort-key.ts';
import type { ReadContext, Reply } from '../request/context.ts';
import { collationField } from '../request/fields.ts';
import type { Collection } from '../storage/collection.ts';
import { StoreError } from '../value/errors.ts';
import { type Collation, type Document, encodeDocument, isDocument, type Value } from '../value/index.ts';
import type { Batch, DocumentStream } from '../work/cursors.ts';
import { countMatches } from './count.ts';
import { cursorBatchSize, encodeBatch, openCursor } from './cursor-reply.ts';
import { readDocuments } from './document-source.ts';
import { writeOutput } from './pipeline-output.ts';
import { sourceDocuments } from './pipeline-sources.ts';
import { readsProfile } from './profile.ts';
import { variablesOf } from './variables.ts';

/** `aggregate`: runs a pipeline over a collection, or over what its first stage brings. */
export const aggregate = async (context: CommandContext): Promise<Reply> => {
  const request = requestOf(context);
  const { pipeline, name, batchSize } = request;
  if (pipeline.source?.name === '$changeStream') {
    const stream = await changes(context, request, pipeline.source.operand);
    return openCursor(context, { namespace: request.namespace, stream, batchSize, isSingleBatch: false });
  }
  if (pipeline.source !== undefined) {
    const source = await sourceDocuments(context, pipeline.source, name);
    return answer(request, pipeline.run(source, environmentOf(context, request.collation)));
  }
  if (pipeline.output === undefined) {
    if (!readsProfile(context)) return answerRead(request);
    const notes = context.store.profiler.entries(context.database);
    return answer(request, pipeline.run(notes, environmentOf(context, request.collation)));
  }
  await writeOutput(context, pipeline.output, flowOf(request), request.collation);
  return encodeBatch('firstBatch', { documents: [], isDone: true }, 0n, request.namespace);
};

/** An `aggregate` that reads a collection and leaves everything as it is. */
export const readAggregate = (context: ReadContext): Promise<Reply> => answerRead(requestOf(context));

const answerRead = async (request: AggregateRequest): Promise<Reply> => {
  const counted = await countFast(request);
  if (counted === undefined) return answer(request, flowOf(request));
  return encodeBatch('firstBatch', { documents: counted, isDone: true }, 0n, request.namespace);
};

const answer = (
  { context, namespace, batchSize }: AggregateRequest,
  documents: Generator<Document | undefined>,
): Promise<Reply> =>
  openCursor(context, { namespace, stream: streamOf(documents), batchSize, isSingleBatch: false });

/** Checks the command and compiles its pipeline. */
const requestOf = (context: ReadContext): AggregateRequest => {
  const { command, database } = context;
  const stages = command.get('pipeline');
  if (!Array.isArray(stages) || !stages.every(isDocument)) {
    throw new StoreError(14, "'pipeline' option must be specified as an array");
  }
  const batchSize = cursorBatchSize(context);
  if (command.get('cursor') === undefined)
    throw new StoreError(
      9,
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const collation = collationField(command, 'aggregate');
  const variables = variablesOf(context);
  const now = new Date(context.store.options.now());
  const pipeline = compilePipeline(stages as Value[], { collation, variables, now, random: Math.random });
  const target = command.get('aggregate');
  const name = typeof target === 'string' ? target : undefined;
  const namespace = name === undefined ? `${database}.$cmd.aggregate` : `${database}.${name}`;
  return { context, pipeline, name, namespace, batchSize, collation, variables };
};

/** Whether a pipeline leaves everything as it is: it has no output, and follows no changes. */
export const isReadingPipeline = ({ command }: CommandContext): boolean => {
  const stages = command.get('pipeline');
  if (!Array.isArray(stages)) return true;
  const [first, last] = [stages[0], stages.at(-1)];
  if (isDocument(first) && first.has('$changeStream')) return false;
  return !isDocument(last) || !(last.has('$out') || last.has('$merge'));
};

/** Whether a reader thread may carry a pipeline out. */
export const isMovablePipeline = (context: CommandContext): boolean => {
  const { command } = context;
  const stages = command.get('pipeline');
  const first = Array.isArray(stages) ? stages[0] : undefined;
  const [name] = isDocument(first) ? first.keys() : [];
  if ((name !== undefined && SERVER_SOURCES.has(name)) || readsProfile(context)) return false;
  return typeof command.get('aggregate') === 'string' && isReadingPipeline(context);
};

/** First stages that tell about the server. */
const SERVER_SOURCES = new Set(['$changeStream', '$collStats', '$indexStats', '$currentOp']);

interface AggregateRequest {
  context: ReadContext;
  pipeline: Pipeline;
  /** undefined: the pipeline runs on the database. */
  name: string | undefined;
  namespace: string;
  batchSize: number | undefined;
  collation: Collation | undefined;
  variables: ReadonlyMap<string, Value> | undefined;
}

const changes = (
  context: CommandContext,
  { pipeline, name, collation }: AggregateRequest,
  operand: Value,
): Promise<DocumentStream> => {
  const { store, database } = context;
  if (context.transaction !== undefined) {
    throw new StoreError(263, '$changeStream is not allowed within a multi-document transaction');
  }
  const environment = environmentOf(context, collation);
  return openChangeStream({
    store,
    database,
    collections: name === undefined ? collectionsNamed(context) : [name],
    isWhole: name === undefined,
    options: operand,
    transform: (events) => [...pipeline.run(events, environment)].filter((event) => event !== undefined),
  });
};

/**
 * The collections that a stream over a database lets through, where its first filter says nothing but that: only their changes have
 * to be kept for it. undefined: all of them.
 */
const collectionsNamed = ({ command }: ReadContext): readonly string[] | undefined => {
  const stages = command.get('pipeline');
  const [, stage] = Array.isArray(stages) ? stages : [];
  const match = isDocument(stage) ? stage.get('$match') : undefined;
  const condition = isDocument(match) && match.size === 1 ? match.get('ns.coll') : undefined;
  const names = isDocument(condition) && condition.size === 1 ? condition.get('$in') : undefined;
  if (!Array.isArray(names)) return undefined;
  const texts = names.filter((name) => typeof name === 'string');
  return texts.length === names.length ? texts : undefined;
};

/** countDocuments and its like: the number of matches, without carrying documents through stages. */
const countFast = async ({
  context,
  pipeline,
  name,
  collation,
  variables,
}: AggregateRequest): Promise<Uint8Array[] | undefined> => {
  const { countOnly, leading } = pipeline;
  if (countOnly === undefined || name === undefined) return undefined;
  const collection = context.store.catalog.find(context.database, name);
  let count = 0;
  if (collection !== undefined) {
    const filter: Document = leading.match ?? new Map();
    const wanted = leading.limit === undefined ? undefined : leading.limit + (leading.skip ?? 0);
    count = await countMatches(context, collection, { filter, collation, variables, most: wanted });
  }
  count = Math.max(0, Math.min(count - (leading.skip ?? 0), leading.limit ?? count));
  const answer = countOnly(count);
  return answer === undefined ? [] : [encodeDocument(answer)];
};

const flowOf = (request: AggregateRequest): Generator<Document | undefined> => {
  const { context, pipeline, name } = request;
  const environment = environmentOf(context, request.collation);
  if (name === undefined)
    throw new StoreError(
      73,
      `{aggregate: 1} is not valid for '${[...pipeline.collections].join()}'; a collection is required.`,
    );
  const collection = context.store.catalog.find(context.database, name);
  if (collection === undefined) return pipeline.run([], environment, pipeline.leading.stages);
  return pipeline.run(leadingDocuments(request, collection), environment, pipeline.leading.stages);
};

/** What the pipeline's first stages let through, by an index where one helps. */
const leadingDocuments = (
  request: AggregateRequest,
  collection: Collection,
): Generator<Document | undefined> => {
  const { context, pipeline, collation, variables } = request;
  const { view, command } = context;
  const { leading } = pipeline;
  const filter: Document = leading.match ?? new Map();
  const sort = sortFieldsOf(leading.sort);
  const keepsOrder = view.keepsOrder(collection);
  const plan = planRead({ collection, filter, sort, hint: command.get('hint'), collation, keepsOrder });
  const matcher = plan.isExact ? undefined : compileMatch(filter, { collation, variables });
  const order =
    leading.sort === undefined || plan.isSorted ? undefined : compileOrder(leading.sort, collation);
  return readDocuments({
    view,
    collection,
    plan,
    matcher,
    order,
    skip: leading.skip ?? 0,
    limit: leading.limit,
  });
};

/** How stages such as `$lookup` read other collections. */
const environmentOf = (
  { store, database, view }: ReadContext,
  collation: Collation | undefined,
): PipelineEnvironment => ({
  find: (name, filter) => {
    const collection = store.catalog.find(database, name);
    if (collection === undefined) return [];
    const keepsOrder = view.keepsOrder(collection);
    const plan = planRead({
      collection,
      filter,
      sort: [],
      hint: undefined,
      collation,
      keepsOrder,
    });
    const matcher = plan.isExact ? undefined : compileMatch(filter, { collation });
    return readDocuments({ view, collection, plan, matcher, order: undefined, skip: 0, limit: undefined });
  },
  isIndexed: (name, path) => {
    const collection = store.catalog.find(database, name);
    if (collection === undefined) return true;
    if (path === '_id') return collation === undefined;
    return collection.indexes.some(
      (index) =>
        index.fields[0]?.path === path &&
        !index.isSparse &&
        index.partial === undefined &&
        index.collation?.id === collation?.id,
    );
  },
});

const CHECK_EVERY = 16;

const streamOf = (documents: Generator<Document | undefined>): DocumentStream => ({
  nextBatch: async (limits, operation): Promise<Batch> => {
    const batch: Uint8Array[] = [];
    let bytes = 0;
    const count = limits.count ?? Number.POSITIVE_INFINITY;
    let steps = 0;
    while (batch.length < count && bytes < limits.bytes) {
      const { value, done } = operation.within(() => documents.next());
      if (done === true) return { documents: batch, isDone: true };
      steps += 1;
      if (value !== undefined) {
        const encoded = encodeDocument(value);
        if (encoded.length > LARGEST_DOCUMENT_BYTES) {
          throw new StoreError(
            10334,
            `BSONObj size: ${encoded.length} is invalid. Size must be between 0 and ${LARGEST_DOCUMENT_BYTES}`,
          );
        }
        batch.push(encoded);
        bytes += encoded.length;
      }
      if ((value === undefined || steps % CHECK_EVERY === 0) && operation.isSpent()) await operation.pause();
    }
    return { documents: batch, isDone: false };
  },
  close: () => {
    documents.return(undefined);
  },
});
