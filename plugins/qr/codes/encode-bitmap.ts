import { encodeBits } from './design/encode-png.ts';

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
  return encodeBits(size, raw);
}
