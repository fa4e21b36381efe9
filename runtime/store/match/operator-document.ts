import { type Document, isDocument, type Value } from '../value/index.ts';

/** Whether a value of a filter is `{ $operator: … }` rather than a document to be equal to. */
export const isOperatorDocument = (value: Value): value is Document => {
  if (!isDocument(value)) return false;
  const first = value.keys().next();
  if (first.done === true || !first.value.startsWith('$')) return false;
  return !(first.value === '$ref' || first.value === '$id' || first.value === '$db');
};
