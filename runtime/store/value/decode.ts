import { decodeName, decodeText } from './decode-text.ts';
import { documentEnd, type Encoded, invalid, openEncoded, sizeOf } from './encoded.ts';
import { StoreError } from './errors.ts';
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  type Document,
  int32,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Value,
} from './types.ts';

/** The largest distance of a JS Date from the epoch, in milliseconds (ECMA-262, time values). */
const MAXIMUM_DATE = 8.64e15;

/** The ObjectId constructor that reads 12 bytes in place; present in bson 7, absent from its types. */
const ObjectIdAt = ObjectId as unknown as new (source: Uint8Array, offset: number) => ObjectId;

// One document is decoded at a time, without interruption: its cursor lives here rather than in an object.
let encoded: Encoded = openEncoded(new Uint8Array());
let { bytes, view, array, limit } = encoded;
let position = 0;

/** Points the cursor at a buffer; decode functions call it first. */
const open = (source: Uint8Array, offset: number): void => {
  const next = openEncoded(source);
  position = offset;
  limit = next.limit;
  // Mostly the same buffer again.
  if (next === encoded) return;
  encoded = next;
  bytes = next.bytes;
  view = next.view;
  array = next.array;
};

/**
 * Decodes one BSON document that starts at `offset`; bytes after its end are not looked at.
 * Nothing of the result points into `source`. StoreError 22 on malformed bytes.
 */
export const decodeDocument = (source: Uint8Array, offset = 0): Document => {
  open(source, offset);
  return readDocument(0);
};

/**
 * One top-level field of an encoded document, without decoding the others; undefined if it is not there.
 */
export const readField = (source: Uint8Array, name: string, offset = 0): Value | undefined =>
  readFields(source, [name], offset).get(name);

/** The top-level fields of those names, without decoding the others; those that are not there are left out. */
export const readFields = (source: Uint8Array, names: readonly string[], offset = 0): Document =>
  fieldsReader(names)(source, offset);

/** `readFields` for many documents: no text is made of the names of the others, which took three quarters of the time. */
export const fieldsReader = (
  names: readonly string[],
): ((source: Uint8Array, offset?: number) => Document) => {
  const hashes = names.map(hashOf);
  return (source, offset = 0) => {
    open(source, offset);
    const end = enter(0);
    const document: Document = new Map();
    while (position < end && document.size < names.length) {
      const type = bytes[position] as number;
      const start = position + 1;
      const hash = passName(start);
      if (hashes.includes(hash)) {
        const name = decodeName(bytes, start, position - 1);
        if (names.includes(name)) {
          document.set(name, readValue(type, 1));
          continue;
        }
      }
      position += sizeOf(encoded, position, type);
    }
    if (position > end) throw invalid('element passes the end of its document');
    return document;
  };
};

/** Multiplier of a polynomial hash of bytes, as Java's String.hashCode has it. */
const HASH_FACTOR = 31;

const hashOf = (name: string): number => {
  let hash = 0;
  for (const byte of Buffer.from(name)) hash = (Math.imul(hash, HASH_FACTOR) + byte) | 0;
  return hash;
};

/** Passes over a field's name that begins at `start`, and returns its hash. */
const passName = (start: number): number => {
  // In variables of its own: the module's are looked up anew with each byte.
  const source = array;
  let at = start;
  let hash = 0;
  for (let byte = source[at]; byte !== 0; byte = source[at]) {
    if (byte === undefined || at >= limit) throw invalid('field name is not terminated');
    hash = (Math.imul(hash, HASH_FACTOR) + byte) | 0;
    at += 1;
  }
  position = at + 1;
  return hash;
};

/** Fields of a document by name: wholly (undefined), or these of the document that such a field holds. */
export type FieldTree = ReadonlyMap<string, FieldTree | undefined>;

/** As readFields, without what `tree` leaves out of the documents within. Of arrays nothing is left out. */
export const readTree = (source: Uint8Array, tree: FieldTree): Document => {
  open(source, 0);
  return readBranch(tree, 0);
};

const readBranch = (tree: FieldTree, depth: number): Document => {
  const end = enter(depth);
  const document: Document = new Map();
  while (position < end && document.size < tree.size) {
    const type = bytes[position++] as number;
    const name = readName();
    const inner = tree.get(name);
    if (inner !== undefined && type === 0x03) document.set(name, readBranch(inner, depth + 1));
    else if (tree.has(name)) document.set(name, readValue(type, depth + 1));
    else position += sizeOf(encoded, position, type);
    if (position > end) throw invalid('element passes the end of its document');
  }
  position = end + 1;
  return document;
};

/**
 * Decodes a command, but not the list of documents that `lists` names for it (by its first field): `list` has the bytes
 * of these. Documents that are to be stored need not be taken apart and put together again.
 */
export const decodeCommand = (
  source: Uint8Array,
  lists: ReadonlyMap<string, string>,
): { command: Document; list: { name: string; documents: Uint8Array[] } | undefined } => {
  open(source, 0);
  const end = enter(0);
  const command: Document = new Map();
  let wanted: string | undefined;
  let list: { name: string; documents: Uint8Array[] } | undefined;
  while (position < end) {
    const type = bytes[position++] as number;
    const name = readName();
    if (command.size === 0) wanted = lists.get(name);
    const documents = type === 0x04 && name === wanted && list === undefined ? cutDocuments() : undefined;
    if (documents === undefined) command.set(name, readValue(type, 1));
    else list = { name, documents };
  }
  if (position !== end) throw invalid('element passes the end of its document');
  return { command, list };
};

