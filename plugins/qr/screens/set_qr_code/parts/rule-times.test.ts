import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { clockOf, dayOf, dayText, minuteOf } from './rule-times.ts';

test('times of the day are read and written as clocks have them', () => {
  expect([clockOf(0), clockOf(9 * 60 + 5), clockOf(1439)]).toEqual(['00:00', '09:05', '23:59']);
  fc.assert(fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => minuteOf(clockOf(minute)) === minute));
  expect([minuteOf(''), minuteOf('24:00'), minuteOf('9')]).toEqual([undefined, undefined, undefined]);
  expect([clockOf(undefined), clockOf(1440), clockOf('08:00')]).toEqual(['', '', '']);
});

test('days are read and written as calendars have them', () => {
  expect([dayOf('2026-12-31'), dayText(20261231)]).toEqual([20261231, '2026-12-31']);
  expect([dayOf(undefined), dayOf('soon'), dayText(undefined), dayText(7)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
