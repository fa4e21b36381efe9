import { PICTURE_SIZE, type Picture, type PictureStyle } from './calls.ts';
import { drawSvg, layOut } from './draw-svg.ts';
import { encodeBitmap } from './encode-bitmap.ts';

/**
 * Draws `address` as a QR code of `size` pixels a side, black on white with the quiet zone around it.
 * A size too small for the modules gives one pixel a module rather than an unreadable picture.
 */
export function drawPicture(address: string, style: PictureStyle): Picture {
  if (style.format !== 'png') return { media_type: 'image/svg+xml', data: drawSvg(address, style) };
  const { margin, side, isDark } = layOut(address, style);
  const size = Math.max(style.size ?? PICTURE_SIZE.default, side);
  const png = encodeBitmap(size, (pixel) => Math.floor((pixel * side) / size) - margin, isDark);
  return { media_type: 'image/png', data: Buffer.from(png).toString('base64') };
}
