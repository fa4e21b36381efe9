import { Buffer } from 'node:buffer';

/** Element types of BSON (bsonspec.org) that are read or written here byte by byte. */
export const ElementType = {
  double: 0x01,
  string: 0x02,
  document: 0x03,
  array: 0x04,
  binary: 0x05,
  undefined: 0x06,
  objectId: 0x07,
  boolean: 0x08,
  date: 0x09,
  null: 0x0a,
  regex: 0x0b,
  pointer: 0x0c,
  code: 0x0d,
  symbol: 0x0e,
  codeWithScope: 0x0f,
  int32: 0x10,
  timestamp: 0x11,
  int64: 0x12,
  decimal128: 0x13,
  minKey: 0xff,
  maxKey: 0x7f,
} as const;

/** One top-level element of a BSON document: where its type byte, name and value stand. */
export interface ElementView {
  type: number;
  start: number;
  nameEnd: number;
  valueStart: number;
  end: number;
}

/** Views `bytes` as a Buffer without copying. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Calls `visit` for each top-level element; stops when it returns false. Returns false when the bytes are no BSON. */
export const eachElement = (
  document: Buffer,
  visit: (element: ElementView) => boolean | undefined,
): boolean => {
  const end = document.length - 1;
  if (document.length < 5 || document.readInt32LE(0) !== document.length || document[end] !== 0) return false;
  let offset = 4;
  while (offset < end) {
    const type = document[offset] as number;
    const nameEnd = document.indexOf(0, offset + 1);
    if (nameEnd === -1 || nameEnd >= end) return false;
    const valueStart = nameEnd + 1;
    const size = valueSize(document, type, valueStart);
    if (size < 0 || valueStart + size > end) return false;
    if (visit({ type, start: offset, nameEnd, valueStart, end: valueStart + size }) === false) return true;
    offset = valueStart + size;
  }
  return offset === end;
};

const readLength = (document: Buffer, offset: number): number =>
  offset + 4 <= document.length ? document.readInt32LE(offset) : -1;

/** Bytes that a value of `type` takes at `offset`, or -1 when it cannot be. */
const valueSize = (document: Buffer, type: number, offset: number): number => {
  switch (type) {
    case ElementType.null:
    case ElementType.undefined:
    case ElementType.minKey:
    case ElementType.maxKey:
      return 0;
    case ElementType.boolean:
      return 1;
    case ElementType.int32:
      return 4;
    case ElementType.double:
    case ElementType.date:
    case ElementType.timestamp:
    case ElementType.int64:
      return 8;
    case ElementType.objectId:
      return 12;
    case ElementType.decimal128:
      return 16;
    case ElementType.string:
    case ElementType.code:
    case ElementType.symbol:
      return prefixed(readLength(document, offset), 4);
    case ElementType.document:
    case ElementType.array:
    case ElementType.codeWithScope:
      return prefixed(readLength(document, offset), 0);
    case ElementType.binary:
      return prefixed(readLength(document, offset), 5);
    case ElementType.pointer:
      return prefixed(readLength(document, offset), 16);
    case ElementType.regex: {
      const patternEnd = document.indexOf(0, offset);
      const optionsEnd = patternEnd === -1 ? -1 : document.indexOf(0, patternEnd + 1);
      return optionsEnd === -1 ? -1 : optionsEnd + 1 - offset;
    }
    default:
      return -1;
  }
};

const prefixed = (length: number, extra: number): number => (length < 0 ? -1 : length + extra);

/** A BSON document's bytes put together by hand, for answers whose parts are already encoded. */
export interface DocumentWriter {
  raw(bytes: Uint8Array): void;
  element(type: number, name: string): void;
  int32(name: string, value: number): void;
  int64(name: string, value: bigint): void;
  double(name: string, value: number): void;
  string(name: string, value: string): void;
  timestamp(name: string, value: bigint): void;
  /** Adds an encoded document as a field. */
  document(name: string, bytes: Uint8Array): void;
  openDocument(name: string): void;
  openArray(name: string): void;
  close(): void;
  /** Bytes written so far. */
  size(): number;
  /** Closes the outermost document and returns a copy of its bytes. */
  finish(): Uint8Array;
}

/** Starts a document. `hintBytes` is the expected size. */
export const createDocumentWriter = (hintBytes = 256): DocumentWriter => {
  let buffer = Buffer.allocUnsafe(hintBytes);
  let offset = 4;
  const starts = [0];

  const need = (count: number): void => {
    if (offset + count <= buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(buffer.length * 2, offset + count));
    buffer.copy(grown, 0, 0, offset);
    buffer = grown;
  };
  const element = (type: number, name: string): void => {
    need(name.length * 3 + 2);
    buffer[offset++] = type;
    offset += buffer.write(name, offset, 'utf8');
    buffer[offset++] = 0;
  };
  const raw = (bytes: Uint8Array): void => {
    need(bytes.length);
    buffer.set(bytes, offset);
    offset += bytes.length;
  };
  const open = (type: number, name: string): void => {
    element(type, name);
    need(4);
    starts.push(offset);
    offset += 4;
  };
  const close = (): void => {
    need(1);
    buffer[offset++] = 0;
    const start = starts.pop() as number;
    buffer.writeInt32LE(offset - start, start);
  };

  return {
    raw,
    element,
    int32: (name, value) => {
      element(ElementType.int32, name);
      need(4);
      offset = buffer.writeInt32LE(value, offset);
    },
    int64: (name, value) => {
      element(ElementType.int64, name);
      need(8);
      offset = buffer.writeBigInt64LE(value, offset);
    },
    double: (name, value) => {
      element(ElementType.double, name);
      need(8);
      offset = buffer.writeDoubleLE(value, offset);
    },
    string: (name, value) => {
      element(ElementType.string, name);
      const length = Buffer.byteLength(value);
      need(length + 5);
      offset = buffer.writeInt32LE(length + 1, offset);
      offset += buffer.write(value, offset, 'utf8');
      buffer[offset++] = 0;
    },
    timestamp: (name, value) => {
      element(ElementType.timestamp, name);
      need(8);
      offset = buffer.writeBigUInt64LE(value, offset);
    },
    document: (name, bytes) => {
      element(ElementType.document, name);
      raw(bytes);
    },
    openDocument: (name) => open(ElementType.document, name),
    openArray: (name) => open(ElementType.array, name),
    close,
    size: () => offset,
    finish: () => {
      close();
      return buffer.subarray(0, offset);
    },
  };
};
