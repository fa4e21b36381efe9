import jsQR from 'jsqr';
import { symbolOf } from './geometry.ts';
import { type Raster, rasterize } from './rasterize.ts';
import type { Design } from './values.ts';

/** Pixels a module in the pictures that are looked at. */
const SCALE = 6;
/** Pixels of two centimetres on a 96 dpi screen. */
const SMALL_PIXELS = 76;
/** A phone's camera sees a small code with several of its own pixels for each of the screen's. */
const CAMERA_FACTOR = 4;
const TILT_DEGREES = 17;
const BLUR_PIXELS = 2;
/** How large a code is in the frames that are looked at, the first as it is. */
const FRAMES = [1, 1.4, 0.8, 1.15];
/** What lies around a printed code: neither ink nor ground. */
const SURROUNDINGS = 200;

export type Trial = 'straight' | 'blurred' | 'rotated' | 'small';

/** Why scanners cannot read a design: the field that is to blame, and how it was looked at. */
export interface Fault {
  field: 'logo_percent' | 'module_shape';
  trial: Trial;
}

/** What keeps scanners from reading `address` in the drawn design; undefined when they can. */
export function findFault(address: string, design: Design): Fault | undefined {
  const trial = failedTrial(address, design);
  if (trial === undefined) return undefined;
  const withoutLogo = design.logo === null ? trial : failedTrial(address, { ...design, logo: null });
  return { field: withoutLogo === undefined ? 'logo_percent' : 'module_shape', trial };
}

/** A square picture in shades of grey, 0 to 255. */
interface Grey {
  size: number;
  shades: Float32Array;
}

/**
 * The first way of looking at which a scanner fails to read `address` from the drawn design; undefined when all work.
 * Whatever the logo shows, it hides the modules under it: here each of them has the wrong colour, which is the worst
 * that a logo can do.
 */
export function failedTrial(address: string, design: Design): Trial | undefined {
  const symbol = symbolOf(address, { ...design, logo: null });
  const { logo } = symbolOf(address, design);
  const isUnderLogo = (row: number, column: number) =>
    logo !== undefined &&
    [row, column].every((place) => place >= logo.start && place < logo.start + logo.side);
  const worst = {
    ...symbol,
    isDark: (row: number, column: number) => symbol.isDark(row, column) !== isUnderLogo(row, column),
  };
  const straight = greyOf(rasterize(worst, design, symbol.side * SCALE, SCALE));
  const trials: [Trial, () => Grey][] = [
    ['straight', () => straight],
    ['blurred', () => blur(straight, BLUR_PIXELS)],
    ['rotated', () => rotate(straight, TILT_DEGREES)],
    ['small', () => resize(resize(straight, SMALL_PIXELS), SMALL_PIXELS * CAMERA_FACTOR)],
  ];
  return trials.find(([, look]) => !isRead(look(), address))?.[0];
}

/** A scanner looks at many frames, no two at the same distance: a few of them stand for those. */
function isRead(grey: Grey, address: string): boolean {
  return FRAMES.some(
    (factor) => read(factor === 1 ? grey : resize(grey, Math.round(grey.size * factor))) === address,
  );
}

function read({ size, shades }: Grey): string | undefined {
  const pixels = new Uint8ClampedArray(size * size * 4);
  shades.forEach((shade, index) => {
    pixels.fill(shade, index * 4, index * 4 + 3);
    pixels[index * 4 + 3] = 255;
  });
  // Many scanners do not read light modules on a dark ground.
  return jsQR(pixels, size, size, { inversionAttempts: 'dontInvert' })?.data;
}

function greyOf({ size, pixels }: Raster): Grey {
  const shades = new Float32Array(size * size);
  for (let index = 0; index < shades.length; index += 1) {
    const at = index * 3;
    // ITU-R BT.709, as cameras weigh the colours.
    shades[index] =
      0.2126 * (pixels[at] as number) +
      0.7152 * (pixels[at + 1] as number) +
      0.0722 * (pixels[at + 2] as number);
  }
  return { size, shades };
}

/** Mean of the square around each pixel. */
function blur({ size, shades }: Grey, radius: number): Grey {
  const pass = (source: Float32Array, step: number, stride: number) => {
    const blurred = new Float32Array(source.length);
    for (let line = 0; line < size; line += 1) {
      for (let place = 0; place < size; place += 1) {
        let sum = 0;
        for (let offset = -radius; offset <= radius; offset += 1) {
          const near = Math.min(size - 1, Math.max(0, place + offset));
          sum += source[line * stride + near * step] as number;
        }
        blurred[line * stride + place * step] = sum / (2 * radius + 1);
      }
    }
    return blurred;
  };
  return { size, shades: pass(pass(shades, 1, size), size, 1) };
}

function rotate({ size, shades }: Grey, degrees: number): Grey {
  const wide = Math.ceil(size * 1.35);
  const turned = new Float32Array(wide * wide).fill(SURROUNDINGS);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  for (let y = 0; y < wide; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const [dx, dy] = [x - wide / 2, y - wide / 2];
      const [fromX, fromY] = [cos * dx + sin * dy + size / 2, cos * dy - sin * dx + size / 2];
      if (fromX < 0 || fromY < 0 || fromX >= size - 1 || fromY >= size - 1) continue;
      turned[y * wide + x] = between({ size, shades }, fromX, fromY);
    }
  }
  return { size: wide, shades: turned };
}

/** Smaller: the mean of what falls into each pixel. Larger: in between the nearest four. */
function resize(grey: Grey, size: number): Grey {
  const shades = new Float32Array(size * size);
  const step = grey.size / size;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      shades[y * size + x] =
        step > 1
          ? meanOf(grey, x * step, y * step, step)
          : between(
              grey,
              Math.min(grey.size - 1.001, Math.max(0, (x + 0.5) * step - 0.5)),
              Math.min(grey.size - 1.001, Math.max(0, (y + 0.5) * step - 0.5)),
            );
  return { size, shades };
}

function meanOf(grey: Grey, left: number, top: number, side: number): number {
  let [sum, weight] = [0, 0];
  for (let y = Math.floor(top); y < Math.min(grey.size, top + side); y += 1) {
    const tall = Math.min(y + 1, top + side) - Math.max(y, top);
    for (let x = Math.floor(left); x < Math.min(grey.size, left + side); x += 1) {
      const share = tall * (Math.min(x + 1, left + side) - Math.max(x, left));
      sum += share * (grey.shades[y * grey.size + x] as number);
      weight += share;
    }
  }
  return sum / weight;
}

function between({ size, shades }: Grey, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = top * size + left;
  const [a, b] = [shades[at] as number, shades[at + 1] as number];
  const [c, d] = [shades[at + size] as number, shades[at + size + 1] as number];
  const [fx, fy] = [x - left, y - top];
  return a * (1 - fx) * (1 - fy) + b * fx * (1 - fy) + c * (1 - fx) * fy + d * fx * fy;
}
