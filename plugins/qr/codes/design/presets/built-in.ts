import { type Design, PLAIN_DESIGN } from '../values.ts';

/** What samples of designs lead to: short, so that the look of the dots is seen. */
export const SAMPLE_ADDRESS = 'https://go.example/aB3xY9z';

/** Designs that everybody may begin with. Each is read in all trials of `findFault`, with a logo as well (built-in.test.ts). */
export const BUILT_IN = {
  classic: PLAIN_DESIGN,
  soft: of({ foreground: '#1f2937', finder: '#1f2937', module_shape: 'rounded', finder_shape: 'rounded' }),
  dots: of({ foreground: '#111827', finder: '#111827', module_shape: 'dot', finder_shape: 'circle' }),
  ocean: of({
    foreground: '#0b3d91',
    gradient: { kind: 'linear', to: '#0f6e84', angle: 45 },
    finder: '#0b3d91',
    module_shape: 'rounded',
    finder_shape: 'rounded',
  }),
  forest: of({
    foreground: '#14532d',
    background: '#f5faf3',
    finder: '#166534',
    module_shape: 'rounded',
    finder_shape: 'circle',
  }),
  sunset: of({
    foreground: '#9d174d',
    gradient: { kind: 'linear', to: '#a8420b', angle: 90 },
    finder: '#9d174d',
    module_shape: 'rounded',
    finder_shape: 'circle',
  }),
  violet: of({
    foreground: '#4c1d95',
    gradient: { kind: 'radial', to: '#7028dc', angle: 0 },
    finder: '#4c1d95',
    module_shape: 'dot',
    finder_shape: 'circle',
  }),
  bronze: of({
    foreground: '#1c1917',
    background: '#fffdf7',
    finder: '#92510a',
    finder_shape: 'rounded',
  }),
} as const satisfies Record<string, Design>;
export type BuiltIn = keyof typeof BUILT_IN;

function of(part: Partial<Design>): Design {
  return { ...PLAIN_DESIGN, ...part };
}

/** A built-in design on a code that has a logo already: the logo stays, and a level with it that restores what it hides and leaves dots large. */
export function takeBuiltIn(name: BuiltIn, { logo, logo_percent, frame }: Design): Design {
  const built: Design = BUILT_IN[name];
  // The text stays, in the colour of the design.
  const design = frame ? { ...built, frame: { text: frame.text, colour: built.finder } } : built;
  return logo === null ? design : { ...design, logo, logo_percent, error_level: 'Q' };
}

/** Whether two designs draw the same; what a design leaves out is as in the plain one. */
export function isSameDesign(one: Design | null | undefined, other: Design | null | undefined): boolean {
  return textOf(one) === textOf(other);
}

const textOf = (design: Design | null | undefined): string =>
  JSON.stringify(Object.entries({ ...PLAIN_DESIGN, ...design }).toSorted(([a], [b]) => (a < b ? -1 : 1)));
