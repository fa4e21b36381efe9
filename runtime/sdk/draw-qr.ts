/** A QR code as one path of an SVG, which a screen draws itself: `size` is the length of an edge in dots. */
export interface QrPicture {
  size: number;
  path: string;
}

/**
 * Draws a text for whoever reads it off a screen, with the damage tolerance that screens need least of. What draws is loaded when
 * it is needed for the first time.
 */
export async function drawQr(text: string): Promise<QrPicture> {
  const { create } = await import('qrcode');
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const rows = Array.from({ length: size }, (_row, y) =>
    Array.from({ length: size }, (_dot, x) => (data[y * size + x] ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  return { size, path: rows.join('') };
}
