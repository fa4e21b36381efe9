import { create } from 'qrcode';

/** A text as a square of `size` dots, and the dark ones of it as the path of an SVG. */
export function drawQr(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const rows = Array.from({ length: size }, (_row, y) =>
    Array.from({ length: size }, (_dot, x) => (data[y * size + x] ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  return { size, path: rows.join('') };
}
