import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays, DAY_PRESETS, daySpanFault, daysIn, eachDay, isDay, presetDays } from './day-range.ts';

const anyDay = fc
  .date({ min: new Date('2020-06-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const presets = DAY_PRESETS.filter((preset) => preset !== 'custom' && preset !== 'all');

test('every day follows the one before', () => {
  fc.assert(
    fc.property(anyDay, fc.nat(400), (first_day, count) => {
      const span = { first_day, last_day: addDays(first_day, count) };
      expect(isDay(span.last_day)).toBe(true);
      expect(daysIn(span)).toBe(count + 1);
      expect(addDays(span.last_day, -count)).toBe(first_day);
      const days = eachDay(span);
      expect(new Set(days).size).toBe(count + 1);
      expect([days[0], days.at(-1)]).toEqual([span.first_day, span.last_day]);
    }),
  );
  expect([addDays('2026-02-28', 1), addDays('2026-03-01', -1)]).toEqual(['2026-03-01', '2026-02-28']);
});

test('texts that are no days are known', () => {
  for (const text of ['', '2026-02-29', '2026-13-01', '2026-1-1', '20260101', '0000-00-00', "2026-01-01'"])
    expect(isDay(text)).toBe(false);
  expect(isDay('2028-02-29')).toBe(true);
});

test('every preset has days that may be asked for, none behind today', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...presets), (today, preset) => {
      expect(daySpanFault(presetDays(preset, today), { today, longest: 90 })).toBeUndefined();
    }),
  );
  expect(presetDays('7_days', '2026-03-01')).toEqual({ first_day: '2026-02-23', last_day: '2026-03-01' });
  expect(presetDays('this_month', '2026-03-05')).toEqual({ first_day: '2026-03-01', last_day: '2026-03-05' });
  expect(presetDays('last_month', '2026-01-31')).toEqual({ first_day: '2025-12-01', last_day: '2025-12-31' });
});

test('whatever is typed as days is a span that may be shown, or is said to be none', () => {
  const typed = fc.oneof(anyDay, fc.string());
  fc.assert(
    fc.property(typed, typed, anyDay, (first_day, last_day, today) => {
      if (daySpanFault({ first_day, last_day }, { today, longest: 92 }) !== undefined) return;
      const days = eachDay({ first_day, last_day });
      expect(days.length).toBeGreaterThan(0);
      expect(days.length).toBeLessThanOrEqual(92);
      expect(days.every((day) => day <= today)).toBe(true);
    }),
  );
});

test('days that cannot be shown are refused with their reason, at their field', () => {
  const limits = { today: '2026-11-21', longest: 31 };
  const fault = (first_day?: string, last_day?: string) => daySpanFault({ first_day, last_day }, limits);
  expect(fault('2026-11-01', '2026-11-21')).toBeUndefined();
  expect(fault('2026-10-22', '2026-11-21')).toBeUndefined();
  expect(fault('2026-10-21', '2026-11-21')).toEqual({ path: 'first_day', fault: 'days_long' });
  expect(fault('2026-11-21', '2026-11-22')).toEqual({ path: 'last_day', fault: 'days_future' });
  expect(fault('2026-11-21', '2026-11-20')).toEqual({ path: 'first_day', fault: 'days_order' });
  expect(fault('1999-12-31', '2026-11-20')).toEqual({ path: 'first_day', fault: 'days_early' });
  expect(fault(undefined, '2026-11-20')).toEqual({ path: 'first_day', fault: 'days_missing' });
  expect(fault('2026-02-30', '2026-11-20')).toEqual({ path: 'first_day', fault: 'days_missing' });
  expect(fault('2026-11-20', 'tomorrow')).toEqual({ path: 'last_day', fault: 'days_missing' });
});
