import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** PNG specification, IHDR: one bit a pixel, greyscale, deflate, no filter choice, not interlaced. */
const BIT_DEPTH = 1;
const GREYSCALE = 0;

/**
 * A square black-and-white PNG. One bit a pixel keeps 4,096 pixels a side at a few milliseconds on the thread that
 * also answers visits; a true-colour encoder takes a second for it.
 * `moduleOf` maps a pixel to its module, `isDark` says whether that module is black. Equal pixel rows are copied.
 */
export function encodeBitmap(
  size: number,
  moduleOf: (pixel: number) => number,
  isDark: (row: number, column: number) => boolean,
): Uint8Array {
  const stride = 1 + Math.ceil(size / 8);
  const raw = new Uint8Array(stride * size);
  for (let y = 0; y < size; y += 1) {
    const start = y * stride + 1;
    const row = moduleOf(y);
    if (y > 0 && row === moduleOf(y - 1)) {
      raw.copyWithin(start, start - stride, start - 1);
      continue;
    }
    for (let x = 0; x < size; x += 1) {
      const at = start + (x >> 3);
      if (!isDark(row, moduleOf(x))) raw[at] = (raw[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header.set([BIT_DEPTH, GREYSCALE, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}
