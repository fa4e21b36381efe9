import { expect, test } from 'bun:test';
import { isWithinHours } from '@waypost/contract';
import fc from 'fast-check';
import { isOpen, isOver, nextInSchedule, scheduleExtra } from '../links/pool-schedule.ts';
import { poolItem } from './pool.ts';

const RUNS = 10_000;
const items = fc.array(
  fc.record({
    open: fc.constantFrom(0, 1),
    capacity: fc.integer({ min: 0, max: 5 }),
    count: fc.integer({ min: 0, max: 6 }),
  }),
  { maxLength: 8 },
);

test('no visitor gets what is closed or full, and none is turned away while something takes visitors', () => {
  const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(items, fc.constantFrom(1, 2, 3), draws, (list, model, random) => {
      const state = {
        length: list.length,
        open: list.map(({ open }) => open),
        capacities: list.map(({ capacity }) => capacity),
        counts: list.map(({ count }) => count),
      };
      const fits = list.flatMap(({ open, capacity, count }, at) =>
        open === 1 && count < capacity ? [at] : [],
      );
      const visits = list.reduce((sum, { count }) => sum + count, 0);
      const turn = { 1: 0, 2: Math.floor(random * fits.length), 3: visits % Math.max(fits.length, 1) }[model];
      expect(poolItem(state, model, random)).toBe(fits[turn ?? 0] ?? -1);
    }),
    { numRuns: RUNS },
  );
});

const hours = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  from: fc.integer({ min: 0, max: 1439 }),
  to: fc.integer({ min: 0, max: 1439 }),
});
const schedules = fc.array(
  fc.record({
    hours: fc.array(hours, { maxLength: 14 }),
    until: fc.option(fc.integer({ min: 2_000, max: 4_000_000_000_000 }), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 6 },
);

test('the hours and the end that were published are those that visits go by, never later', () => {
  const moment = fc.record({
    weekday: fc.integer({ min: 1, max: 7 }),
    minute: fc.integer({ min: 0, max: 1439 }),
    time: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  });
  fc.assert(
    fc.property(schedules, moment, (list, { time, ...now }) => {
      const published = list.map(({ until, ...rest }) => ({
        ...rest,
        ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
      }));
      const { bytes } = scheduleExtra(published);
      let at = 0;
      for (const { hours: wanted, until } of list) {
        expect(isOpen(bytes, at, () => now)).toBe(isWithinHours(wanted, now));
        if (until !== undefined && time >= until) expect(isOver(bytes, at, time)).toBe(true);
        if (until === undefined || time < until - 1_000) expect(isOver(bytes, at, time)).toBe(false);
        at = nextInSchedule(bytes, at);
      }
      expect(at).toBe(bytes.length);
    }),
    { numRuns: RUNS },
  );
});

test('hours that go over midnight belong to the day on which they begin', () => {
  const night = [{ days: [5], from: 22 * 60, to: 6 * 60 }];
  const within = (weekday: number, minute: number) => isWithinHours(night, { weekday, minute });
  expect([within(5, 1319), within(5, 1320), within(6, 359), within(6, 360), within(5, 0)]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  const sunday = [{ days: [7], from: 0, to: 0 }];
  expect([7, 1].map((weekday) => isWithinHours(sunday, { weekday, minute: 0 }))).toEqual([true, false]);
});
