import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  addDays,
  dayIn,
  dayNumber,
  daysIn,
  dayText,
  eachDay,
  hourIn,
  isDay,
  periodBefore,
  presetDays,
  spanFault,
  weekdayOf,
} from './range.ts';
import { RANGE_PRESETS, type RangePreset } from './values.ts';

const anyDay = fc
  .date({ min: new Date('2020-02-01T00:00:00Z'), max: new Date('2038-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyPreset = fc.constantFrom(
  ...(RANGE_PRESETS.filter((preset) => preset !== 'custom' && preset !== 'all') as Exclude<
    RangePreset,
    'custom' | 'all'
  >[]),
);
const anyZone = fc.constantFrom(
  'Asia/Shanghai',
  'Africa/Nairobi',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
);
const examples = { seed: 5, numRuns: 400 };

describe('days', () => {
  test('every day follows the one before, whatever the clocks do', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 400 }), (day, count) => {
        const last_day = addDays(day, count);
        expect(isDay(last_day)).toBe(true);
        expect(daysIn({ first_day: day, last_day })).toBe(count + 1);
        expect(addDays(last_day, -count)).toBe(day);
        expect(dayText(dayNumber(last_day))).toBe(last_day);
        expect(weekdayOf(addDays(day, 7))).toBe(weekdayOf(day));
        expect(new Set(eachDay({ first_day: day, last_day })).size).toBe(count + 1);
      }),
      examples,
    );
  });

  test('a moment belongs to one day, and within 27 hours the next has begun, also when clocks change', () => {
    fc.assert(
      fc.property(anyZone, fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }), (zone, seconds) => {
        const time = seconds * 1000;
        const day = dayIn(zone, time);
        expect(isDay(day)).toBe(true);
        const later = dayIn(zone, time + 27 * 3_600_000);
        expect(later > day).toBe(true);
        expect(later <= addDays(day, 2)).toBe(true);
      }),
      examples,
    );
    // The clocks went forward in New York at 2:00, and back in Berlin at 3:00.
    expect(dayIn('America/New_York', Date.parse('2026-03-08T06:59:59Z'))).toBe('2026-03-08');
    expect(dayIn('America/New_York', Date.parse('2026-03-09T03:59:59Z'))).toBe('2026-03-08');
    expect(dayIn('Europe/Berlin', Date.parse('2026-10-25T22:59:59Z'))).toBe('2026-10-25');
    expect(dayIn('Europe/Berlin', Date.parse('2026-10-25T23:00:00Z'))).toBe('2026-10-26');
    expect(hourIn('Asia/Shanghai', Date.parse('2026-10-25T16:05:00Z'))).toBe('2026-10-26T00');
    expect(hourIn('America/New_York', Date.parse('2026-03-08T07:30:00Z'))).toBe('2026-03-08T03');
  });

  test('texts that are no days are known', () => {
    for (const text of ['', '2026-02-29', '2026-13-01', '2026-1-1', '20260101', '0000-00-00', "2026-01-01'"])
      expect(isDay(text)).toBe(false);
    expect(isDay('2028-02-29')).toBe(true);
  });
});

describe('ranges', () => {
  test('a preset ends today or before, and the period before ends right before it begins', () => {
    fc.assert(
      fc.property(anyPreset, anyDay, (preset, today) => {
        const span = presetDays(preset, today);
        expect(span.last_day <= today).toBe(true);
        expect(daysIn(span)).toBeGreaterThan(0);
        const before = periodBefore(span, preset);
        expect(before.last_day < span.first_day).toBe(true);
        expect(before.first_day <= before.last_day).toBe(true);
        if (preset === 'this_month' || preset === 'last_month') {
          expect(before.first_day.slice(8)).toBe('01');
          expect(daysIn(before)).toBeLessThanOrEqual(preset === 'this_month' ? daysIn(span) : 31);
        } else {
          expect(daysIn(before)).toBe(daysIn(span));
          expect(addDays(before.last_day, 1)).toBe(span.first_day);
        }
      }),
      examples,
    );
    expect(periodBefore(presetDays('this_month', '2026-03-31'), 'this_month')).toEqual({
      first_day: '2026-02-01',
      last_day: '2026-02-28',
    });
    expect(presetDays('last_month', '2026-01-15')).toEqual({
      first_day: '2025-12-01',
      last_day: '2025-12-31',
    });
  });

  test('days that cannot be shown are refused with their reason', () => {
    const limits = { today: '2026-11-21', longest: 31 };
    const fault = (first_day?: string, last_day?: string) => spanFault({ first_day, last_day }, limits);
    expect(fault('2026-11-01', '2026-11-21')).toBeUndefined();
    expect(fault('2026-10-22', '2026-11-21')).toBeUndefined();
    expect(fault('2026-10-21', '2026-11-21')).toEqual({ path: 'first_day', fault: 'range_long' });
    expect(fault('2026-11-21', '2026-11-22')).toEqual({ path: 'last_day', fault: 'range_future' });
    expect(fault('2026-11-21', '2026-11-20')).toEqual({ path: 'first_day', fault: 'range_order' });
    expect(fault('1999-12-31', '2026-11-20')).toEqual({ path: 'first_day', fault: 'range_early' });
    expect(fault(undefined, '2026-11-20')).toEqual({ path: 'first_day', fault: 'range_missing' });
    expect(fault('2026-11-20', 'tomorrow')).toEqual({ path: 'last_day', fault: 'range_missing' });
  });
});
