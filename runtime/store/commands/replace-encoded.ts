import type { Collection } from '../storage/collection.ts';
import type { RecordRow } from '../storage/connection.ts';
import { indexedPart } from '../storage/indexed-part.ts';
import { MAX_DOCUMENT_BYTES } from '../storage/new-document.ts';
import type { View } from '../storage/view.ts';
import {
  Binary,
  checkDocument,
  cutReplacement,
  type Document,
  encodeKey,
  hasSameId,
  isIdentical,
  ObjectId,
  readFields,
  type Value,
} from '../value/index.ts';
import type { BatchState } from './batch.ts';
import { matcherOf } from './find-rows.ts';

/** An update that puts a whole document, given with its `_id`, in the place of one that is named by its `_id`. */
export interface EncodedReplacement {
  id: Value;
  filter: Document;
  /** Top-level fields that the filter looks at. */
  names: readonly string[];
  content: Uint8Array;
}

/**
 * Reads an update statement that need not be decoded: its document is stored as it came, as an inserted one is.
 * undefined for any other. @throws StoreError 22 for bytes that are no BSON
 */
export const readReplacement = (statement: Uint8Array): EncodedReplacement | undefined => {
  const cut = cutReplacement(statement);
  if (cut === undefined || cut.content.length > MAX_DOCUMENT_BYTES) return undefined;
  const { filter, content } = cut;
  const id = filter.get('_id');
  if (!(id instanceof ObjectId || id instanceof Binary || typeof id === 'string')) return undefined;
  const names = [...filter.keys()];
  if (names.some((name) => name.startsWith('$') || name.includes('.'))) return undefined;
  return checkDocument(content).hasDollarName ? undefined : { id, filter, names, content };
};

/**
 * Carries it out and adds to `progress` what it did. False, and nothing is done, when the document that is there has its
 * `_id` in other bytes.
 */
export const replaceEncoded = (
  { view, collection }: { view: View; collection: Collection },
  { id, filter, names, content }: EncodedReplacement,
  progress: BatchState,
): boolean => {
  const row = view.byKey(collection, encodeKey(id));
  const matcher = matcherOf({ filter, collation: undefined });
  if (row === undefined || !matcher.test(readFields(row.doc, names))) return true;
  if (!hasSameId(row.doc, content)) return false;
  progress.n += 1;
  if (Buffer.compare(row.doc, content) === 0) return true;
  view.replace(collection, {
    row,
    ...indexedParts(collection, row, content),
    bytes: content,
    kind: 'replace',
  });
  progress.modified += 1;
  return true;
};

/** What indexes see of both versions: one and the same where they see no difference. */
const indexedParts = (
  { indexes }: Collection,
  row: RecordRow,
  content: Uint8Array,
): { before: Document; after: Document } => {
  if (indexes.length === 0) return { before: NOTHING, after: NOTHING };
  const before = indexedPart(indexes, row.doc);
  const after = indexedPart(indexes, content);
  return { before, after: isIdentical(before, after) ? before : after };
};

const NOTHING: Document = new Map();
