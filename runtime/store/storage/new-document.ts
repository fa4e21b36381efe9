import { StoreError } from '../value/errors.ts';
import {
  BSONRegExp,
  checkDocument,
  type Document,
  decodeDocument,
  encodeKey,
  ObjectId,
  readField,
  type Value,
} from '../value/index.ts';
import { asBuffer, createDocumentWriter, ElementType, type ElementView, eachElement } from '../wire/bytes.ts';
import type { NewRecord } from './record-writer.ts';

/** Largest document, in bytes (MongoDB's BSONObjMaxUserSize). */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/**
 * Makes a document that a client sent ready to be stored: `_id` first (made when missing), empty top-level
 * timestamps filled in. The bytes are used as they are wherever possible.
 * @throws StoreError 22 for bytes that are no BSON, 53 for an `_id` that cannot be one, 10334 when too large.
 */
export const prepareNewDocument = (given: Uint8Array, nextTimestamp: () => bigint): NewRecord => {
  const { hasTimestamp } = checkDocument(given);
  const bytes = hasTimestamp || !startsWithId(given) ? completed(given, nextTimestamp) : given;
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new StoreError(
      10334,
      `object to insert too large. size in bytes: ${bytes.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
  }
  const value = readField(bytes, '_id') as Value;
  checkId(value);
  let document: Document | undefined;
  return {
    key: encodeKey(value),
    bytes,
    document: () => {
      document ??= decodeDocument(bytes);
      return document;
    },
  };
};

/** Whether the first element's name is `_id`. */
const startsWithId = (source: Uint8Array): boolean =>
  source.length > 8 && source[8] === 0 && isIdName(source, 5);

/** `_id` first, and empty timestamps filled in. */
const completed = (given: Uint8Array, nextTimestamp: () => bigint): Uint8Array => {
  const source = asBuffer(given);
  let id: ElementView | undefined;
  let hasEmptyTimestamp = false;
  eachElement(source, (element) => {
    if (element.nameEnd - element.start === 4 && isIdName(source, element.start + 1)) {
      id ??= element;
    } else if (element.type === ElementType.timestamp && source.readBigUInt64LE(element.valueStart) === 0n) {
      hasEmptyTimestamp = true;
    }
    return true;
  });
  if (id?.start === 4 && !hasEmptyTimestamp) return given;
  return rebuild(source, id, hasEmptyTimestamp ? nextTimestamp : undefined);
};

/** Whether the name that begins here is `_id`; its length was looked at. */
const isIdName = (source: Uint8Array, at: number): boolean =>
  source[at] === 0x5f && source[at + 1] === 0x69 && source[at + 2] === 0x64;

/** Refuses what cannot be an `_id`: arrays, regular expressions (53), names with `$` at any depth (52). */
export const checkId = (value: Value): void => {
  if (Array.isArray(value)) throw new StoreError(53, "The '_id' value cannot be of type array");
  if (value instanceof BSONRegExp) throw new StoreError(53, "The '_id' value cannot be of type regex");
  if (value instanceof Map) checkIdNames(value);
};

const checkIdNames = (value: Value): void => {
  if (Array.isArray(value)) for (const element of value) checkIdNames(element);
  if (!(value instanceof Map)) return;
  const [first, second] = value.keys();
  const isReference = first === '$ref' && second === '$id' && typeof value.get('$ref') === 'string';
  for (const [name, inner] of value) {
    if (name.startsWith('$') && !(isReference && REFERENCE_NAMES.has(name)))
      throw new StoreError(
        52,
        `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
      );
    checkIdNames(inner);
  }
};

const REFERENCE_NAMES = new Set(['$ref', '$id', '$db']);

const rebuild = (
  source: Buffer,
  id: ElementView | undefined,
  nextTimestamp: (() => bigint) | undefined,
): Uint8Array => {
  const writer = createDocumentWriter(source.length + 32);
  if (id === undefined) {
    writer.element(ElementType.objectId, '_id');
    writer.raw(new ObjectId().id);
  } else writer.raw(source.subarray(id.start, id.end));
  eachElement(source, (element) => {
    if (element.start === id?.start) return true;
    const isEmptyTimestamp =
      element.type === ElementType.timestamp && source.readBigUInt64LE(element.valueStart) === 0n;
    if (isEmptyTimestamp && nextTimestamp !== undefined) {
      writer.timestamp(source.toString('utf8', element.start + 1, element.nameEnd), nextTimestamp());
    } else writer.raw(source.subarray(element.start, element.end));
    return true;
  });
  return writer.finish();
};
