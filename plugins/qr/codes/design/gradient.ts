import { channelsOf } from './colours.ts';
import type { CodeSymbol } from './geometry.ts';
import type { Design, Gradient } from './values.ts';

/** Where a gradient begins and ends, in modules with the quiet zone, y downwards. */
export type GradientPlace =
  | { kind: 'linear'; from: readonly [number, number]; to: readonly [number, number] }
  | { kind: 'radial'; centre: readonly [number, number]; radius: number };

/** Lays a gradient over the code without its quiet zone: from edge to edge in its direction, or from the middle to the corners. */
export function gradientPlace(symbol: CodeSymbol, gradient: Gradient): GradientPlace {
  const half = symbol.count / 2;
  const middle = half + symbol.margin;
  if (gradient.kind === 'radial')
    return { kind: 'radial', centre: [middle, middle], radius: half * Math.SQRT2 };
  const angle = (gradient.angle * Math.PI) / 180;
  const [right, down] = [Math.cos(angle), Math.sin(angle)];
  const reach = half * (Math.abs(right) + Math.abs(down));
  return {
    kind: 'linear',
    from: [middle - right * reach, middle - down * reach],
    to: [middle + right * reach, middle + down * reach],
  };
}

/** Colours of the way from the first to the second. */
const STEPS = 256;

/** The colour of the modules at a place in modules: red, green and blue, 0 to 255. Undefined without a gradient. */
export function gradientInk(
  symbol: CodeSymbol,
  design: Design,
): ((x: number, y: number) => Uint8Array) | undefined {
  const { gradient } = design;
  if (!gradient) return undefined;
  const [first, second] = [channelsOf(design.foreground), channelsOf(gradient.to)];
  const inks = Array.from({ length: STEPS }, (_, step) =>
    Uint8Array.from(first, (channel, index) =>
      Math.round(channel + (((second[index] as number) - channel) * step) / (STEPS - 1)),
    ),
  );
  const shareAt = shareOf(gradientPlace(symbol, gradient));
  return (x, y) =>
    inks[Math.min(STEPS - 1, Math.max(0, Math.round(shareAt(x, y) * (STEPS - 1))))] as Uint8Array;
}

function shareOf(place: GradientPlace): (x: number, y: number) => number {
  if (place.kind === 'radial') {
    const [left, top] = place.centre;
    return (x, y) => Math.sqrt((x - left) ** 2 + (y - top) ** 2) / place.radius;
  }
  const [left, top] = place.from;
  const [right, down] = [place.to[0] - left, place.to[1] - top];
  const length = right ** 2 + down ** 2;
  return (x, y) => ((x - left) * right + (y - top) * down) / length;
}
