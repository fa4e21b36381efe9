import { HEADER_BYTES, MAX_MESSAGE_BYTES, WireError } from './message.ts';

/** Cuts a byte stream into whole wire messages. */
export interface Framing {
  /**
   * Takes what arrived and returns the messages that are complete now. The returned buffers are owned by the caller.
   * @throws WireError when a length cannot be right; the stream is useless from then on.
   */
  push(chunk: Uint8Array): Buffer[];
}

/** Framing for one connection. Chunks of a large message are joined once, when its last byte is there. */
export const createFraming = (): Framing => {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let neededBytes = 4;

  const push = (chunk: Uint8Array): Buffer[] => {
    if (waitingBytes + chunk.length < neededBytes) {
      // The socket reuses its read buffer: what is kept past this call must be a copy.
      waiting.push(new Uint8Array(chunk));
      waitingBytes += chunk.length;
      return [];
    }
    const buffer = Buffer.concat([...waiting, chunk]);
    waiting = [];
    waitingBytes = 0;
    neededBytes = 4;
    const messages: Buffer[] = [];
    let offset = 0;
    while (buffer.length - offset >= 4) {
      const length = buffer.readInt32LE(offset);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES + HEADER_BYTES) {
        throw new WireError(`message length ${length} is out of range`);
      }
      if (buffer.length - offset < length) {
        neededBytes = length;
        break;
      }
      messages.push(buffer.subarray(offset, offset + length));
      offset += length;
    }
    if (offset < buffer.length) {
      waiting = [buffer.subarray(offset)];
      waitingBytes = buffer.length - offset;
    }
    return messages;
  };

  return { push };
};
