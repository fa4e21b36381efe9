import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error the package ships no types
import { generate as generateUntyped } from '@arco-design/color';
import { PRIMARY_COLOUR } from '@waypost/contract';

const generate: (colour: string, options: Record<string, unknown>) => string[] = generateUntyped;
const css = readFileSync(join(import.meta.dirname, 'palette.css'), 'utf8');

test('the palette is the one Arco makes of the primary colour, in both themes', () => {
  const steps = [...css.matchAll(/--primary-\d+: ([\d, ]+);/g)].map((match) => `rgb(${match[1]})`);
  const light = generate(PRIMARY_COLOUR, { list: true, format: 'rgb' });
  const dark = generate(PRIMARY_COLOUR, { list: true, dark: true, format: 'rgb' });
  expect(steps).toEqual([...light, ...dark]);
});
