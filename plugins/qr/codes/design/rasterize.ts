import { channelsOf } from './colours.ts';
import {
  type CodeSymbol,
  DOT_RADIUS,
  FINDER_RADII,
  FINDER_SIDE,
  finderCorners,
  freeCorners,
  isDrawn,
} from './geometry.ts';
import { gradientInk } from './gradient.ts';
import type { Design } from './values.ts';

/** Red, green and blue of each pixel, row by row. */
export interface Raster {
  size: number;
  pixels: Uint8Array;
}

type Shape = (x: number, y: number) => boolean;

/** Samples of a pixel's side. */
const SAMPLES = 3;

/**
 * Draws a code with `scale` pixels a module, centred on `size` pixels of ground. A module is drawn once for each of
 * its forms and then copied, or tinted pixel by pixel where the modules have a gradient.
 */
export function rasterize(symbol: CodeSymbol, design: Design, size: number, scale: number): Raster {
  const pixels = new Uint8Array(size * size * 3);
  const ground = channelsOf(design.background);
  for (let channel = 0; channel < 3; channel += 1) pixels[channel] = ground[channel] as number;
  for (let filled = 3; filled < pixels.length; filled *= 2)
    pixels.copyWithin(filled, 0, Math.min(filled, pixels.length - filled));
  const raster = { size, pixels };
  const edge = Math.floor((size - symbol.side * scale) / 2) + symbol.margin * scale;
  const inkAt = gradientInk(symbol, design);
  const origin = edge - symbol.margin * scale;
  const tiles = new Map<string, Uint8Array>();
  for (let row = 0; row < symbol.count; row += 1) {
    for (let column = 0; column < symbol.count; column += 1) {
      if (!isDrawn(symbol, row, column)) continue;
      const corners = design.module_shape === 'rounded' ? freeCorners(symbol, row, column) : undefined;
      const key = corners?.join() ?? '';
      const [left, top] = [edge + column * scale, edge + row * scale];
      if (inkAt) {
        const cover = tiles.get(key) ?? coverTile(moduleShape(design, corners), 1, scale);
        tiles.set(key, cover);
        tint({ raster, cover, side: scale, left, top }, ground, (x, y) =>
          inkAt((x + 0.5 - origin) / scale, (y + 0.5 - origin) / scale),
        );
        continue;
      }
      const tile =
        tiles.get(key) ?? drawTile(moduleShape(design, corners), 1, scale, design.foreground, ground);
      tiles.set(key, tile);
      blit(raster, tile, scale, left, top);
    }
  }
  const finder = drawTile(finderShape(design), FINDER_SIDE, scale, design.finder, ground);
  for (const [row, column] of finderCorners(symbol.count))
    blit(raster, finder, FINDER_SIDE * scale, edge + column * scale, edge + row * scale);
  return raster;
}

/** Copies a square of pixels into the picture. */
export function blit(
  { size, pixels }: Raster,
  tile: Uint8Array,
  side: number,
  left: number,
  top: number,
): void {
  for (let y = 0; y < side; y += 1)
    pixels.set(tile.subarray(y * side * 3, (y + 1) * side * 3), ((top + y) * size + left) * 3);
}

/** How much of each pixel of a tile the shape covers, 0 to SAMPLES². */
function coverTile(shape: Shape, modules: number, scale: number): Uint8Array {
  const side = modules * scale;
  const cover = new Uint8Array(side * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      let hits = 0;
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
        const dx = ((sample % SAMPLES) + 0.5) / SAMPLES;
        const dy = (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
        if (shape((x + dx) / scale, (y + dy) / scale)) hits += 1;
      }
      cover[y * side + x] = hits;
    }
  }
  return cover;
}

function drawTile(
  shape: Shape,
  modules: number,
  scale: number,
  colour: string,
  ground: readonly number[],
): Uint8Array {
  const ink = Uint8Array.from(channelsOf(colour));
  const side = modules * scale;
  const raster = { size: side, pixels: new Uint8Array(side * side * 3) };
  const cover = coverTile(shape, modules, scale);
  tint({ raster, cover, side, left: 0, top: 0 }, ground, () => ink);
  return raster.pixels;
}

/** Paints a square of the picture as far as `cover` says, each pixel in its own ink, the rest with the ground. */
function tint(
  place: { raster: Raster; cover: Uint8Array; side: number; left: number; top: number },
  ground: readonly number[],
  inkAt: (x: number, y: number) => Uint8Array,
): void {
  const { raster, cover, side, left, top } = place;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const share = (cover[y * side + x] as number) / (SAMPLES * SAMPLES);
      const ink = inkAt(left + x, top + y);
      const at = ((top + y) * raster.size + left + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const from = ground[channel] as number;
        raster.pixels[at + channel] = Math.round(from + ((ink[channel] as number) - from) * share);
      }
    }
  }
}

function moduleShape(design: Design, corners: readonly boolean[] | undefined): Shape {
  if (design.module_shape === 'square') return () => true;
  if (design.module_shape === 'dot') return (x, y) => Math.hypot(x - 0.5, y - 0.5) <= DOT_RADIUS;
  const [topLeft, topRight, bottomRight, bottomLeft] = corners ?? [];
  return (x, y) => {
    const isRounded = y < 0.5 ? (x < 0.5 ? topLeft : topRight) : x < 0.5 ? bottomLeft : bottomRight;
    return !isRounded || Math.hypot(x - 0.5, y - 0.5) <= 0.5;
  };
}

function finderShape(design: Design): Shape {
  const [outer, inner, eye] = FINDER_RADII[design.finder_shape];
  return (x, y) =>
    isInside(x, y, 0, FINDER_SIDE, outer) && (!isInside(x, y, 1, 5, inner) || isInside(x, y, 2, 3, eye));
}

/** Whether a point lies in the square that begins at `start` both ways and has rounded corners. */
function isInside(x: number, y: number, start: number, side: number, radius: number): boolean {
  const [dx, dy] = [Math.abs(x - start - side / 2), Math.abs(y - start - side / 2)];
  const half = side / 2;
  if (dx > half || dy > half) return false;
  const [overX, overY] = [dx - (half - radius), dy - (half - radius)];
  return overX <= 0 || overY <= 0 || Math.hypot(overX, overY) <= radius;
}
