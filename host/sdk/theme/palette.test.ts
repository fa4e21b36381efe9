import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error the package ships no types
import { generate as generateUntyped } from '@arco-design/color';
import { PRIMARY_COLOUR } from '@waypost/contract';
import { mix, WEAKEST } from '../echarts/mix.ts';
import { contrast } from './colour-rules.ts';

const generate: (colour: string, options: Record<string, unknown>) => string[] = generateUntyped;
const file = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
const css = file('palette.css');

test('the palette is the one Arco makes of the primary colour, in both themes', () => {
  const steps = [...css.matchAll(/--primary-\d+: ([\d, ]+);/g)].map((match) => `rgb(${match[1]})`);
  const light = generate(PRIMARY_COLOUR, { list: true, format: 'rgb' });
  const dark = generate(PRIMARY_COLOUR, { list: true, dark: true, format: 'rgb' });
  expect(steps).toEqual([...light, ...dark]);
});

/** What bars and lines may stand on. */
const GROUNDS = ['--wp-ground', '--wp-surface', '--wp-hover'] as const;

test('what a chart draws is told from its ground in both themes: 3 : 1 at least (WCAG 2.2, 1.4.11)', () => {
  const [light = '', dark = ''] = file('tokens.css').split('html body[arco-theme="dark"]');
  for (const [theme, rules] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const colour = (name: string): string => rules.match(new RegExp(`${name}: (#[0-9a-f]{6});`))?.[1] ?? '';
    for (const series of ['--wp-series-1', '--wp-series-2'])
      for (const ground of GROUNDS) {
        const ratio = contrast(colour(series), colour(ground));
        expect([theme, series, ground, ratio >= 3]).toEqual([theme, series, ground, true]);
      }
  }
});

test('one visit in a map of hours is told from none', () => {
  for (const rules of file('tokens.css').split('html body[arco-theme="dark"]')) {
    const colour = (name: string): string => rules.match(new RegExp(`${name}: (#[0-9a-f]{6});`))?.[1] ?? '';
    const weakest = mix(colour('--wp-series-1'), colour('--wp-surface'), WEAKEST);
    expect(contrast(weakest, colour('--wp-hover'))).toBeGreaterThan(1.4);
    expect(contrast(colour('--wp-series-1'), weakest)).toBeGreaterThan(1.4);
  }
});

test('bars have the colour of a series, whoever draws them', () => {
  for (const [path, rule] of [
    ['../parts/share-bar.module.css', /\.bar \{[^}]*background: var\(--wp-series-1\)/],
    ['../chart/chart.module.css', /\.barShape \{[^}]*fill: var\(--wp-series-1\)/],
    ['../chart/chart.module.css', /\.keyBar \{[^}]*background: var\(--wp-series-1\)/],
  ] as const)
    expect([path, rule.test(file(path))]).toEqual([path, true]);
});
