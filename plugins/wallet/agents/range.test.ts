import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays, dayFault, daysOf, eachDay, LONGEST, RANGES } from './range.ts';

const day = fc
  .date({ min: new Date('2020-06-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const presets = RANGES.filter((range) => range !== 'custom');

test('every preset has days that may be asked for, none behind today', () => {
  fc.assert(
    fc.property(day, fc.constantFrom(...presets), (today, range) => {
      const span = daysOf(range, today);
      expect(dayFault(span, today)).toBeUndefined();
      expect(eachDay(span)).toHaveLength(new Set(eachDay(span)).size);
      expect([eachDay(span)[0], eachDay(span).at(-1)]).toEqual([span.first_day, span.last_day]);
    }),
  );
});

test('whatever is typed as a day is a day, or is said to be none', () => {
  fc.assert(
    fc.property(fc.oneof(day, fc.string()), fc.oneof(day, fc.string()), day, (first_day, last_day, today) => {
      if (dayFault({ first_day, last_day }, today) !== undefined) return;
      const days = eachDay({ first_day, last_day });
      expect(days.length).toBeGreaterThan(0);
      expect(days.length).toBeLessThanOrEqual(LONGEST);
      expect(days.every((one) => one <= today)).toBe(true);
    }),
  );
});

test('days that no calendar has, and spans that are too long, are said at their field', () => {
  const today = '2026-05-03';
  expect(dayFault({ first_day: '2026-02-30', last_day: today }, today)).toMatchObject({ path: 'first_day' });
  expect(dayFault({ first_day: today }, today)).toMatchObject({ path: 'last_day', fault: 'missing' });
  expect(dayFault({ first_day: today, last_day: addDays(today, -1) }, today)).toMatchObject({
    fault: 'order',
  });
  expect(dayFault({ first_day: '2026-01-01', last_day: today }, today)).toMatchObject({ fault: 'long' });
  expect(dayFault({ first_day: today, last_day: addDays(today, 1) }, today)).toMatchObject({
    fault: 'future',
  });
});
