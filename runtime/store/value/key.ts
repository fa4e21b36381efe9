import type { Collation } from './collation.ts';
import { rankOf } from './compare.ts';
import {
  growKey,
  key,
  keyLength,
  startKey,
  takeKey,
  writeByte,
  writeBytes,
  writeKeyText,
} from './key-buffer.ts';
import { writeNumberKey } from './key-number.ts';
import {
  type Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  type Document,
  type NumberValue,
  type ObjectId,
  Timestamp,
  type Value,
} from './types.ts';

/**
 * The index key of a value: comparing keys byte by byte gives the order of compareValues, and since no
 * key is the beginning of another, keys of several values can be joined into a compound one.
 * `isDescending` turns the order round. With a collation, strings keep equality but not order.
 * Equal values of different number kinds have the same key. Undefined sorts before null: in sorts it stands for an
 * empty array; index keys have null for what is missing.
 */
export const encodeKey = (
  value: Value | undefined,
  isDescending = false,
  collation?: Collation,
): Uint8Array => {
  startKey();
  writeValue(value, collation);
  if (isDescending) invert(0);
  return takeKey();
};

/** The keys of several values, each with its direction, joined. */
export const encodeKeys = (
  values: readonly Value[],
  fields: readonly { isDescending: boolean }[],
  collation?: Collation,
): Uint8Array => {
  startKey();
  for (let at = 0; at < values.length; at += 1) {
    const from = keyLength();
    writeValue(values[at], collation);
    if (fields[at]?.isDescending) invert(from);
  }
  return takeKey();
};

const invert = (from: number): void => {
  const bytes = key();
  const end = keyLength();
  for (let index = from; index < end; index++) bytes[index] = ~(bytes[index] as number);
};

const writeValue = (value: Value | undefined, collation: Collation | undefined): void => {
  const rank = rankOf(value);
  // Twice the rank leaves 0 and 1 for the ends of documents and arrays, and no rank at 0xff.
  writeByte(rank * 2);
  writeContent(rank, value, collation);
};

const writeContent = (rank: number, value: Value | undefined, collation: Collation | undefined): void => {
  if (value === undefined) return;
  switch (rank) {
    case 10:
      writeNumberKey(value as NumberValue);
      break;
    case 15:
      writeText(value instanceof BSONSymbol ? value.value : (value as string), collation);
      break;
    case 20:
      writeDocument(value as Document, collation);
      break;
    case 25:
      for (const item of value as Value[]) writeValue(item, collation);
      writeByte(0);
      break;
    case 30:
      writeBinary(value as Binary);
      break;
    case 35:
      writeBytes((value as ObjectId).id);
      break;
    case 40:
      writeByte(value === true ? 1 : 0);
      break;
    case 45:
      writeDate((value as Date).getTime());
      break;
    default:
      writeRare(value, collation);
  }
};

const writeText = (text: string, collation: Collation | undefined): void =>
  writeKeyText(collation === undefined ? text : collation.fold(text));

const writeDocument = (document: Document, collation: Collation | undefined): void => {
  for (const [name, value] of document) {
    const rank = rankOf(value);
    writeByte(rank * 2);
    writeKeyText(name);
    writeContent(rank, value, collation);
  }
  writeByte(0);
};

const writeBinary = (value: Binary): void => {
  writeUnsigned(value.position);
  writeByte(value.sub_type);
  writeBytes(value.buffer.subarray(0, value.position));
};

const writeUnsigned = (value: number): void => {
  const at = growKey(4);
  key().writeUInt32BE(value >>> 0, at);
};

const writeDate = (milliseconds: number): void => {
  const high = Math.floor(milliseconds / 4294967296);
  writeUnsigned(high ^ 0x80000000);
  writeUnsigned(milliseconds - high * 4294967296);
};

const writeRare = (value: Value, collation: Collation | undefined): void => {
  if (value instanceof Timestamp) {
    writeUnsigned(value.t);
    writeUnsigned(value.i);
  } else if (value instanceof BSONRegExp) {
    writeKeyText(value.pattern);
    writeKeyText(value.options);
  } else if (value instanceof Code) {
    writeKeyText(value.code);
    if (value.scope != null) writeDocument(value.scope as unknown as Document, collation);
  }
};
