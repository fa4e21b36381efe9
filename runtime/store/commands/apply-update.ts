import type { Collection } from '../storage/collection.ts';
import type { RecordRow } from '../storage/connection.ts';
import { checkId, MAX_DOCUMENT_BYTES } from '../storage/new-document.ts';
import type { View } from '../storage/view.ts';
import { buildUpsertDocument, type Update } from '../update/index.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Document,
  encodeDocument,
  encodeKey,
  equalValues,
  ObjectId,
  type Value,
} from '../value/index.ts';
import type { FoundRow } from './find-rows.ts';

/** Changes one document that was just read. Returns the document as it is now and whether anything changed. */
export const updateRow = (
  target: { view: View; collection: Collection },
  update: Update,
  found: FoundRow,
): { document: Document; isChanged: boolean } => {
  const { row, document: before, arrayIndex } = found;
  const result = update.apply(before, arrayIndex === undefined ? {} : { arrayIndex });
  const after = keepId(before, result.document);
  if (!result.isChanged) return { document: before, isChanged: false };
  const bytes = encodeChecked(after);
  if (isSameBytes(bytes, row)) return { document: before, isChanged: false };
  const kind = update.kind === 'replacement' ? 'replace' : 'update';
  target.view.replace(target.collection, { row, before, after, bytes, kind });
  return { document: after, isChanged: true };
};

const isSameBytes = (bytes: Uint8Array, row: RecordRow): boolean =>
  bytes.length === row.doc.length && Buffer.compare(bytes, row.doc) === 0;

const encodeChecked = (document: Document): Uint8Array => {
  const bytes = encodeDocument(document);
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new StoreError(17419, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
  }
  return bytes;
};

/** A document keeps its `_id` and has it first. @throws StoreError 66 when an update would change it. */
const keepId = (before: Document, after: Document): Document => {
  const id = before.get('_id');
  const changed = after.get('_id');
  if (id === undefined || changed === id) return withIdFirst(after);
  if (changed === undefined) return new Map<string, Value>([['_id', id], ...after]);
  if (equalValues(id, changed)) return withIdFirst(after);
  throw new StoreError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
};

const withIdFirst = (document: Document): Document => {
  const [first] = document.keys();
  if (first === '_id' || !document.has('_id')) return document;
  const ordered: Document = new Map([['_id', document.get('_id') as Value]]);
  for (const [name, value] of document) ordered.set(name, value);
  return ordered;
};

/** Adds the document that an update with `upsert` makes when nothing matches. Returns it. */
export const insertUpsert = (
  target: { view: View; collection: Collection },
  update: Update,
  filter: Document,
): Document => {
  const base = buildUpsertDocument(filter);
  const { document } = update.apply(base, { isInsert: true });
  const asked = base.get('_id');
  let after = document;
  if (asked !== undefined && document.has('_id') && !equalValues(asked, document.get('_id') as Value)) {
    throw new StoreError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  }
  if (!after.has('_id')) after = new Map<string, Value>([['_id', asked ?? new ObjectId()], ...document]);
  after = withIdFirst(after);
  const id = after.get('_id') as Value;
  checkId(id);
  target.view.insert(target.collection, {
    key: encodeKey(id),
    bytes: encodeChecked(after),
    document: () => after,
  });
  return after;
};
