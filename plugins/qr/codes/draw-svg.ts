import QRCode from 'qrcode';
import { PICTURE_SIZE } from '../screens/qr_code_list/calls.ts';
import { type ErrorLevel, QUIET_ZONE } from './design/values.ts';

export interface SvgStyle {
  size?: number | undefined;
  error_level?: ErrorLevel | undefined;
  quiet_zone?: number | undefined;
}

/** The modules of a QR code with its quiet zone: `isDark(row, column)`, both from 0, negative inside the quiet zone. */
export interface ModuleGrid {
  /** Modules of a side without the quiet zone. */
  count: number;
  margin: number;
  /** Modules of a side with it. */
  side: number;
  isDark: (row: number, column: number) => boolean;
}

/** Lays `address` out as modules. Runs in the server and in the browser, so a preview is the picture. */
export function layOut(address: string, style: SvgStyle): ModuleGrid {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: style.error_level ?? 'M' });
  const { size: count } = modules;
  const margin = style.quiet_zone ?? QUIET_ZONE.default;
  return {
    count,
    margin,
    side: count + 2 * margin,
    isDark: (row, column) =>
      row >= 0 && column >= 0 && row < count && column < count && modules.get(row, column) === 1,
  };
}

/** Draws `address` as SVG text: one path of horizontal runs, a few kilobytes, without seams when it is scaled. */
export function drawSvg(address: string, style: SvgStyle): string {
  const { count, margin, side, isDark } = layOut(address, style);
  const size = Math.max(style.size ?? PICTURE_SIZE.default, side);
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (!isDark(row, column)) continue;
      const start = column;
      while (isDark(row, column + 1)) column += 1;
      path += `M${start + margin} ${row + margin}h${column - start + 1}v1H${start + margin}z`;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
