import { StoreError } from '../value/errors.ts';
import { type Document, equalValues, isIdentical, showField, type Value } from '../value/index.ts';

/** `_id` first, as documents are stored. */
export const withIdFirst = (document: Document, id: Value): Document => {
  if (document.keys().next().value === '_id' && document.get('_id') === id) return document;
  const result: Document = new Map([['_id', id]]);
  for (const [name, value] of document) if (name !== '_id') result.set(name, value);
  return result;
};

/** StoreError 66 when an update has changed or removed `_id`. */
export const checkIdKept = (before: Document, after: Document): void => {
  const id = before.get('_id');
  const other = after.get('_id');
  if (id === other || isIdentical(id, other)) return;
  throw new StoreError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
};

/** The whole new content under the old `_id`. StoreError 66 when it brings another one. */
export const keepId = (before: Document, content: Document): Document => {
  const id = before.get('_id');
  const other = content.get('_id');
  if (id === undefined) return other === undefined ? content : withIdFirst(content, other);
  if (other !== undefined && !equalValues(id, other)) {
    throw new StoreError(
      66,
      `After applying the update, the (immutable) field '_id' was found to have been altered to ${showField('_id', other)}`,
    );
  }
  return withIdFirst(content, id);
};
