import { StoreError } from './errors.ts';

/** Deepest nesting of a stored document (MongoDB's BSONDepth::kDefaultMaxAllowableDepth less its margin). */
export const MAXIMUM_DEPTH = 180;

/** Encoded documents, as they are looked at: the same bytes three times, and where they end. */
export interface Encoded {
  bytes: Buffer;
  view: DataView;
  /** What is cut from a Buffer would be a Buffer again, which takes three times as long to make. */
  array: Uint8Array;
  limit: number;
}

/**
 * Most documents are copied into this buffer before they are looked at: giving each array of bytes a Buffer and a
 * DataView of its own takes eight times as long.
 */
const SCRATCH_BYTES = 64 * 1024;
const buffer = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
const scratch: Encoded = {
  bytes: buffer,
  view: new DataView(buffer.buffer),
  array: new Uint8Array(buffer.buffer),
  limit: 0,
};

export const invalid = (reason: string): StoreError => new StoreError(22, `invalid BSON: ${reason}`);

/** Bytes to be looked at until the next call: one document is decoded at a time, without interruption. */
export const openEncoded = (source: Uint8Array): Encoded => {
  const limit = source.byteLength;
  if (limit <= SCRATCH_BYTES) {
    scratch.bytes.set(source);
    scratch.limit = limit;
    return scratch;
  }
  return {
    bytes: Buffer.isBuffer(source) ? source : Buffer.from(source.buffer, source.byteOffset, limit),
    view: new DataView(source.buffer, source.byteOffset, limit),
    array: new Uint8Array(source.buffer, source.byteOffset, limit),
    limit,
  };
};

/** Position of the closing zero of the document or array that starts at `position`. StoreError 22 where there is none. */
export const documentEnd = (encoded: Encoded, position: number, depth: number): number => {
  const limit = encoded.limit;
  if (depth > MAXIMUM_DEPTH) throw new StoreError(22, `nested deeper than ${MAXIMUM_DEPTH} levels`);
  if (position + 5 > limit) throw invalid('document is cut off');
  const length = encoded.view.getInt32(position, true);
  const end = position + length - 1;
  if (length < 5 || end >= limit) throw invalid('document length is out of range');
  if (encoded.array[end] !== 0) throw invalid('document does not end with a zero byte');
  return end;
};

/** Bytes that the value of `type` at `position` takes. */
export const sizeOf = (encoded: Encoded, position: number, type: number): number => {
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return 8;
    case 0x02:
    case 0x0d:
    case 0x0e:
      return 4 + lengthAt(encoded, position);
    case 0x03:
    case 0x04:
    case 0x0f:
      return lengthAt(encoded, position);
    case 0x05:
      return 5 + lengthAt(encoded, position);
    case 0x07:
      return 12;
    case 0x08:
      return 1;
    case 0x0a:
    case 0x7f:
    case 0xff:
      return 0;
    case 0x0b: {
      const first = encoded.bytes.indexOf(0, position);
      return encoded.bytes.indexOf(0, first + 1) + 1 - position;
    }
    case 0x10:
      return 4;
    case 0x13:
      return 16;
    default:
      throw invalid(`type 0x${type.toString(16)} is not supported`);
  }
};

const lengthAt = ({ view, limit }: Encoded, position: number): number => {
  if (position + 4 > limit) throw invalid('value is cut off');
  return view.getInt32(position, true);
};
