import { StoreError } from './errors.ts';

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Text of `bytes[start, end)`, which must be UTF-8; StoreError 22 where it is not.
 * Short ASCII, which is nearly all of field names and most values, never leaves JavaScript.
 */
export const decodeText = (bytes: Buffer, start: number, end: number): string => {
  const length = end - start;
  if (length <= 24) {
    let text = '';
    let position = start;
    for (; position < end; position++) {
      const byte = bytes[position] as number;
      if (byte > 127) break;
      text += String.fromCharCode(byte);
    }
    if (position === end) return text;
  }
  const text = bytes.toString('utf8', start, end);
  return text.includes('\ufffd') ? decodeStrictly(bytes.subarray(start, end)) : text;
};

/** A replacement character is either in the data itself or stands for a broken byte. */
const decodeStrictly = (bytes: Uint8Array): string => {
  try {
    return strictDecoder.decode(bytes);
  } catch (cause) {
    throw new StoreError(22, 'invalid UTF-8 in BSON string', { cause });
  }
};

const NAME_CACHE_SIZE = 1024;
const nameCache: (string | undefined)[] = new Array(NAME_CACHE_SIZE).fill(undefined);

/**
 * A field name: the same few names come again in each document, so the string is kept by a hash
 * of its bytes and compared byte by byte before it is used again.
 */
export const decodeName = (bytes: Buffer, start: number, end: number): string => {
  const length = end - start;
  if (length > 24) return decodeText(bytes, start, end);
  let hash = length;
  for (let position = start; position < end; position++) {
    hash = (Math.imul(hash, 31) + (bytes[position] as number)) | 0;
  }
  const slot = (hash ^ (hash >>> 10)) & (NAME_CACHE_SIZE - 1);
  const kept = nameCache[slot];
  if (kept !== undefined && kept.length === length) {
    let index = 0;
    while (index < length && kept.charCodeAt(index) === bytes[start + index]) index++;
    // Names with bytes above 127 have fewer characters than bytes and so are never taken from here.
    if (index === length) return kept;
  }
  const name = decodeText(bytes, start, end);
  if (name.length === length) nameCache[slot] = name;
  return name;
};
