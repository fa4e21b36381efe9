import { decodeDocument } from './decode.ts';
import { documentEnd, type Encoded, openEncoded, sizeOf } from './encoded.ts';
import type { Document } from './types.ts';

const DOCUMENT = 0x03;
const [Q, U] = [0x71, 0x75];
/** `_id` and the zero that ends it. */
const ID_NAME = [0x5f, 0x69, 0x64, 0];
/** Where the name of a document's first field begins. */
const FIRST_NAME = 5;

/**
 * An update statement that is `{ q: {…}, u: { _id: …, … } }` and nothing else: its filter, and the bytes of its document.
 * undefined for any other.
 */
export const cutReplacement = (
  statement: Uint8Array,
): { filter: Document; content: Uint8Array } | undefined => {
  const encoded = openEncoded(statement);
  const end = documentEnd(encoded, 0, 0);
  const filterAt = documentAt(encoded, 4, Q);
  if (filterAt === undefined) return undefined;
  const contentAt = documentAt(encoded, documentEnd(encoded, filterAt, 1) + 1, U);
  if (contentAt === undefined) return undefined;
  const contentEnd = documentEnd(encoded, contentAt, 1) + 1;
  if (contentEnd !== end || !startsWithId(encoded, contentAt)) return undefined;
  const content = encoded.array.slice(contentAt, contentEnd);
  return { filter: decodeDocument(statement, filterAt), content };
};

/** Where the document of the field that begins at `position` begins, if it is one of this one-letter name. */
const documentAt = ({ bytes }: Encoded, position: number, name: number): number | undefined =>
  bytes[position] === DOCUMENT && bytes[position + 1] === name && bytes[position + 2] === 0
    ? position + 3
    : undefined;

const startsWithId = ({ bytes }: Encoded, start: number): boolean =>
  ID_NAME.every((byte, at) => bytes[start + FIRST_NAME + at] === byte);

/** Whether two documents begin with the same `_id`, in the same bytes. */
export const hasSameId = (left: Uint8Array, right: Uint8Array): boolean => {
  const encoded = openEncoded(left);
  if (!startsWithId(encoded, 0)) return false;
  const valueAt = FIRST_NAME + ID_NAME.length;
  const end = valueAt + sizeOf(encoded, valueAt, left[FIRST_NAME - 1] as number);
  if (end > right.length) return false;
  for (let at = FIRST_NAME - 1; at < end; at++) if (left[at] !== right[at]) return false;
  return true;
};
