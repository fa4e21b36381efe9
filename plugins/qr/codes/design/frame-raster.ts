import { type OutlineStep, openFonts, textOutline } from '@waypost/sdk';
import { channelsOf } from './colours.ts';
import { frameLayout } from './frame.ts';
import { blit, type Raster } from './rasterize.ts';
import type { Frame } from './values.ts';

/** Samples of a pixel's height. */
const SAMPLES = 4;
/** Pieces of a curve. */
const PIECES = 8;

/** Pixels of the framed picture where the whole one has `size`. */
export const framedSize = (size: number, frame: Frame): number =>
  Math.floor(size / frameLayout(1, frame).side);

/** Draws a frame around a picture, on `size` pixels of white. */
export async function rasterizeFrame(inner: Raster, frame: Frame, size: number): Promise<Raster> {
  const layout = frameLayout(inner.size, frame);
  const raster: Raster = { size, pixels: new Uint8Array(size * size * 3).fill(255) };
  fill(raster, [roundedSquare(size, layout.radius)], frame.colour);
  blit(raster, inner.pixels, inner.size, Math.floor((size - inner.size) / 2), Math.floor(layout.top));
  fill(raster, flatten(textOutline(await openFonts(), frame.text, layout.text)), layout.ink);
  return raster;
}

type Point = readonly [number, number];

function roundedSquare(size: number, radius: number): Point[] {
  const far = size - radius;
  const corners = [
    [far, far],
    [radius, far],
    [radius, radius],
    [far, radius],
  ] as const;
  return corners.flatMap(([x, y], quarter) =>
    Array.from({ length: 4 * PIECES + 1 }, (_, step): Point => {
      const angle = ((quarter + step / (4 * PIECES)) * Math.PI) / 2;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  );
}

function flatten(steps: readonly OutlineStep[]): Point[][] {
  const paths: Point[][] = [];
  for (const { to, points } of steps) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = points;
    const path = paths.at(-1);
    if (to === 'M') paths.push([[a, b]]);
    else if (to === 'L') path?.push([a, b]);
    else if (to === 'C') {
      const [x = 0, y = 0] = path?.at(-1) ?? [];
      for (let piece = 1; piece <= PIECES; piece += 1) {
        const share = piece / PIECES;
        const rest = 1 - share;
        const at = (p: number, q: number, r: number, s: number) =>
          p * rest ** 3 + 3 * q * share * rest ** 2 + 3 * r * share ** 2 * rest + s * share ** 3;
        path?.push([at(x, a, c, e), at(y, b, d, f)]);
      }
    }
  }
  return paths;
}

/** Fills outlines by the nonzero rule, their edges as much as they cover of a pixel. */
function fill({ size, pixels }: Raster, paths: readonly (readonly Point[])[], colour: string): void {
  const edges = paths.flatMap((path) =>
    path.map(([x, y], at) => ({ x, y, to: path[(at + 1) % path.length] as Point })),
  );
  const levels = edges.map(({ y }) => y);
  const ink = channelsOf(colour);
  const last = Math.min(size - 1, Math.ceil(Math.max(0, ...levels)));
  for (let row = Math.max(0, Math.floor(Math.min(size, ...levels))); row <= last; row += 1) {
    const cover = new Float32Array(size);
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const level = row + (sample + 0.5) / SAMPLES;
      const crossings = edges
        .flatMap(({ x, y, to: [toX, toY] }) =>
          y <= level === toY <= level
            ? []
            : [{ at: x + ((level - y) / (toY - y)) * (toX - x), turn: y < toY ? 1 : -1 }],
        )
        .toSorted((one, other) => one.at - other.at);
      let winding = 0;
      for (const [index, { at, turn }] of crossings.entries()) {
        winding += turn;
        if (winding !== 0) addSpan(cover, Math.max(0, at), Math.min(size, crossings[index + 1]?.at ?? at));
      }
    }
    for (let column = 0; column < size; column += 1) {
      const share = Math.min(1, (cover[column] as number) / SAMPLES);
      if (share === 0) continue;
      const place = (row * size + column) * 3;
      for (const [channel, value] of ink.entries())
        pixels[place + channel] = Math.round(
          (pixels[place + channel] as number) * (1 - share) + value * share,
        );
    }
  }
}

function addSpan(cover: Float32Array, from: number, to: number): void {
  for (let column = Math.floor(from); column < to; column += 1)
    cover[column] = (cover[column] ?? 0) + Math.min(column + 1, to) - Math.max(column, from);
}
