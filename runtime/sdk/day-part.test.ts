import { expect, test } from 'bun:test';
import { addDays } from '@waypost/contract';
import fc from 'fast-check';
import { dayOf, dayStart, sumUntil, timeOfDay, timeText, todayOf } from './day-part.ts';

const hours = fc.array(fc.nat(1_000_000), { minLength: 24, maxLength: 24 });
const time = fc.record({ hour: fc.nat(23), minute: fc.nat(59) });

test('a day begins where its clocks say midnight, whatever day it is elsewhere', () => {
  const time = Date.UTC(2026, 1, 28, 16, 30);
  expect(dayOf('UTC', time)).toBe('2026-02-28');
  expect(dayOf('Asia/Shanghai', time)).toBe('2026-03-01');
  expect(dayOf('America/New_York', Date.UTC(2026, 0, 1, 4, 59))).toBe('2025-12-31');
});

test('the first moment of a day, also where its clocks skip midnight or have it twice', () => {
  expect(new Date(dayStart('Asia/Shanghai', '2026-03-01')).toISOString()).toBe('2026-02-28T16:00:00.000Z');
  expect(new Date(dayStart('UTC', '2026-03-01')).toISOString()).toBe('2026-03-01T00:00:00.000Z');
  // Beirut goes from 23:59 to 01:00.
  expect(new Date(dayStart('Asia/Beirut', '2026-03-29')).toISOString()).toBe('2026-03-28T22:00:00.000Z');
  // Havana has the hour after midnight twice: the day begins with the first.
  expect(new Date(dayStart('America/Havana', '2026-11-01')).toISOString()).toBe('2026-11-01T04:00:00.000Z');
});

test('each moment is of the day whose first moment is not after it, and whose next day’s is', () => {
  const zone = fc.constantFrom(
    'Asia/Shanghai',
    'UTC',
    'America/New_York',
    'Africa/Nairobi',
    'Pacific/Kiritimati',
    'Australia/Lord_Howe',
  );
  const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) });
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      const day = dayOf(timeZone, at);
      expect(dayStart(timeZone, day)).toBeLessThanOrEqual(at);
      expect(dayStart(timeZone, addDays(day, 1))).toBeGreaterThan(at);
    }),
    { numRuns: 200 },
  );
});

test('today is the operator’s, and not that of Greenwich', () => {
  const clock = { now: () => Date.UTC(2026, 1, 28, 16, 30) };
  expect(todayOf({ platform: { timeZone: 'Asia/Shanghai' }, clock })).toBe('2026-03-01');
  expect(todayOf({ platform: { timeZone: 'UTC' }, clock })).toBe('2026-02-28');
});

test('a minute after midnight is held against a minute of yesterday, not against all of it', () => {
  const yesterday = new Array<number>(24).fill(600);
  expect(sumUntil(yesterday, { hour: 0, minute: 0 })).toBe(0);
  expect(sumUntil(yesterday, { hour: 0, minute: 1 })).toBe(10);
  expect(sumUntil(yesterday, { hour: 14, minute: 30 })).toBe(14 * 600 + 300);
});

test('it grows with the day and never exceeds it', () => {
  fc.assert(
    fc.property(hours, time, time, (day, one, other) => {
      const [early, late] = [one, other].sort((a, b) => a.hour * 60 + a.minute - b.hour * 60 - b.minute);
      const all = day.reduce((sum, value) => sum + value, 0);
      const [before, after] = [sumUntil(day, early as typeof one), sumUntil(day, late as typeof one)];
      return before >= 0 && before <= after && after <= all;
    }),
  );
});

test('the time is that of the clocks there, midnight as 00', () => {
  const moment = Date.UTC(2026, 10, 21, 16, 5);
  expect(timeText(timeOfDay('Asia/Shanghai', moment))).toBe('00:05');
  expect(timeText(timeOfDay('Asia/Kathmandu', moment))).toBe('21:50');
  expect(timeText(timeOfDay('America/New_York', moment))).toBe('11:05');
});
