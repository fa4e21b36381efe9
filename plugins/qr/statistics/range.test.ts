import { describe, expect, test } from 'bun:test';
import { addDays, DAY_PRESETS, daysIn, isDay, presetDays } from '@waypost/contract';
import fc from 'fast-check';
import { dayIn, dayNumber, dayText, hourIn, periodBefore, weekdayOf } from './range.ts';

const anyDay = fc
  .date({ min: new Date('2020-02-01T00:00:00Z'), max: new Date('2038-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyPreset = fc.constantFrom(...DAY_PRESETS.filter((preset) => preset !== 'custom' && preset !== 'all'));
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
  test('a day is kept under its number, and a week later has its weekday again', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(dayText(dayNumber(day))).toBe(day);
        expect(weekdayOf(addDays(day, 7))).toBe(weekdayOf(day));
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
  });
});
