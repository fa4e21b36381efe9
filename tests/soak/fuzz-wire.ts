import { createConnection, type Socket } from 'node:net';
import { mongo } from 'mongoose';
import { pick, type Random } from './fuzz-values.ts';

/** OP_MSG, https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
const OP_MSG = 2013;
const OP_REPLY = 1;
const HEADER = 16;
const LARGEST_ANSWER = 48_000_000;

/** One connection that speaks bytes. */
export interface WireClient {
  send(bytes: Uint8Array): void;
  /** The next answer, `closed` when the store has hung up, `silent` after the time. @throws Error on a malformed one. */
  answer(milliseconds: number): Promise<mongo.Document | 'closed' | 'silent'>;
  close(): void;
}

export function connectWire(path: string): Promise<WireClient> {
  return new Promise((resolve, reject) => {
    const socket: Socket = createConnection(path);
    let received: Buffer = Buffer.alloc(0);
    let chunks: Buffer[] = [];
    /** Joined once a whole answer may be there: chunk by chunk a large one would be copied a thousand times. */
    const join = (): void => {
      if (chunks.length === 0) return;
      const waiting = chunks.reduce((sum, chunk) => sum + chunk.length, received.length);
      const first = received.length >= 4 ? received : (chunks[0] as Buffer);
      if (received.length >= 4 && waiting < first.readInt32LE(0)) return;
      received = Buffer.concat([received, ...chunks]);
      chunks = [];
    };
    let isClosed = false;
    let wake: () => void = () => undefined;
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      wake();
    });
    socket.on('close', () => {
      isClosed = true;
      wake();
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.on('error', () => undefined);
      resolve({
        send: (bytes) => void socket.write(bytes),
        answer: async (milliseconds) => {
          const until = performance.now() + milliseconds;
          for (;;) {
            join();
            const length = received.length >= 4 ? received.readInt32LE(0) : undefined;
            if (length !== undefined && (length < HEADER + 5 || length > LARGEST_ANSWER))
              throw new Error(`an answer of ${length} bytes`);
            if (length !== undefined && received.length >= length) {
              const message = received.subarray(0, length);
              received = received.subarray(length);
              return readAnswer(message);
            }
            if (isClosed) return 'closed';
            const left = until - performance.now();
            if (left <= 0) return 'silent';
            await new Promise<void>((done) => {
              const timer = setTimeout(done, left);
              wake = () => {
                clearTimeout(timer);
                done();
              };
            });
          }
        },
        close: () => void socket.destroy(),
      });
    });
  });
}

/** The document of an answer. @throws Error when it is not well-formed. */
function readAnswer(message: Buffer): mongo.Document {
  const opcode = message.readInt32LE(12);
  if (opcode !== OP_MSG && opcode !== OP_REPLY) throw new Error(`an answer with operation code ${opcode}`);
  const offset = opcode === OP_MSG ? HEADER + 5 : HEADER + 20;
  if (opcode === OP_MSG && message[HEADER + 4] !== 0) throw new Error('an answer without a body');
  if (message.readInt32LE(offset) !== message.length - offset)
    throw new Error('an answer whose lengths disagree');
  return mongo.BSON.deserialize(message.subarray(offset), { promoteValues: true, bsonRegExp: true });
}

export function opMsg(body: Uint8Array, flags = 0, opcode = OP_MSG): Buffer {
  const message = Buffer.alloc(HEADER + 5 + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(7, 4);
  message.writeInt32LE(opcode, 12);
  message.writeUInt32LE(flags, HEADER);
  message.set(body, HEADER + 5);
  return message;
}

/** A message in which something is wrong: lengths, flags, types, text, or random bytes throughout. */
export function brokenMessage(random: Random): Buffer {
  const body = mongo.BSON.serialize({
    find: 'items',
    filter: { a: { $gt: 1, b: ['x', { c: 1.5 }] } },
    $db: 'fuzz',
  });
  const whole = opMsg(body);
  const damage = pick<() => Buffer>(random, [
    () => {
      for (let left = 1 + Math.floor(random() * 6); left > 0; left -= 1)
        whole[HEADER + Math.floor(random() * (whole.length - HEADER))] = Math.floor(random() * 256);
      return whole;
    },
    () => {
      whole.writeInt32LE(pick(random, [0, -1, 15, 2 ** 31 - 1, whole.length - 7, whole.length + 9]), 0);
      return whole;
    },
    () => opMsg(body, pick(random, [1, 4, 0xffff, 0xffff0000])),
    () => opMsg(body, 0, pick(random, [0, 1, 2004, 2012, 2010, -5])),
    () =>
      opMsg(
        Buffer.from(Array.from({ length: Math.floor(random() * 300) }, () => Math.floor(random() * 256))),
      ),
    () =>
      Buffer.from(Array.from({ length: 1 + Math.floor(random() * 200) }, () => Math.floor(random() * 256))),
    () => {
      // Deeper than any honest document.
      let nested: mongo.Document = { a: 1 };
      for (let depth = 0; depth < 300; depth += 1) nested = { a: nested };
      return opMsg(mongo.BSON.serialize({ find: 'items', filter: nested, $db: 'fuzz' }));
    },
    () => whole.subarray(0, Math.floor(random() * whole.length)),
  ]);
  return damage();
}
