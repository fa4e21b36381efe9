import { expect, test } from 'bun:test';
import { pointLabels } from './point-labels.ts';

test('a day is the same day in every language and browser', () => {
  const english = pointLabels('en-US', 'day', false);
  expect(english.short('2026-11-01')).toBe('1 Nov');
  expect(english.long('2026-11-01')).toBe('Sun, 1 Nov 2026');
  expect(english.weekdays).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  expect(pointLabels('zh-CN', 'day', false).short('2026-11-01')).toBe('11月1日');
  expect(english.span('2026-11-01', '2026-11-21')).toMatch(/^1\s?–\s?21 Nov 2026$/);
});

test('a range over two months names both in every language', () => {
  expect(pointLabels('sw-KE', 'day', false).span('2026-10-23', '2026-11-21')).toMatch(
    /^23 Okt.* 21 Nov 2026$/,
  );
  expect(pointLabels('sw-KE', 'day', false).span('2026-11-01', '2026-11-21')).toMatch(
    /^1\s?–\s?21 Nov 2026$/,
  );
  expect(pointLabels('en-US', 'day', false).span('2026-10-23', '2026-11-21')).toMatch(
    /^23 Oct.*21 Nov 2026$/,
  );
  expect(pointLabels('zh-CN', 'day', false).span('2026-10-23', '2026-11-21')).toMatch(/10.*23.*11.*21/);
});

test('hours, hours of the day and months have words of their own', () => {
  expect(pointLabels('en-US', 'hour', true).short('2026-11-01T09')).toBe('09');
  expect(pointLabels('en-US', 'hour', false).short('2026-11-01T09')).toBe('1 Nov');
  expect(pointLabels('en-US', 'hour_of_day', false).long('09')).toBe('09:00 – 09:59');
  expect(pointLabels('en-US', 'history', false).short('2026-11')).toBe('Nov 2026');
});

test('a stretch is told from the beginning of its first point to the end of its last', () => {
  expect(pointLabels('en-US', 'hour_of_day', false).stretch('00', '07')).toBe('00:00 – 07:59');
  expect(pointLabels('en-US', 'hour', true).stretch('2026-11-01T00', '2026-11-01T07')).toBe('00:00 – 07:59');
  expect(pointLabels('en-US', 'hour', false).stretch('2026-11-01T22', '2026-11-02T05')).toBe(
    'Sun, 1 Nov 2026, 22:00 – Mon, 2 Nov 2026, 05:59',
  );
  expect(pointLabels('en-US', 'day', false).stretch('2026-11-01', '2026-11-04')).toMatch(
    /^1\s?–\s?4 Nov 2026$/,
  );
  expect(pointLabels('en-US', 'history', false).stretch('2026-09', '2026-11')).toBe('Sept 2026 – Nov 2026');
});
