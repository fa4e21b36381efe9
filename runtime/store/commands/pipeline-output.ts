import type { PipelineOutput } from '../aggregate/index.ts';
import type { CommandContext } from '../engine/context.ts';
import type { Collection } from '../storage/collection.ts';
import { forgetDerived } from '../storage/whole.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  type Document,
  decodeDocument,
  encodeDocument,
  encodeKey,
  ObjectId,
  type Value,
} from '../value/index.ts';
import { mergeAll } from './merge-output.ts';

/** Writes what a pipeline yields: `$out` replaces a collection's contents, `$merge` brings documents into it. */
export const writeOutput = async (
  context: CommandContext,
  output: PipelineOutput,
  documents: Generator<Document | undefined>,
  collation: Collation | undefined,
): Promise<void> => {
  const { store, operation } = context;
  if (context.transaction !== undefined) {
    throw new StoreError(263, `${output.kind} is not allowed within a multi-document transaction`);
  }
  const database = output.database ?? context.database;
  // All is read before the first write: the output may be the collection that is read.
  const results: Document[] = [];
  for (;;) {
    const { value: document, done } = operation.within(() => documents.next());
    if (done === true) break;
    if (document !== undefined) results.push(document);
    if (operation.isSpent()) await operation.pause();
  }
  if (store.group.isHeld()) await operation.waitForTurn();
  if (output.kind === '$merge') return mergeAll(context, output, results, collation);
  await replaceAll(context, store.ensureCollection(database, output.collection), results.map(withId));
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
    forgetDerived(store.writer, collection);
    throw error;
  } finally {
    group.release();
  }
};
