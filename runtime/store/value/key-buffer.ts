// Keys are made one at a time, without interruption, in a buffer that is kept.
let buffer: Buffer = Buffer.allocUnsafeSlow(1024);
/** The same memory: what is cut from a Buffer would be a Buffer again, which takes three times as long to make. */
let array = new Uint8Array(buffer.buffer);
let length = 0;

export const startKey = (): void => {
  length = 0;
};

/** The bytes written so far, in a fresh array. */
export const takeKey = (): Uint8Array => array.slice(0, length);

export const key = (): Buffer => buffer;
export const keyLength = (): number => length;

/** Makes room for `count` more bytes, counts them as written and returns where they start. */
export const growKey = (count: number): number => {
  const start = length;
  length += count;
  if (length > buffer.length) {
    const grown = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length));
    buffer.copy(grown, 0, 0, start);
    buffer = grown;
    array = new Uint8Array(grown.buffer);
  }
  return start;
};

export const writeByte = (byte: number): void => {
  const at = growKey(1);
  buffer[at] = byte;
};

export const writeBytes = (bytes: Uint8Array): void => {
  const at = growKey(bytes.length);
  buffer.set(bytes, at);
};

/**
 * UTF-8 closed by a zero byte. The bytes 0 and 1 inside become 01 01 and 01 02, which keeps their order
 * and keeps the closing zero the smallest.
 */
export const writeKeyText = (text: string): void => {
  const size = text.length * 3;
  const start = growKey(size + 1);
  length = start + writeUtf8(text, start, size);
  for (let index = start; index < length; index++) {
    if ((buffer[index] as number) > 1) continue;
    escapeFrom(start);
    break;
  }
  writeByte(0);
};

/** Short ASCII, which most keys are, is written without leaving JavaScript. */
const writeUtf8 = (text: string, start: number, size: number): number => {
  if (text.length <= 32) {
    let index = 0;
    for (; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > 127) break;
      buffer[start + index] = code;
    }
    if (index === text.length) return index;
  }
  return buffer.write(text, start, size, 'utf8');
};

const escapeFrom = (start: number): void => {
  const plain = array.slice(start, length);
  length = start;
  for (const byte of plain) {
    if (byte < 2) {
      writeByte(1);
      writeByte(byte + 1);
    } else {
      writeByte(byte);
    }
  }
};
