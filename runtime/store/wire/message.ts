/** Operation codes of the MongoDB wire protocol (mongodb.com/docs/manual/reference/mongodb-wire-protocol). */
export const Opcode = { reply: 1, query: 2004, message: 2013 } as const;

/** Flag bits of OP_MSG. */
export const MessageFlag = { checksumPresent: 1, moreToCome: 2, exhaustAllowed: 65536 } as const;

export const HEADER_BYTES = 16;
/** Largest message a driver may send (the `maxMessageSizeBytes` of hello). */
export const MAX_MESSAGE_BYTES = 48_000_000;

/** One request as it came over the wire; byte arrays are views into the received buffer. */
export interface WireMessage {
  requestId: number;
  opcode: typeof Opcode.query | typeof Opcode.message;
  /** The sender wants no answer (OP_MSG moreToCome: writes with `w: 0`). */
  isUnacknowledged: boolean;
  body: Uint8Array;
  /** Kind-1 sections: field name → BSON documents. */
  sequences: Map<string, Uint8Array[]>;
  /** Namespace of an OP_QUERY (`admin.$cmd`), empty for OP_MSG. */
  queryNamespace: string;
}

/** A message that cannot be understood; the connection is closed. */
export class WireError extends Error {
  override name = 'WireError';
}

/**
 * Reads one whole message (header included).
 * @throws WireError when the bytes are no OP_MSG or OP_QUERY, or lengths do not agree.
 */
export const parseMessage = (bytes: Buffer): WireMessage => {
  const requestId = bytes.readInt32LE(4);
  const opcode = bytes.readInt32LE(12);
  if (opcode === Opcode.message) return parseOpMsg(bytes, requestId);
  if (opcode === Opcode.query) return parseOpQuery(bytes, requestId);
  throw new WireError(`operation code ${opcode} is not supported`);
};

const NO_SEQUENCES: Map<string, Uint8Array[]> = new Map();

const parseOpMsg = (bytes: Buffer, requestId: number): WireMessage => {
  if (bytes.length < HEADER_BYTES + 4 + 1 + 5) throw new WireError('message is too short');
  const flags = bytes.readUInt32LE(HEADER_BYTES);
  const unknownRequired = flags & 0xffff & ~(MessageFlag.checksumPresent | MessageFlag.moreToCome);
  if (unknownRequired !== 0) throw new WireError(`unknown required flag bits ${unknownRequired}`);
  const end = bytes.length - (flags & MessageFlag.checksumPresent ? 4 : 0);
  let body: Uint8Array | undefined;
  let sequences = NO_SEQUENCES;
  let offset = HEADER_BYTES + 4;
  while (offset < end) {
    const kind = bytes[offset];
    offset += 1;
    const size = readSize(bytes, offset, end);
    if (kind === 0) {
      if (body !== undefined) throw new WireError('message has two bodies');
      body = bytes.subarray(offset, offset + size);
    } else if (kind === 1) {
      if (sequences === NO_SEQUENCES) sequences = new Map();
      readSequence(bytes, offset, offset + size, sequences);
    } else throw new WireError(`unknown section kind ${kind}`);
    offset += size;
  }
  if (body === undefined) throw new WireError('message has no body');
  const isUnacknowledged = (flags & MessageFlag.moreToCome) !== 0;
  return { requestId, opcode: Opcode.message, isUnacknowledged, body, sequences, queryNamespace: '' };
};

const readSize = (bytes: Buffer, offset: number, end: number): number => {
  if (offset + 4 > end) throw new WireError('section is cut off');
  const size = bytes.readInt32LE(offset);
  if (size < 5 || offset + size > end) throw new WireError(`section size ${size} is out of range`);
  return size;
};

const readSequence = (bytes: Buffer, start: number, end: number, into: Map<string, Uint8Array[]>): void => {
  const nameEnd = bytes.indexOf(0, start + 4);
  if (nameEnd === -1 || nameEnd >= end) throw new WireError('document sequence has no name');
  const documents: Uint8Array[] = [];
  let offset = nameEnd + 1;
  while (offset < end) {
    const size = readSize(bytes, offset, end);
    documents.push(bytes.subarray(offset, offset + size));
    offset += size;
  }
  into.set(bytes.toString('utf8', start + 4, nameEnd), documents);
};

const parseOpQuery = (bytes: Buffer, requestId: number): WireMessage => {
  const nameEnd = bytes.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd === -1) throw new WireError('query has no namespace');
  const bodyStart = nameEnd + 1 + 8;
  const size = readSize(bytes, bodyStart, bytes.length);
  return {
    requestId,
    opcode: Opcode.query,
    isUnacknowledged: false,
    body: bytes.subarray(bodyStart, bodyStart + size),
    sequences: NO_SEQUENCES,
    queryNamespace: bytes.toString('utf8', HEADER_BYTES + 4, nameEnd),
  };
};

/** The bytes of an OP_MSG answer around one BSON document given in parts. */
export const encodeOpMsg = (responseTo: number, requestId: number, body: readonly Uint8Array[]): Buffer => {
  const head = HEADER_BYTES + 4 + 1;
  return assemble(head, body, (message, length) => {
    writeHeader(message, { length, requestId, responseTo, opcode: Opcode.message });
    message.writeUInt32LE(0, HEADER_BYTES);
    message[HEADER_BYTES + 4] = 0;
  });
};

/** The bytes of an OP_REPLY, which only answers an OP_QUERY handshake. */
export const encodeOpReply = (responseTo: number, requestId: number, body: readonly Uint8Array[]): Buffer =>
  assemble(HEADER_BYTES + 20, body, (message, length) => {
    writeHeader(message, { length, requestId, responseTo, opcode: Opcode.reply });
    message.fill(0, HEADER_BYTES, HEADER_BYTES + 20);
    message.writeInt32LE(8, HEADER_BYTES); // AwaitCapable
    message.writeInt32LE(1, HEADER_BYTES + 16);
  });

const assemble = (
  headBytes: number,
  body: readonly Uint8Array[],
  writeHead: (message: Buffer, length: number) => void,
): Buffer => {
  let length = headBytes;
  for (const part of body) length += part.length;
  const message = Buffer.allocUnsafe(length);
  writeHead(message, length);
  let offset = headBytes;
  for (const part of body) {
    message.set(part, offset);
    offset += part.length;
  }
  return message;
};

interface Header {
  length: number;
  requestId: number;
  responseTo: number;
  opcode: number;
}

const writeHeader = (message: Buffer, header: Header): void => {
  message.writeInt32LE(header.length, 0);
  message.writeInt32LE(header.requestId, 4);
  message.writeInt32LE(header.responseTo, 8);
  message.writeInt32LE(header.opcode, 12);
};
