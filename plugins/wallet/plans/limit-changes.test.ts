import { expect, test } from 'bun:test';
import { API_KEY_LIMIT } from '@waypost/contract';
import { limitChanges, looserWithout } from './limit-changes.ts';

const NONE = { codes: null, domains: null, visits: null, api_keys: null, kept_visits: null };

test('a buyer reads of each limit that changes, and which one becomes stricter', () => {
  const before = { ...NONE, codes: 5, domains: 3, visits: 100 };
  const after = { ...NONE, codes: 50, domains: null, visits: 10, api_keys: 1 };
  expect(limitChanges(before, after)).toEqual([
    { kind: 'codes', before: 5, after: 50, isLess: false },
    { kind: 'domains', before: 3, after: null, isLess: false },
    { kind: 'visits', before: 100, after: 10, isLess: true },
    { kind: 'api_keys', before: API_KEY_LIMIT, after: 1, isLess: true },
  ]);
  expect(limitChanges(before, before)).toEqual([]);
});

test('an operator reads which limits without a plan are looser than those of a plan', () => {
  const without = { ...NONE, codes: 50, visits: 100 };
  const plans = [
    { ...NONE, codes: 50, domains: 1 },
    { ...NONE, codes: 10 },
  ];
  expect(looserWithout(without, plans)).toEqual(['codes', 'domains']);
  expect(looserWithout({ ...NONE, codes: 5, domains: 0 }, plans)).toEqual([]);
});

test('no plan counts as giving more API keys than the platform allows', () => {
  const many = { ...NONE, api_keys: API_KEY_LIMIT + 1 };
  expect(limitChanges(NONE, { ...NONE, api_keys: API_KEY_LIMIT })).toEqual([]);
  expect(limitChanges(NONE, many)).toEqual([]);
  expect(looserWithout(many, [NONE])).toEqual([]);
});
