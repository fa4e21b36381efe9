import type { ReactNode } from 'react';
import type { CodeSymbol } from '../../../codes/design/geometry.ts';
import { finderOutline, moduleOutline, type Step } from '../../../codes/design/outline.ts';
import { type Design, type Gradient, PLAIN_DESIGN } from '../../../codes/design/values.ts';

/** Side of a sample, in the units of its picture. */
const SIDE = 28;
const MODULES = ['##.#', '.##.', '#.##', '##.#'];
const FINDER_MODULES = 7;

/** A few modules, without corner patterns. */
const sample: CodeSymbol = {
  count: MODULES.length,
  side: MODULES.length,
  margin: 0,
  isDark: (row, column) => MODULES[row]?.[column] === '#',
  isFinder: () => false,
  logo: undefined,
};

/** How modules of a shape look, as the picture itself draws them. */
export function modulePicture(module_shape: Design['module_shape']): ReactNode {
  const outline = moduleOutline(sample, { ...PLAIN_DESIGN, module_shape });
  return <path fill="currentColor" transform={`scale(${SIDE / MODULES.length})`} d={pathOf(outline)} />;
}

/** How a corner pattern of a shape looks. */
export function finderPicture(finder_shape: Design['finder_shape']): ReactNode {
  const corner = { ...sample, count: FINDER_MODULES, side: FINDER_MODULES };
  // A code of seven modules has its three corners in one place; drawn an odd number of times they are one.
  const outline = finderOutline(corner, { ...PLAIN_DESIGN, finder_shape });
  return (
    <path
      fill="currentColor"
      fillRule="evenodd"
      transform={`scale(${SIDE / FINDER_MODULES})`}
      d={pathOf(outline)}
    />
  );
}

/** How the modules are filled: with one colour, or from one to the other. */
export function fillPicture(kind: 'solid' | Gradient['kind'], from: string, to: string): ReactNode {
  if (kind === 'solid') return <rect width={SIDE} height={SIDE} rx="4" fill={from} />;
  const id = `fill-${kind}`;
  const stops = (
    <>
      <stop offset="0" stopColor={from} />
      <stop offset="1" stopColor={to} />
    </>
  );
  return (
    <>
      <defs>
        {kind === 'linear' ? (
          <linearGradient id={id}>{stops}</linearGradient>
        ) : (
          <radialGradient id={id} r="0.7">
            {stops}
          </radialGradient>
        )}
      </defs>
      <rect width={SIDE} height={SIDE} rx="4" fill={`url(#${id})`} />
    </>
  );
}

function pathOf(steps: readonly Step[]): string {
  return steps.map(({ to, points }) => `${to}${points.join(' ')}`).join('');
}
