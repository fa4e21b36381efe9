import { expect, test } from 'bun:test';
import { hourIn, lastDay } from './last-day.ts';

const numbered = (start: number) => Array.from({ length: 24 }, (_, hour) => start + hour);

test('the chart ends with the hour that runs and begins 23 hours before', () => {
  const hours = lastDay({ hours: numbered(100), yesterday_hours: numbered(200) }, 2);
  expect(hours.map(({ hour }) => hour)).toEqual([...Array.from({ length: 21 }, (_, at) => at + 3), 0, 1, 2]);
  expect(hours.slice(-3).map(({ view_number }) => view_number)).toEqual([100, 101, 102]);
  expect(hours[0]).toEqual({ hour: 3, view_number: 203 });
});

test('in the last hour of a day everything is of today', () => {
  expect(lastDay({ hours: numbered(0), yesterday_hours: numbered(500) }, 23)).toEqual(
    numbered(0).map((hour) => ({ hour, view_number: hour })),
  );
});

test('the hour is that of the statistics, not of the server', () => {
  expect(hourIn('Asia/Shanghai', Date.UTC(2026, 0, 1, 16, 30))).toBe(0);
  expect(hourIn('UTC', Date.UTC(2026, 0, 1, 16, 30))).toBe(16);
});
