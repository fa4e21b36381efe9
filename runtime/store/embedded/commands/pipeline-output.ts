import type { PipelineOutput } from '../aggregate/index.ts';
import { StoreError } from '../errors.ts';
import { compileMatch } from '../match/index.ts';
import { planRead } from '../plan/planner.ts';
import type { CommandContext } from '../server/context.ts';
import type { Collection } from '../storage/catalog.ts';
import type { RecordRow } from '../storage/connection.ts';
import { checkId } from '../storage/new-document.ts';
import {
  type Document,
  decodeDocument,
  encodeDocument,
  encodeKey,
  ObjectId,
  type Value,
} from '../value/index.ts';

/** Writes what a pipeline yields: `$out` replaces a collection's contents, `$merge` brings documents into it. */
export const writeOutput = async (
  context: CommandContext,
  output: PipelineOutput,
  documents: Generator<Document | undefined>,
): Promise<void> => {
  const { store, operation } = context;
  if (context.transaction !== undefined) {
    throw new StoreError(263, `${output.kind} is not allowed within a multi-document transaction`);
  }
  const database = output.database ?? context.database;
  // All is read before the first write: the output may be the collection that is read.
  const results: Document[] = [];
  for (const document of documents) {
    if (document !== undefined) results.push(withId(document));
    else if (operation.isSpent()) await operation.pause();
  }
  if (store.group.isHeld()) await store.group.whenFree();
  const collection = store.ensureCollection(database, output.collection);
  if (output.kind === '$out') await replaceAll(context, collection, results);
  else await mergeAll(context, collection, output, results);
};

const withId = (document: Document): Document =>
  document.has('_id') ? document : new Map<string, Value>([['_id', new ObjectId()], ...document]);

/** The old contents go and the new ones come in one SQLite transaction: a refusal leaves the old ones. */
const replaceAll = async (
  { store, operation }: CommandContext,
  collection: Collection,
  results: readonly Document[],
): Promise<void> => {
  const { group, view } = store;
  group.hold();
  try {
    group.begin();
    // While held, reading sees the committed contents: the pages are not disturbed by the removals.
    const rows = view.rows(collection, { kind: 'table', isBackward: false });
    for (let page = rows.next(256); page.length > 0; page = rows.next(256)) {
      for (const row of page) view.remove(collection, row, () => decodeDocument(row.doc));
      if (operation.isSpent()) await operation.pause();
    }
    for (const document of results) {
      const key = encodeKey(document.get('_id') as Value);
      view.insert(collection, { key, bytes: encodeDocument(document), document: () => document });
      if (operation.isSpent()) await operation.pause();
    }
  } catch (error) {
    group.abandon();
    collection.count = undefined;
    collection.countings.clear();
    throw error;
  } finally {
    group.release();
  }
};

type Merge = Extract<PipelineOutput, { kind: '$merge' }>;

const mergeAll = async (
  context: CommandContext,
  collection: Collection,
  output: Merge,
  results: Document[],
): Promise<void> => {
  const { store, operation } = context;
  checkUniqueFields(collection, output.on);
  for (const incoming of results) {
    const found = findExisting(context, collection, output.on, incoming);
    const after = output.merge(found?.document, incoming);
    if (after !== undefined) {
      const bytes = encodeDocument(after);
      const id = after.get('_id') as Value;
      checkId(id);
      if (found === undefined)
        store.view.insert(collection, { key: encodeKey(id), bytes, document: () => after });
      else
        store.view.replace(collection, {
          row: found.row,
          before: found.document,
          after,
          bytes,
          kind: 'replace',
        });
    }
    if (operation.isSpent()) await operation.pauseForWriting();
  }
};

const checkUniqueFields = (collection: Collection, on: readonly string[]): void => {
  if (on.length === 1 && on[0] === '_id') return;
  const wanted = new Set(on);
  const fits = collection.indexes.some(
    (index) =>
      index.isUnique &&
      index.partial === undefined &&
      index.fields.length === wanted.size &&
      index.fields.every((field) => wanted.has(field.path)),
  );
  if (!fits) throw new StoreError(51183, 'Cannot find index to verify that join fields will be unique');
};

const findExisting = (
  { view }: CommandContext,
  collection: Collection,
  on: readonly string[],
  incoming: Document,
): { row: RecordRow; document: Document } | undefined => {
  const filter: Document = new Map();
  for (const path of on) filter.set(path, new Map([['$eq', valueAt(incoming, path)]]));
  const plan = planRead({
    collection,
    filter,
    sort: [],
    hint: undefined,
    collation: undefined,
    keepsOrder: true,
  });
  const matcher = compileMatch(filter);
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
  for (const part of path.split('.')) value = value instanceof Map ? value.get(part) : undefined;
  if (value === undefined || value === null || Array.isArray(value)) {
    throw new StoreError(51132, "$merge write error: 'on' field cannot be missing, null or an array");
  }
  return value;
};
