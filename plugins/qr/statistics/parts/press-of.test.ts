import { expect, test } from 'bun:test';
import { pressOf } from './press-of.ts';

const whole = { asked: {}, query: { range: '7_days' } } as const;
const screen = { hasFilters: true };

test('a press narrows to one value, in the place of another, and a second press shows all again', () => {
  const region = { dimension: 'region', value: 'CN 广东', screen } as const;
  expect(pressOf({ ...region, state: whole })).toEqual({
    isOn: false,
    values: { only: 'region:CN 广东', kind: undefined },
  });
  expect(
    pressOf({ ...region, state: { ...whole, asked: { only: { by: 'region', value: 'CN 广东' } } } }),
  ).toEqual({ isOn: true, values: { only: undefined, kind: undefined } });
  expect(
    pressOf({ dimension: 'kind', value: 'phone', screen, state: { ...whole, asked: { kind: 'desktop' } } }),
  ).toEqual({ isOn: false, values: { kind: 'phone', only: undefined } });
});

test('what is not kept cannot be pressed', () => {
  const by = { screen: { hasFilters: false }, state: whole };
  expect(pressOf({ dimension: 'region', value: 'DE', ...by })).toBeUndefined();
  expect(pressOf({ dimension: 'code', value: 'a'.repeat(24), ...by })?.values).toEqual({
    link: 'a'.repeat(24),
  });
  expect(pressOf({ dimension: 'region', value: '~', screen, state: whole })).toBeUndefined();
  expect(pressOf({ dimension: 'domain', value: 'w.example', screen, state: whole })).toBeUndefined();
});
