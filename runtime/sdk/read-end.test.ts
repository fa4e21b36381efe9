import { expect, test } from 'bun:test';
import { addDays } from '@waypost/contract';
import fc from 'fast-check';
import { dayOf, dayStart } from './day-part.ts';
import { readEnd } from './read-end.ts';
import { clocksAhead } from './table/table-value.ts';

const zone = fc.constantFrom(
  'UTC',
  'Asia/Shanghai',
  'America/New_York',
  'Africa/Nairobi',
  'Asia/Beirut',
  'Pacific/Kiritimati',
);
const FIRST = Date.UTC(2025, 0, 1);
const moment = fc.integer({ min: FIRST, max: Date.UTC(2060, 0, 1) });
const day = fc.nat(12_000).map((days) => addDays('2025-01-01', days));
const two = (value: number) => String(value).padStart(2, '0');

test('a day alone ends when its last moment is over in the time zone, not in the zone of the server', () => {
  fc.assert(
    fc.property(zone, day, fc.constantFrom('-', '/', '.'), (timeZone, date, sign) => {
      const [year, month, dayOfMonth] = date.split('-').map(Number);
      const end = readEnd([year, month, dayOfMonth].join(sign), timeZone);
      expect(end).toEqual(readEnd(date, timeZone));
      expect(end).toEqual(readEnd(`${year}年${month}月${dayOfMonth}日`, timeZone));
      expect(end?.getTime()).toBe(dayStart(timeZone, addDays(date, 1)) - 1);
      expect(dayOf(timeZone, end?.getTime() ?? 0)).toBe(date);
    }),
  );
});

test('a moment with an offset is that moment, and one without is what the clocks of the time zone show', () => {
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), (timeZone, time, offset) => {
      expect(readEnd(new Date(time).toISOString(), timeZone)?.getTime()).toBe(time);
      const size = Math.abs(offset);
      const local = new Date(time + offset * 60_000).toISOString().slice(0, -1);
      const written = `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
      expect(readEnd(written, timeZone)?.getTime()).toBe(time);
      // As tables of the product write it.
      const ahead = clocksAhead(timeZone);
      const shown = new Date(time + ahead(time)).toISOString().slice(0, 19).replace('T', ' ');
      const read = readEnd(shown, timeZone)?.getTime() ?? 0;
      expect(new Date(read + ahead(read)).toISOString().slice(0, 19).replace('T', ' ')).toBe(shown);
    }),
  );
});

test('an hour that clocks skip comes right behind it, and one that comes twice is the first', () => {
  expect(readEnd('2026-03-08 02:30', 'America/New_York')?.toISOString()).toBe('2026-03-08T07:30:00.000Z');
  expect(readEnd('2026-11-01 01:30', 'America/New_York')?.toISOString()).toBe('2026-11-01T05:30:00.000Z');
});

test('a date that could be another one is refused, or a code would end months too early', () => {
  fc.assert(
    fc.property(zone, day, fc.constantFrom('-', '/', '.', ' '), (timeZone, date, sign) => {
      const [year = '', month = '', dayOfMonth = ''] = date.split('-');
      for (const parts of [
        [dayOfMonth, month, year],
        [month, dayOfMonth, year],
        [year.slice(2), month, dayOfMonth],
      ])
        expect(readEnd(parts.join(sign), timeZone)).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.nat(99_999_999), (number) => expect(readEnd(String(number), 'UTC')).toBeUndefined()),
  );
  for (const text of [
    ...['01.03.2027', '03/04/2027', '46447', '46447.5', 'tomorrow', 'Jan 31, 2027', '31 January 2027', '-'],
    ...[
      '2027-02-29',
      '2027-13-01',
      '2027-00-10',
      '2027-1',
      '2027',
      '2027-01/31',
      '0027-01-31',
      '2027-01-31 24:00',
    ],
    ...['2027-01-31T12:60Z', '2027-01-31T12:00+99:00', '2027-01-31Z', '2027-01-31 12:00 PM', '+046447-01-01'],
  ])
    expect([text, readEnd(text, 'Africa/Nairobi')]).toEqual([text, undefined]);
});
