import QRCode from 'qrcode';
import type { Design } from './values.ts';

/** Modules of a corner pattern's side (ISO/IEC 18004). */
export const FINDER_SIDE = 7;

/** The modules of a code, without its quiet zone. */
export interface CodeSymbol {
  /** Modules of a side. */
  count: number;
  /** Modules of a side with the quiet zone. */
  side: number;
  margin: number;
  /** Whether a module is dark; outside the code none is. */
  isDark: (row: number, column: number) => boolean;
  /** Whether a module belongs to a corner pattern. */
  isFinder: (row: number, column: number) => boolean;
  /** The square in the middle that the logo takes, in modules; undefined without a logo. */
  logo: { start: number; side: number } | undefined;
}

/** Lays `address` out. Runs in the server and in the browser, so that a preview is the picture. */
export function symbolOf(address: string, design: Design): CodeSymbol {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: design.error_level });
  const count = modules.size;
  const far = count - FINDER_SIDE;
  return {
    count,
    margin: design.quiet_zone,
    side: count + 2 * design.quiet_zone,
    isDark: (row, column) =>
      row >= 0 && column >= 0 && row < count && column < count && modules.get(row, column) === 1,
    isFinder: (row, column) =>
      (row < FINDER_SIDE && (column < FINDER_SIDE || column >= far)) || (row >= far && column < FINDER_SIDE),
    logo: design.logo === null ? undefined : logoSquare(count, design.logo_percent),
  };
}

/** Whole modules, and as many on the left as on the right. */
function logoSquare(count: number, percent: number): { start: number; side: number } {
  const wanted = Math.round((count * percent) / 100);
  const side = Math.max(3, wanted % 2 === count % 2 ? wanted : wanted + 1);
  return { start: (count - side) / 2, side };
}

/** Where the corner patterns begin: row and column of each. */
export function finderCorners(count: number): [number, number][] {
  const far = count - FINDER_SIDE;
  return [
    [0, 0],
    [0, far],
    [far, 0],
  ];
}

/** The dark modules that are drawn one by one: no corner pattern, nothing under the logo. */
export function isDrawn(symbol: CodeSymbol, row: number, column: number): boolean {
  if (!symbol.isDark(row, column) || symbol.isFinder(row, column)) return false;
  const { logo } = symbol;
  if (logo === undefined) return true;
  const isInside = (place: number) => place >= logo.start && place < logo.start + logo.side;
  return !(isInside(row) && isInside(column));
}

/** Radius of a dot, modules. Neighbours run into each other: scanners lose dots that stand alone. */
export const DOT_RADIUS = 0.56;
/** Corner radii of a corner pattern in modules: outer edge, inner edge, the eye. */
export const FINDER_RADII: Readonly<Record<Design['finder_shape'], readonly [number, number, number]>> = {
  square: [0, 0, 0],
  rounded: [2, 1.2, 0.9],
  circle: [3.5, 2.5, 1.5],
};

/** Corners of a rounded module that have no dark neighbour at either side: top left, top right, bottom right, bottom left. */
export function freeCorners(
  symbol: CodeSymbol,
  row: number,
  column: number,
): [boolean, boolean, boolean, boolean] {
  const isFree = (rowStep: number, columnStep: number) =>
    !isDrawn(symbol, row + rowStep, column) && !isDrawn(symbol, row, column + columnStep);
  return [isFree(-1, -1), isFree(-1, 1), isFree(1, 1), isFree(1, -1)];
}
