import { expect, test } from 'bun:test';
import { calmZone } from './time-zone.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test('at every minute of a winter and a summer day there is a zone whose midnight and next hour are far', () => {
  for (const day of ['2026-01-15', '2026-07-15'])
    for (let now = Date.parse(day); now < Date.parse(day) + DAY_MS; now += MINUTE_MS) {
      const { name, offset } = calmZone(now);
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: name, timeStyle: 'short' });
      const [hour = 0, minute = 0] = clock.format(now).split(':').map(Number);
      expect([new Date(now).toISOString(), name, hour >= 2 && hour < 20, minute < 30]).toEqual([
        new Date(now).toISOString(),
        name,
        true,
        true,
      ]);
      expect(new Date(now + offset).toISOString().slice(11, 16)).toBe(clock.format(now));
    }
});
