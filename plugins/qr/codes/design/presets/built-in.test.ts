import { expect, test } from 'bun:test';
import { faintColour } from '../colours.ts';
import { findFault } from '../readable.ts';
import { PLAIN_DESIGN } from '../values.ts';
import { BUILT_IN, type BuiltIn, isSameDesign, takeBuiltIn } from './built-in.ts';

const ADDRESS = 'https://go.example.com/aB3xY9z?s=Zm9vYmFyYmF6cXV4';
/** One white pixel: what the logo shows does not matter to what it hides. */
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';
const NAMES = Object.keys(BUILT_IN) as BuiltIn[];

test.each(NAMES)(
  '%s is read in every trial, with a logo as well, and keeps colours and quiet zone',
  (name) => {
    const design = BUILT_IN[name];
    const branded = takeBuiltIn(name, { ...PLAIN_DESIGN, logo: LOGO });
    for (const one of [design, branded]) {
      expect(faintColour(one)).toBeUndefined();
      expect(one.quiet_zone).toBe(4);
      expect(findFault(ADDRESS, one)).toBeUndefined();
    }
    expect(branded).toMatchObject({ logo: LOGO, error_level: 'Q', foreground: design.foreground });
  },
);

test('designs that draw the same are known as the same, whatever they leave out', () => {
  const { gradient, ...older } = PLAIN_DESIGN;
  expect(isSameDesign(older, null)).toBe(true);
  expect(isSameDesign(BUILT_IN.soft, null)).toBe(false);
});
