import { expect, test } from 'bun:test';
import { dueDay } from './due-day.ts';

test.each([
  ['03:30', 'UTC', '2026-11-23T03:29:59Z', '2026-11-22'],
  ['03:30', 'UTC', '2026-11-23T03:30:00Z', '2026-11-23'],
  ['00:00', 'UTC', '2026-03-01T00:00:00Z', '2026-03-01'],
  ['23:59', 'UTC', '2026-03-01T12:00:00Z', '2026-02-28'],
  ['23:59', 'UTC', '2026-01-01T00:00:00Z', '2025-12-31'],
  // Days are the installation's, not those of UTC.
  ['03:30', 'Asia/Shanghai', '2026-11-22T19:30:00Z', '2026-11-23'],
  ['03:30', 'Africa/Nairobi', '2026-11-23T00:29:00Z', '2026-11-22'],
  // The hour that Berlin has twice, and the one that it leaves out.
  ['02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25'],
  ['02:30', 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25'],
  ['02:30', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29'],
])('with a backup at %s in %s, at %s that of %s is due', (time, zone, now, day) => {
  expect(dueDay(time, zone, new Date(now))).toBe(day);
});
