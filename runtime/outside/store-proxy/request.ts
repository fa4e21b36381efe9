import { HEADER_BYTES, MessageFlag, Opcode } from '@waypost/store/wire';
import { RefusalCode, StoreRefusal } from './refusal.ts';

/** One message of a driver, read strictly: nothing that two readers could understand differently. */
export interface Request {
  requestId: number;
  isUnacknowledged: boolean;
  isQuery: boolean;
  queryNamespace: string;
  body: Uint8Array;
  /** Documents sent beside the body, by the name of their field. */
  sequences: ReadonlyMap<string, readonly Uint8Array[]>;
}

const SMALLEST_DOCUMENT = 5;
const BODY = 0;
const SEQUENCE = 1;

/** @throws StoreRefusal for other operation codes (compressed messages too) and for what is not a whole message */
export function readRequest(bytes: Buffer): Request {
  if (bytes.length < HEADER_BYTES + SMALLEST_DOCUMENT || bytes.readInt32LE(0) !== bytes.length)
    throw malformed();
  const opcode = bytes.readInt32LE(12);
  if (opcode === Opcode.message) return readMessage(bytes);
  if (opcode === Opcode.query) return readQuery(bytes);
  throw new StoreRefusal(`operation code ${opcode} is not open to plugins`);
}

function readMessage(bytes: Buffer): Request {
  const flags = bytes.readUInt32LE(HEADER_BYTES);
  const known = MessageFlag.checksumPresent | MessageFlag.moreToCome | MessageFlag.exhaustAllowed;
  if ((flags & ~known) !== 0) throw malformed();
  const end = bytes.length - (flags & MessageFlag.checksumPresent ? 4 : 0);
  let body: Uint8Array | undefined;
  const sequences = new Map<string, Uint8Array[]>();
  let offset = HEADER_BYTES + 4;
  while (offset < end) {
    const kind = bytes[offset];
    offset += 1;
    const size = sizeAt(bytes, offset, end);
    if (kind === BODY && body === undefined) body = bytes.subarray(offset, offset + size);
    else if (kind === SEQUENCE) readSequence(bytes, offset, offset + size, sequences);
    else throw malformed();
    offset += size;
  }
  if (body === undefined) throw malformed();
  return {
    requestId: bytes.readInt32LE(4),
    isUnacknowledged: (flags & MessageFlag.moreToCome) !== 0,
    isQuery: false,
    queryNamespace: '',
    body,
    sequences,
  };
}

function readSequence(bytes: Buffer, start: number, end: number, into: Map<string, Uint8Array[]>): void {
  const nameEnd = bytes.indexOf(0, start + 4);
  if (nameEnd === -1 || nameEnd >= end) throw malformed();
  const name = bytes.toString('utf8', start + 4, nameEnd);
  if (into.has(name)) throw malformed();
  const documents: Uint8Array[] = [];
  let offset = nameEnd + 1;
  while (offset < end) {
    const size = sizeAt(bytes, offset, end);
    documents.push(bytes.subarray(offset, offset + size));
    offset += size;
  }
  into.set(name, documents);
}

function readQuery(bytes: Buffer): Request {
  const nameEnd = bytes.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd === -1) throw malformed();
  const bodyStart = nameEnd + 1 + 8;
  const size = sizeAt(bytes, bodyStart, bytes.length);
  if (bodyStart + size !== bytes.length) throw malformed();
  return {
    requestId: bytes.readInt32LE(4),
    isUnacknowledged: false,
    isQuery: true,
    queryNamespace: bytes.toString('utf8', HEADER_BYTES + 4, nameEnd),
    body: bytes.subarray(bodyStart, bodyStart + size),
    sequences: new Map(),
  };
}

function sizeAt(bytes: Buffer, offset: number, end: number): number {
  const size = offset + 4 <= end ? bytes.readInt32LE(offset) : 0;
  if (size < SMALLEST_DOCUMENT || offset + size > end) throw malformed();
  return size;
}

function malformed(): StoreRefusal {
  return new StoreRefusal('the message is not one of the wire protocol', RefusalCode.badValue);
}