/** The bytes of an array's documents; undefined, and the cursor stays, when it has anything else. */
const cutDocuments = (): Uint8Array[] | undefined => {
  const start = position;
  const end = enter(1);
  const list: Uint8Array[] = [];
  while (position < end) {
    const type = bytes[position++] as number;
    while (position < end && bytes[position] !== 0) position++;
    position++;
    if (type !== 0x03) {
      position = start;
      return undefined;
    }
    const size = sizeOf(encoded, position, type);
    if (size < 5 || position + size > end) throw invalid('element passes the end of its array');
    list.push(array.slice(position, position + size));
    position += size;
  }
  if (position !== end) throw invalid('element passes the end of its array');
  position = end + 1;
  return list;
};

/** Reads the length word and returns the position of the closing zero. */
const enter = (depth: number): number => {
  const end = documentEnd(encoded, position, depth);
  position += 4;
  return end;
};

const readDocument = (depth: number): Document => {
  const end = enter(depth);
  const document: Document = new Map();
  while (position < end) {
    const type = bytes[position++] as number;
    const name = readName();
    document.set(name, readValue(type, depth + 1));
  }
  if (position !== end) throw invalid('element passes the end of its document');
  position = end + 1;
  return document;
};

const readArray = (depth: number): Value[] => {
  const end = enter(depth);
  const values: Value[] = [];
  while (position < end) {
    const type = bytes[position++] as number;
    while (position < end && bytes[position] !== 0) position++;
    position++;
    values.push(readValue(type, depth + 1));
  }
  if (position !== end) throw invalid('element passes the end of its array');
  position = end + 1;
  return values;
};

const readName = (): string => {
  const start = position;
  while (position < limit && bytes[position] !== 0) position++;
  if (position >= limit) throw invalid('field name is not terminated');
  const name = decodeName(bytes, start, position);
  position++;
  return name;
};

const readString = (): string => {
  need(4);
  const length = view.getInt32(position, true);
  position += 4;
  if (length < 1) throw invalid('string length is out of range');
  need(length);
  const end = position + length - 1;
  if (bytes[end] !== 0) throw invalid('string does not end with a zero byte');
  const text = decodeText(bytes, position, end);
  position = end + 1;
  return text;
};

const need = (count: number): void => {
  if (position + count > limit) throw invalid('value is cut off');
};

const readValue = (type: number, depth: number): Value => {
  switch (type) {
    case 0x01: {
      need(8);
      const value = view.getFloat64(position, true);
      position += 8;
      return value;
    }
    case 0x02:
      return readString();
    case 0x03:
      return readDocument(depth);
    case 0x04:
      return readArray(depth);
    case 0x07: {
      need(12);
      const value = new ObjectIdAt(bytes, position);
      position += 12;
      return value;
    }
    case 0x08: {
      need(1);
      const byte = bytes[position++] as number;
      if (byte > 1) throw invalid('boolean is neither 0 nor 1');
      return byte === 1;
    }
    case 0x09:
      return readDate();
    case 0x0a:
      return null;
    case 0x10: {
      need(4);
      const value = view.getInt32(position, true);
      position += 4;
      return int32(value);
    }
    case 0x12: {
      need(8);
      const value = view.getBigInt64(position, true);
      position += 8;
      return value;
    }
    default:
      return readRareValue(type, depth);
  }
};

const readDate = (): Date => {
  need(8);
  const milliseconds = view.getInt32(position + 4, true) * 4294967296 + view.getUint32(position, true);
  position += 8;
  if (milliseconds > MAXIMUM_DATE || milliseconds < -MAXIMUM_DATE) throw invalid('date is out of range');
  return new Date(milliseconds);
};

const readRareValue = (type: number, depth: number): Value => {
  switch (type) {
    case 0x05:
      return readBinary();
    case 0x0b:
      return readRegExp();
    case 0x0d:
      return new Code(readString());
    case 0x0e:
      return new BSONSymbol(readString());
    case 0x0f: {
      need(4);
      position += 4;
      const code = readString();
      return new Code(code, readDocument(depth) as unknown as Record<string, unknown>);
    }
    case 0x11: {
      need(8);
      const value = new Timestamp(view.getBigUint64(position, true));
      position += 8;
      return value;
    }
    case 0x13: {
      need(16);
      const value = new Decimal128(array.slice(position, position + 16));
      position += 16;
      return value;
    }
    case 0x7f:
      return new MaxKey();
    case 0xff:
      return new MinKey();
    default:
      throw invalid(`type 0x${type.toString(16)} is not supported`);
  }
};

const readBinary = (): Binary => {
  need(5);
  let length = view.getInt32(position, true);
  const subtype = bytes[position + 4] as number;
  position += 5;
  if (length < 0) throw invalid('binary length is out of range');
  need(length);
  if (subtype === 2) {
    // The old generic subtype repeats its length inside.
    if (length < 4 || view.getInt32(position, true) !== length - 4) throw invalid('binary lengths differ');
    position += 4;
    length -= 4;
  }
  const value = new Binary(array.slice(position, position + length), subtype);
  position += length;
  return value;
};

const readRegExp = (): BSONRegExp => {
  const pattern = readName();
  const options = readName();
  try {
    return new BSONRegExp(pattern, options);
  } catch (cause) {
    throw new StoreError(22, `invalid BSON: regular expression options '${options}'`, { cause });
  }
};
