import type { PipelineOutput, WhenMatched } from '../aggregate/index.ts';
import type { CommandContext } from '../engine/context.ts';
import { compileMatch } from '../match/index.ts';
import { planRead } from '../plan/planner.ts';
import type { Collection } from '../storage/collection.ts';
import { prepareNewDocument } from '../storage/new-document.ts';
import { timestampBits } from '../storage/sequence.ts';
import { compileUpdate, type Update } from '../update/index.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  type Document,
  decodeDocument,
  encodeDocument,
  ObjectId,
  type Value,
} from '../value/index.ts';
import { insertUpsert, updateRow } from './apply-update.ts';
import { isWholeFailure } from './batch.ts';
import type { FoundRow } from './find-rows.ts';

type Merge = Extract<PipelineOutput, { kind: '$merge' }>;

/**
 * Brings documents into a collection, each as the update or insert that MongoDB makes of it. As there, an update that
 * fails does not keep the others from being carried out; the first failure is thrown at the end.
 * @throws StoreError 66 when a document would get another `_id`, 11000, 13113, 51132, 51183, 51185.
 */
export const mergeAll = async (
  context: CommandContext,
  output: Merge,
  results: readonly Document[],
  collation: Collation | undefined,
): Promise<void> => {
  const { store, operation } = context;
  const database = output.database ?? context.database;
  checkUniqueFields(store.catalog.find(database, output.collection), output.on, collation);
  if (results.length === 0) return;
  const collection = store.ensureCollection(database, output.collection);
  const target: Target = { context, collection, output, collation };
  let failure: StoreError | undefined;
  for (const incoming of results) {
    try {
      operation.within(() => mergeOne(target, incoming));
    } catch (error) {
      const isHeldBack =
        error instanceof StoreError && !isWholeFailure(error) && output.whenMatched !== 'fail';
      if (!isHeldBack) throw error;
      failure ??= error;
    }
    if (operation.isSpent()) await operation.pauseForWriting();
  }
  if (failure !== undefined) throw failure;
};

interface Target {
  context: CommandContext;
  collection: Collection;
  output: Merge;
  collation: Collation | undefined;
}

const mergeOne = (target: Target, given: Document): void => {
  const { context, collection, output } = target;
  const { store } = context;
  const { whenMatched, whenNotMatched, on = ['_id'] } = output;
  // An `_id` is made where it is what documents are found by; else an existing document keeps its own.
  const incoming =
    on.includes('_id') && !given.has('_id')
      ? new Map<string, Value>([['_id', new ObjectId()], ...given])
      : given;
  const filter = filterOf(on, incoming);
  const place = { view: store.view, collection };
  const found = whenMatched === 'fail' ? undefined : findExisting(target, filter);
  if (whenMatched === 'fail') insertPlain(target, incoming);
  else if (found !== undefined) {
    if (whenMatched !== 'keepExisting') updateRow(place, updateFor(whenMatched, incoming), found);
  } else if (whenNotMatched === 'fail') {
    throw new StoreError(
      13113,
      '$merge could not find a matching document in the target collection for at least one document in the source collection',
    );
  } else if (whenNotMatched === 'insert') insertNew(target, incoming, filter);
};

const insertNew = (target: Target, incoming: Document, filter: Document): void => {
  const { context, collection, output } = target;
  const { whenMatched } = output;
  const place = { view: context.store.view, collection };
  if (typeof whenMatched === 'function' || whenMatched === 'fail') insertPlain(target, incoming);
  else insertUpsert(place, updateFor(whenMatched, incoming), filter);
};

/** The update that a mode stands for. */
const updateFor = (mode: Exclude<WhenMatched, 'fail'>, incoming: Document): Update => {
  if (mode === 'replace') {
    const [first] = incoming.keys();
    if (first?.startsWith('$') === true)
      throw new StoreError(9, `$merge cannot replace a document by one that begins with '${first}'`);
    return compileUpdate(incoming);
  }
  if (mode === 'merge') return compileUpdate(new Map([['$set', incoming]]));
  if (mode === 'keepExisting') return compileUpdate(new Map([['$setOnInsert', incoming]]));
  return {
    kind: 'pipeline',
    needsArrayIndex: false,
    apply: (existing) => ({ document: mode(existing, incoming), isChanged: true, touchedPaths: ['*'] }),
  };
};

const insertPlain = ({ context: { store }, collection }: Target, document: Document): void => {
  const nextTimestamp = (): bigint => timestampBits(store.sequence.next());
  store.view.insert(collection, prepareNewDocument(encodeDocument(document), nextTimestamp));
};

/** @throws StoreError 51183 unless these fields, under this collation, hold at most one document for each value. */
const checkUniqueFields = (
  collection: Collection | undefined,
  on: readonly string[] | undefined,
  collation: Collation | undefined,
): void => {
  if (on === undefined || (on.length === 1 && on[0] === '_id' && collation === undefined)) return;
  const fits = collection?.indexes.some(
    (index) =>
      index.isUnique &&
      !index.isBuilding &&
      index.partial === undefined &&
      index.collation?.id === collation?.id &&
      index.fields.length === on.length &&
      index.fields.every((field) => on.includes(field.path)),
  );
  if (fits !== true)
    throw new StoreError(51183, 'Cannot find index to verify that join fields will be unique');
};

const filterOf = (on: readonly string[], incoming: Document): Document =>
  new Map(on.map((path) => [path, new Map([['$eq', valueAt(incoming, path)]])]));

const findExisting = (
  { context, collection, output, collation: given }: Target,
  filter: Document,
): FoundRow | undefined => {
  const { view } = context.store;
  // Without `on` it is `_id`, which is unique byte by byte whatever the pipeline's collation is.
  const collation = output.on === undefined ? undefined : given;
  const plan = planRead({ collection, filter, sort: [], hint: undefined, collation, keepsOrder: true });
  const matcher = compileMatch(filter, { collation });
  const rows = view.rows(collection, plan.path);
  for (let page = rows.next(4); page.length > 0; page = rows.next(64)) {
    for (const row of page) {
      const document = decodeDocument(row.doc);
      if (matcher.test(document)) return { row, document };
    }
  }
  return undefined;
};

const valueAt = (document: Document, path: string): Value => {
  let value: Value | undefined = document;
  for (const part of path.split('.')) {
    value = value instanceof Map ? value.get(part) : undefined;
    if (Array.isArray(value))
      throw new StoreError(51185, `$merge write error: 'on' field '${path}' is an array`);
  }
  if (value === undefined || value === null)
    throw new StoreError(
      51132,
      `$merge write error: 'on' field '${path}' cannot be missing, null or undefined`,
    );
  return value;
};
