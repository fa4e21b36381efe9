import { HEADER_BYTES, Opcode } from '@waypost/store/wire';
import { mongo } from 'mongoose';

const { BSON } = mongo;
/** Flags, and the kind of the one section. */
const MESSAGE_HEAD = 5;
/** Flags, cursor, where it starts, how many documents. */
const REPLY_HEAD = 20;

const headOf = (bytes: Buffer): number =>
  HEADER_BYTES + (bytes.readInt32LE(12) === Opcode.reply ? REPLY_HEAD : MESSAGE_HEAD);

/** The document of an answer. */
export const bodyOf = (bytes: Buffer): Buffer => {
  const start = headOf(bytes);
  return bytes.subarray(start, start + bytes.readInt32LE(start));
};

/** The same answer with another document. */
export function withBody(bytes: Buffer, body: mongo.Document): Buffer {
  const start = headOf(bytes);
  const changed = Buffer.concat([bytes.subarray(0, start), BSON.serialize(body, { ignoreUndefined: true })]);
  changed.writeInt32LE(changed.length, 0);
  return changed;
}

/** An answer (OP_MSG) to the message of that number. */
export function answerTo(requestId: number, body: mongo.Document): Buffer {
  const message = messageOf(body);
  message.writeInt32LE(requestId, 8);
  return message;
}

/** A message (OP_MSG) without a number. */
export function messageOf(body: mongo.Document): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + MESSAGE_HEAD);
  head.writeInt32LE(Opcode.message, 12);
  const message = Buffer.concat([head, BSON.serialize(body)]);
  message.writeInt32LE(message.length, 0);
  return message;
}
