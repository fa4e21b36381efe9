import QRCode from 'qrcode';
import { PICTURE_SIZE, type Picture, type PictureStyle, QUIET_ZONE } from './calls.ts';
import { encodeBitmap } from './encode-bitmap.ts';

/**
 * Draws `address` as a QR code of `size` pixels a side, black on white with the quiet zone around it.
 * The answer to a size too small for the modules is one pixel a module rather than an unreadable picture.
 */
export function drawPicture(address: string, style: PictureStyle): Picture {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: style.error_level ?? 'M' });
  const margin = style.quiet_zone ?? QUIET_ZONE.default;
  const side = modules.size + 2 * margin;
  const size = Math.max(style.size ?? PICTURE_SIZE.default, side);
  const isDark = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < modules.size && column < modules.size && modules.get(row, column) === 1;
  if (style.format !== 'png') {
    return { media_type: 'image/svg+xml', data: svgOf({ count: modules.size, margin, size, isDark }) };
  }
  const png = encodeBitmap(size, (pixel) => Math.floor((pixel * side) / size) - margin, isDark);
  return { media_type: 'image/png', data: Buffer.from(png).toString('base64') };
}

interface Drawing {
  count: number;
  margin: number;
  size: number;
  isDark: (row: number, column: number) => boolean;
}

// One path of horizontal runs: a few kilobytes, and no seams between modules when it is scaled.
function svgOf({ count, margin, size, isDark }: Drawing): string {
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (!isDark(row, column)) continue;
      const start = column;
      while (isDark(row, column + 1)) column += 1;
      path += `M${start + margin} ${row + margin}h${column - start + 1}v1H${start + margin}z`;
    }
  }
  const side = count + 2 * margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
