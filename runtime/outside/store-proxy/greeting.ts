import { asBuffer, eachElement, HEADER_BYTES, Opcode } from '@waypost/store/wire';

const FIRST_WORDS = new Set(['hello', 'isMaster', 'ismaster']);
/** What a driver says of itself at its first word on a connection; said twice it is an error (186). */
const GREETING = new Set(['client', 'compression']);
const OP_MSG_BODY = HEADER_BYTES + 5;

/** A `hello` without what the driver says of itself; every other message as it is. The message has been checked. */
export function withoutGreeting(message: Buffer): Buffer {
  const isQuery = message.readInt32LE(12) === Opcode.query;
  const start = isQuery ? message.indexOf(0, HEADER_BYTES + 4) + 9 : OP_MSG_BODY;
  const body = asBuffer(message.subarray(start, start + message.readInt32LE(start)));
  const kept: Buffer[] = [];
  let first: string | undefined;
  eachElement(body, (element) => {
    const name = body.toString('utf8', element.start + 1, element.nameEnd);
    first ??= name;
    if (!GREETING.has(name)) kept.push(body.subarray(element.start, element.end));
    return true;
  });
  if (first === undefined || !FIRST_WORDS.has(first)) return message;
  const length = Buffer.alloc(4);
  const whole = Buffer.concat([message.subarray(0, start), length, ...kept, Buffer.from([0])]);
  whole.writeInt32LE(whole.length - start, start);
  whole.writeInt32LE(whole.length, 0);
  return whole;
}
