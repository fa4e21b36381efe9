import { expect, test } from 'bun:test';
import { createVisitRate, HALF_HOUR_MS, MINUTE_MS, visitsOfWindow } from './visit-rate.ts';

const on = (view_number: number, day = '2026-01-01') => ({ day, view_number });

test('the rate is what came within the last minute, not what came before one looked', () => {
  const rate = createVisitRate(MINUTE_MS);
  expect(rate(on(1_000), 0)).toEqual({ visits: 0, watched_ms: 0 });
  expect(rate(on(1_010), 10_000)).toEqual({ visits: 10, watched_ms: 10_000 });
  expect(rate(on(1_015), 50_000)).toEqual({ visits: 15, watched_ms: 50_000 });
  expect(rate(on(1_015), 75_000)).toEqual({ visits: 5, watched_ms: 60_000 });
  expect(rate(on(1_015), 200_000).visits).toBe(0);
});

test('midnight starts a new sum and loses no visit', () => {
  const rate = createVisitRate(MINUTE_MS);
  rate(on(500), 0);
  rate(on(503), 5_000);
  expect(rate(on(2, '2026-01-02'), 10_000).visits).toBe(5);
});

test('an answer that comes after a newer one is no new day', () => {
  const rate = createVisitRate(MINUTE_MS);
  rate(on(500), 0);
  rate(on(503), 5_000);
  expect(rate(on(502), 5_001).visits).toBe(3);
  expect(rate(on(504), 10_000).visits).toBe(4);
  rate(on(1, '2026-01-02'), 15_000);
  expect(rate(on(504), 15_001).visits).toBe(5);
  expect(rate(on(2, '2026-01-02'), 20_000).visits).toBe(6);
});

test('before a minute was watched, its visitors say how many visits there were', () => {
  const minute = { since: '2026-01-01T12:00:00.000Z', ms: MINUTE_MS };
  const recent = {
    count: 3,
    content: [
      { count: 2, first_time: '2026-01-01T12:00:20.000Z' },
      { count: 9, first_time: '2025-12-31T08:00:00.000Z' },
    ],
  };
  expect(visitsOfWindow({ visits: 0, watched_ms: 0 }, recent, minute)).toBe(4);
  expect(visitsOfWindow({ visits: 7, watched_ms: 30_000 }, recent, minute)).toBe(7);
  expect(visitsOfWindow({ visits: 3, watched_ms: 60_000 }, recent, minute)).toBe(3);
});

test('half an hour is counted as exactly, however often somebody looks', () => {
  const rate = createVisitRate(HALF_HOUR_MS);
  const SECOND = 1_000;
  for (let at = 0; at < 2 * HALF_HOUR_MS; at += SECOND) rate(on(at / SECOND), at);
  const { visits, watched_ms } = rate(on((2 * HALF_HOUR_MS) / SECOND), 2 * HALF_HOUR_MS);
  expect(watched_ms).toBe(HALF_HOUR_MS);
  // One visit a second; a sample may be a few seconds before the window.
  expect(visits).toBeGreaterThanOrEqual(1_800);
  expect(visits).toBeLessThan(1_812);
});
