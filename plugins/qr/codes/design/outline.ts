import {
  type CodeSymbol,
  DOT_RADIUS,
  FINDER_RADII,
  FINDER_SIDE,
  finderCorners,
  freeCorners,
  isDrawn,
} from './geometry.ts';
import type { Design } from './values.ts';

/** One step of an outline in modules, y downwards: move, line, cubic curve, close. */
export type Step =
  | { to: 'M' | 'L'; points: readonly number[] }
  | { to: 'C'; points: readonly number[] }
  | { to: 'Z'; points: readonly [] };

/** Distance of a quarter circle's control points in radii. */
const QUARTER = 0.5523;

/** A rectangle with a radius for each corner: top left, top right, bottom right, bottom left. */
function rectangle(
  [x, y, width, height]: [number, number, number, number],
  [a, b, c, d]: readonly [number, number, number, number],
): Step[] {
  const [right, bottom] = [x + width, y + height];
  const steps: Step[] = [
    { to: 'M', points: [x + a, y] },
    { to: 'L', points: [right - b, y] },
  ];
  const k = 1 - QUARTER;
  if (b > 0) steps.push({ to: 'C', points: [right - b * k, y, right, y + b * k, right, y + b] });
  steps.push({ to: 'L', points: [right, bottom - c] });
  if (c > 0)
    steps.push({ to: 'C', points: [right, bottom - c * k, right - c * k, bottom, right - c, bottom] });
  steps.push({ to: 'L', points: [x + d, bottom] });
  if (d > 0) steps.push({ to: 'C', points: [x + d * k, bottom, x, bottom - d * k, x, bottom - d] });
  steps.push({ to: 'L', points: [x, y + a] });
  if (a > 0) steps.push({ to: 'C', points: [x, y + a * k, x + a * k, y, x + a, y] });
  steps.push({ to: 'Z', points: [] });
  return steps;
}

/** A square from the upper left corner, with rounded corners. */
export const roundedSquare = (side: number, radius: number): Step[] =>
  rectangle([0, 0, side, side], even(radius));

function even(radius: number): readonly [number, number, number, number] {
  return [radius, radius, radius, radius];
}

/** Outlines of the modules, the quiet zone included in their places. Square ones are joined to runs. */
export function moduleOutline(symbol: CodeSymbol, design: Design): Step[] {
  const { count, margin } = symbol;
  const steps: Step[] = [];
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (!isDrawn(symbol, row, column)) continue;
      const [x, y] = [column + margin, row + margin];
      if (design.module_shape === 'square') {
        const start = column;
        while (isDrawn(symbol, row, column + 1)) column += 1;
        steps.push(...rectangle([x, y, column - start + 1, 1], even(0)));
      } else if (design.module_shape === 'dot') {
        const edge = 0.5 - DOT_RADIUS;
        steps.push(...rectangle([x + edge, y + edge, 2 * DOT_RADIUS, 2 * DOT_RADIUS], even(DOT_RADIUS)));
      } else {
        const [a, b, c, d] = freeCorners(symbol, row, column).map((isFree) => (isFree ? 0.5 : 0));
        steps.push(...rectangle([x, y, 1, 1], [a ?? 0, b ?? 0, c ?? 0, d ?? 0]));
      }
    }
  }
  return steps;
}

/** Outlines of the corner patterns, to be filled by the even-odd rule. */
export function finderOutline(symbol: CodeSymbol, design: Design): Step[] {
  const [outer, inner, eye] = FINDER_RADII[design.finder_shape];
  return finderCorners(symbol.count).flatMap(([row, column]) => {
    const [x, y] = [column + symbol.margin, row + symbol.margin];
    return [
      ...rectangle([x, y, FINDER_SIDE, FINDER_SIDE], even(outer)),
      ...rectangle([x + 1, y + 1, 5, 5], even(inner)),
      ...rectangle([x + 2, y + 2, 3, 3], even(eye)),
    ];
  });
}
