import { documentEnd, type Encoded, invalid, openEncoded, sizeOf } from './encoded.ts';

/**
 * Walks through an encoded document without decoding it. Answers whether a top-level field is a timestamp, and whether
 * the name of one begins with `$`. StoreError 22 on malformed bytes.
 */
export const checkDocument = (source: Uint8Array): { hasTimestamp: boolean; hasDollarName: boolean } => {
  const encoded = openEncoded(source);
  if (documentEnd(encoded, 0, 0) !== encoded.limit - 1) throw invalid('document is followed by other bytes');
  hasTimestamp = false;
  hasDollarName = false;
  walk(encoded, 0, 0);
  return { hasTimestamp, hasDollarName };
};

const DOLLAR = 0x24;
let hasTimestamp = false;
let hasDollarName = false;

/** Walks through the document or array at `start`; answers the position after it. */
const walk = (encoded: Encoded, start: number, depth: number): number => {
  const end = documentEnd(encoded, start, depth);
  const { bytes } = encoded;
  let position = start + 4;
  while (position < end) {
    const type = bytes[position++] as number;
    if (depth === 0 && bytes[position] === DOLLAR) hasDollarName = true;
    while (position < end && bytes[position] !== 0) position++;
    position++;
    if (type === 0x03 || type === 0x04) position = walk(encoded, position, depth + 1);
    else {
      if (type === 0x11 && depth === 0) hasTimestamp = true;
      const size = sizeOf(encoded, position, type);
      if (size < 0) throw invalid('value length is out of range');
      position += size;
    }
    if (position > end) throw invalid('element passes the end of its document');
  }
  if (position !== end) throw invalid('element passes the end of its document');
  return end + 1;
};
