import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '@arco-design/color';
import { PRIMARY_COLOUR } from '@waypost/contract';

const css = readFileSync(join(import.meta.dirname, 'palette.css'), 'utf8');

test('the palette is the one Arco makes of the primary colour, in both themes', () => {
  const steps = [...css.matchAll(/--primary-\d+: ([\d, ]+);/g)].map((match) => `rgb(${match[1]})`);
  const light = generate(PRIMARY_COLOUR, { list: true, format: 'rgb' }) as string[];
  const dark = generate(PRIMARY_COLOUR, { list: true, dark: true, format: 'rgb' }) as string[];
  expect(steps).toEqual([...light, ...dark]);
});
