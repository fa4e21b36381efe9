import { expect, test } from 'bun:test';
import type { DayRange, DayRangeQuery } from '@waypost/contract';
import { resolveDays } from './day-range.ts';

// 00:30 of the first of March in Shanghai, the day before in Greenwich.
const context = {
  platform: { timeZone: 'Asia/Shanghai' },
  clock: { now: () => Date.UTC(2026, 1, 28, 16, 30) },
};
const TODAY = '2026-03-01';
const OFFERED: DayRange = { presets: ['7_days', 'all', 'custom'], longest: 31, tooLong: 'shelves.days_long' };
const resolve = (query: DayRangeQuery, first?: string) =>
  resolveDays(context, OFFERED, query, async () => first);
const issue = (query: DayRangeQuery) =>
  resolve(query).then(
    () => undefined,
    (error) => error.errors[0],
  );

test('without a word it is what the screen opens with, until the operator’s today', async () => {
  const span = { first_day: '2026-02-23', last_day: TODAY };
  expect(await resolve({})).toEqual({ range: '7_days', today: TODAY, span });
});

test('days that are given are those, whether or not it is said that they are', async () => {
  const span = { first_day: '2026-02-01', last_day: '2026-02-02' };
  expect(await resolve(span)).toMatchObject({ range: 'custom', span });
  expect(await resolve({ ...span, range: 'custom' })).toMatchObject({ range: 'custom', span });
  expect(await resolve({ ...span, range: '7_days' })).toMatchObject({ range: '7_days', span });
});

test('all begins with the first day that has something, and is today where none has', async () => {
  const of = async (first?: string) => (await resolve({ range: 'all' }, first)).span;
  expect(await of('2025-01-02')).toEqual({ first_day: '2025-01-02', last_day: TODAY });
  for (const first of [undefined, '2026-03-02', '1970-01-01'])
    expect(await of(first)).toEqual({ first_day: TODAY, last_day: TODAY });
});

test('what cannot be shown is refused at its field, more days than there may be in the words of the screen', async () => {
  expect(await issue({ range: '90_days' })).toEqual({ path: 'range', message: 'error.issue.days_preset' });
  expect(await issue({ range: 'custom' })).toEqual({
    path: 'first_day',
    message: 'error.issue.days_missing',
  });
  expect(await issue({ first_day: TODAY, last_day: '2026-03-02' })).toEqual({
    path: 'last_day',
    message: 'error.issue.days_future',
  });
  expect(await issue({ first_day: '2026-01-29', last_day: TODAY })).toEqual({
    path: 'first_day',
    message: 'shelves.days_long',
  });
});
