import { MAXIMUM_DEPTH } from './encoded.ts';
import { StoreError } from './errors.ts';
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  type Document,
  Int32,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Value,
} from './types.ts';

// One document is encoded at a time, without interruption: the buffer is kept and grows as needed.
let buffer: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
let view = new DataView(buffer.buffer);
let array = new Uint8Array(buffer.buffer);
let position = 0;

/** No message holds more (maxMessageSizeBytes): what would grow further is refused before it takes all memory. */
const LARGEST_SIZE = 48_000_000;
/** Above this the kept buffer is given back after use. */
const KEPT_SIZE = 4 * 1024 * 1024;

/**
 * The BSON bytes of a document, in a fresh array.
 * StoreError 15 when it nests too deep, 22 for a field name with a zero byte, 10334 when it fits into no message.
 */
export const encodeDocument = (document: Document): Uint8Array => {
  position = 0;
  writeDocument(document, 0);
  const result = array.slice(0, position);
  if (buffer.length > KEPT_SIZE) resize(64 * 1024);
  return result;
};

const resize = (size: number): void => {
  const grown = Buffer.allocUnsafeSlow(size);
  buffer.copy(grown, 0, 0, Math.min(position, size));
  buffer = grown;
  view = new DataView(buffer.buffer);
  array = new Uint8Array(buffer.buffer);
};

const reserve = (count: number): void => {
  if (position + count <= buffer.length) return;
  if (position > LARGEST_SIZE) {
    resize(64 * 1024);
    throw new StoreError(10334, `BSONObj size is invalid: more than ${LARGEST_SIZE} bytes`);
  }
  resize(Math.max(buffer.length * 2, position + count));
};

const checkDepth = (depth: number): void => {
  if (depth > MAXIMUM_DEPTH) throw new StoreError(15, `document nests deeper than ${MAXIMUM_DEPTH} levels`);
};

const writeDocument = (document: Document, depth: number): void => {
  checkDepth(depth);
  reserve(16);
  const start = position;
  position += 4;
  for (const [name, value] of document) writeElement(name, value, depth);
  close(start);
};

const writeArray = (values: Value[], depth: number): void => {
  checkDepth(depth);
  reserve(16);
  const start = position;
  position += 4;
  for (let index = 0; index < values.length; index++)
    writeElement(String(index), values[index] as Value, depth);
  close(start);
};

const close = (start: number): void => {
  reserve(1);
  buffer[position++] = 0;
  view.setInt32(start, position - start, true);
};

/** Writes text without a terminator; room for 3 bytes a character is reserved. */
const writeText = (text: string): void => {
  const length = text.length;
  reserve(length * 3 + 16);
  const start = position;
  if (length <= 32) {
    let index = 0;
    for (; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > 127) break;
      buffer[position++] = code;
    }
    if (index === length) return;
    position = start;
  }
  position += buffer.write(text, position, 'utf8');
};

const writeName = (name: string): void => {
  const start = position;
  writeText(name);
  for (let index = start; index < position; index++) {
    if (buffer[index] === 0) throw new StoreError(22, 'field names must not contain zero bytes');
  }
  buffer[position++] = 0;
};

const writeString = (text: string): void => {
  reserve(16);
  const start = position;
  position += 4;
  writeText(text);
  buffer[position++] = 0;
  view.setInt32(start, position - start - 4, true);
};

/** Type byte and name; the value's room must be reserved by the caller where it is not text. */
const head = (type: number, name: string): void => {
  reserve(1);
  buffer[position++] = type;
  writeName(name);
  reserve(24);
};

const writeElement = (name: string, value: Value, depth: number): void => {
  switch (typeof value) {
    case 'string':
      head(0x02, name);
      writeString(value);
      return;
    case 'number':
      head(0x01, name);
      view.setFloat64(position, value, true);
      position += 8;
      return;
    case 'bigint':
      head(0x12, name);
      view.setBigInt64(position, value, true);
      position += 8;
      return;
    case 'boolean':
      head(0x08, name);
      buffer[position++] = value ? 1 : 0;
      return;
    default:
      writeObjectElement(name, value, depth);
  }
};

const writeObjectElement = (name: string, value: Value, depth: number): void => {
  if (value === null) {
    head(0x0a, name);
  } else if (value instanceof Int32) {
    head(0x10, name);
    view.setInt32(position, value.value, true);
    position += 4;
  } else if (value instanceof Map) {
    head(0x03, name);
    writeDocument(value, depth + 1);
  } else if (Array.isArray(value)) {
    head(0x04, name);
    writeArray(value, depth + 1);
  } else if (value instanceof ObjectId) {
    head(0x07, name);
    buffer.set(value.id, position);
    position += 12;
  } else if (value instanceof Date) {
    head(0x09, name);
    writeDate(value.getTime());
  } else if (value instanceof Decimal128) {
    head(0x13, name);
    buffer.set(value.bytes, position);
    position += 16;
  } else {
    writeRareElement(name, value, depth);
  }
};

const writeDate = (milliseconds: number): void => {
  if (Number.isNaN(milliseconds)) throw new StoreError(2, 'an invalid date cannot be stored');
  const high = Math.floor(milliseconds / 4294967296);
  view.setUint32(position, milliseconds - high * 4294967296, true);
  view.setInt32(position + 4, high, true);
  position += 8;
};

const writeRareElement = (name: string, value: Value, depth: number): void => {
  if (value instanceof Binary) {
    head(0x05, name);
    writeBinary(value);
  } else if (value instanceof Timestamp) {
    head(0x11, name);
    view.setUint32(position, value.i, true);
    view.setUint32(position + 4, value.t, true);
    position += 8;
  } else if (value instanceof BSONRegExp) {
    head(0x0b, name);
    writeName(value.pattern);
    reserve(1);
    writeName(value.options);
  } else if (value instanceof MinKey) {
    head(0xff, name);
  } else if (value instanceof MaxKey) {
    head(0x7f, name);
  } else if (value instanceof BSONSymbol) {
    head(0x0e, name);
    writeString(value.value);
  } else if (value instanceof Code) {
    writeCode(name, value, depth);
  } else {
    throw new TypeError(`not a BSON value in field ${name}`);
  }
};

const writeBinary = (value: Binary): void => {
  const length = value.position;
  const isOldSubtype = value.sub_type === 2;
  reserve(length + 16);
  view.setInt32(position, isOldSubtype ? length + 4 : length, true);
  buffer[position + 4] = value.sub_type;
  position += 5;
  if (isOldSubtype) {
    view.setInt32(position, length, true);
    position += 4;
  }
  buffer.set(value.buffer.subarray(0, length), position);
  position += length;
};

const writeCode = (name: string, value: Code, depth: number): void => {
  if (value.scope == null) {
    head(0x0d, name);
    writeString(value.code);
    return;
  }
  head(0x0f, name);
  const start = position;
  position += 4;
  writeString(value.code);
  writeDocument(value.scope as unknown as Document, depth + 1);
  view.setInt32(start, position - start, true);
};
