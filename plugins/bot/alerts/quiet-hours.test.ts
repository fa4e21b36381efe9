import { expect, test } from 'bun:test';
import { quietUntil } from './quiet-hours.ts';

const at = (iso: string) => Date.parse(iso);
const until = (from: string, to: string, timeZone: string, now: string) => {
  const minute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const end = quietUntil({ from: minute(from), to: minute(to), timeZone }, at(now));
  return end === undefined ? undefined : new Date(end).toISOString();
};

test.each([
  // Over midnight, in zones ahead of and behind UTC.
  ['22:00', '07:00', 'Asia/Shanghai', '2026-05-03T15:30:20Z', '2026-05-03T23:00:00.000Z'],
  ['22:00', '07:00', 'Asia/Shanghai', '2026-05-03T22:59:59Z', '2026-05-03T23:00:00.000Z'],
  ['22:00', '07:00', 'America/New_York', '2026-05-03T03:00:00Z', '2026-05-03T11:00:00.000Z'],
  ['22:00', '07:00', 'Africa/Nairobi', '2026-05-03T18:59:59Z', undefined],
  ['22:00', '07:00', 'Africa/Nairobi', '2026-05-03T04:00:00Z', undefined],
  // Within a day.
  ['13:00', '14:30', 'Africa/Nairobi', '2026-05-03T10:00:00Z', '2026-05-03T11:30:00.000Z'],
  ['13:00', '14:30', 'Africa/Nairobi', '2026-05-03T11:30:00Z', undefined],
  // A night in which the clocks are put forward, and one in which they are put back.
  ['22:00', '07:00', 'Europe/Berlin', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['22:00', '07:00', 'Europe/Berlin', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
])('quiet from %s to %s in %s at %s ends at %s', (from, to, zone, now, end) => {
  expect(until(from, to, zone, now)).toBe(end as string);
});
