import { expect, test } from 'bun:test';
import { createVisitRate, visitsOfWindow } from './visit-rate.ts';

test('the rate is what came within the last minute, not what came before one looked', () => {
  const rate = createVisitRate();
  expect(rate(1_000, 0)).toEqual({ visits: 0, watched_ms: 0 });
  expect(rate(1_010, 10_000)).toEqual({ visits: 10, watched_ms: 10_000 });
  expect(rate(1_015, 50_000)).toEqual({ visits: 15, watched_ms: 50_000 });
  expect(rate(1_015, 75_000)).toEqual({ visits: 5, watched_ms: 60_000 });
  expect(rate(1_015, 200_000).visits).toBe(0);
});

test('midnight starts a new sum and loses no visit', () => {
  const rate = createVisitRate();
  rate(500, 0);
  rate(503, 5_000);
  expect(rate(2, 10_000).visits).toBe(5);
});

test('before a minute was watched, its visitors say how many visits there were', () => {
  const since = '2026-01-01T12:00:00.000Z';
  const recent = {
    count: 3,
    content: [
      { count: 2, first_time: '2026-01-01T12:00:20.000Z' },
      { count: 9, first_time: '2025-12-31T08:00:00.000Z' },
    ],
  };
  expect(visitsOfWindow({ visits: 0, watched_ms: 0 }, recent, since)).toBe(4);
  expect(visitsOfWindow({ visits: 7, watched_ms: 30_000 }, recent, since)).toBe(7);
  expect(visitsOfWindow({ visits: 3, watched_ms: 60_000 }, recent, since)).toBe(3);
});
