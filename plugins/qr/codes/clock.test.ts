import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { clockOf, minuteOf } from './clock.ts';

test('times of the day are read and written as clocks have them', () => {
  expect([clockOf(0), clockOf(9 * 60 + 5), clockOf(1439)]).toEqual(['00:00', '09:05', '23:59']);
  fc.assert(fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => minuteOf(clockOf(minute)) === minute));
  expect([minuteOf(''), minuteOf('24:00'), minuteOf('9')]).toEqual([undefined, undefined, undefined]);
  expect([clockOf(undefined), clockOf(1440), clockOf('08:00')]).toEqual(['', '', '']);
});
