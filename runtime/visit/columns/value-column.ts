/** One value of each row, told by its place among the different ones. */
export interface ValueColumn {
  values: readonly string[];
  codes: Uint8Array | Uint16Array;
}

/** Places that fit into a byte. */
const BYTE_PLACES = 256;
const HEAD_BYTES = 4;
const LENGTH_BYTES = 2;

/**
 * The bytes of a column: how many different values, their texts with their lengths, and a place for each row, of one byte where
 * there are at most 256 values and of two where there are more; little endian.
 */
export function writeValues({ values, codes }: ValueColumn): Buffer {
  const texts = values.map((value) => Buffer.from(value, 'utf8'));
  const width = values.length > BYTE_PLACES ? 2 : 1;
  const start = HEAD_BYTES + texts.reduce((sum, text) => sum + LENGTH_BYTES + text.length, 0);
  const bytes = Buffer.alloc(start + codes.length * width);
  bytes.writeUInt32LE(values.length, 0);
  let at = HEAD_BYTES;
  for (const text of texts) {
    bytes.writeUInt16LE(text.length, at);
    text.copy(bytes, at + LENGTH_BYTES);
    at += LENGTH_BYTES + text.length;
  }
  for (const code of codes) {
    if (width === 1) bytes.writeUInt8(code, at);
    else bytes.writeUInt16LE(code, at);
    at += width;
  }
  return bytes;
}

export function readValues(bytes: Buffer): ValueColumn {
  const values: string[] = [];
  let at = HEAD_BYTES;
  for (let left = bytes.readUInt32LE(0); left > 0; left--) {
    const end = at + LENGTH_BYTES + bytes.readUInt16LE(at);
    values.push(bytes.toString('utf8', at + LENGTH_BYTES, end));
    at = end;
  }
  // A copy: what lies at an odd place cannot be read as numbers of two bytes, and the message it came in is let go.
  const copy = Uint8Array.prototype.slice.call(bytes, at);
  return { values, codes: values.length > BYTE_PLACES ? new Uint16Array(copy.buffer) : copy };
}
