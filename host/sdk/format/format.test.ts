import { expect, test } from 'bun:test';
import { changeOf, formatFor, isToldByDate, toldFrom } from './format.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

test('relative times use the largest whole unit', () => {
  const { relative } = formatFor('en-US');
  const ago = (seconds: number) => relative(NOW - seconds * 1000, NOW);
  expect(ago(5)).toBe('5 seconds ago');
  expect(ago(59)).toBe('59 seconds ago');
  expect(ago(60)).toBe('1 minute ago');
  expect(ago(7199)).toBe('1 hour ago');
  expect(ago(86_400)).toBe('yesterday');
  expect(ago(86_400 * 400)).toBe('last year');
  expect(relative(NOW + 3 * 86_400_000, NOW)).toBe('in 3 days');
});

test('what has just happened is told as now by a slow clock, what is yet to come never is', () => {
  const { relative } = formatFor('en-US');
  const told = (ahead: number) => relative(NOW + ahead * 1000, toldFrom(NOW + ahead * 1000, NOW));
  expect(told(-120)).toBe('2 minutes ago');
  expect(told(240)).toBe('now');
  expect(told(3 * 86_400)).toBe('in 3 days');
  expect(told(3_600)).toBe('in 1 hour');
});

test('figures are grouped in every language', () => {
  for (const locale of ['zh-CN', 'en-US', 'sw-KE'])
    expect(formatFor(locale).number(1_234_567)).toBe('1,234,567');
});

test('money has the digits of its currency, also where they are zeros', () => {
  const { money } = formatFor('en-US');
  expect(money(99.5, 'CNY')).toBe('99.50 CNY');
  expect(money(1_200, 'JPY')).toBe('1,200 JPY');
  expect(money(12, 'USDT')).toBe('12.00 USDT');
  expect(money(0.000005, 'USDT')).toBe('0.000005 USDT');
});

test('a day is told in words of the language', () => {
  expect(formatFor('en-US').day('2026-11-21')).toBe('Sat, 21 Nov 2026');
  expect(formatFor('zh-CN').day('2026-11-21')).toContain('2026年11月21日');
});

test('there is no change against nothing', () => {
  expect(changeOf(5, 0)).toBeUndefined();
  expect(changeOf(5, 10)).toBe(-0.5);
});

test('sizes are told in the unit that fits', () => {
  expect(formatFor('sw-KE').bytes(12_345)).toBe('KB 12.3');
  const { bytes } = formatFor('en-US');
  expect([bytes(0), bytes(999), bytes(12_345), bytes(183_000_000), bytes(2e12)]).toEqual([
    '0 bytes',
    '999 bytes',
    '12.3 kB',
    '183 MB',
    '2,000 GB',
  ]);
});

test('a time is told in the platform’s zone, wherever the browser is, and its exact form names the zone', () => {
  const moment = Date.UTC(2026, 10, 21, 22, 30);
  const shanghai = formatFor('en-US', 'Asia/Shanghai');
  expect(shanghai.dateTime(moment)).toBe('22 Nov 2026, 06:30:00');
  expect(shanghai.exact(moment)).toBe('22 Nov 2026, 06:30:00 · Asia/Shanghai');
  expect(formatFor('en-US', 'Asia/Kolkata').exact(moment)).toBe('22 Nov 2026, 04:00:00 · Asia/Kolkata');
  expect(formatFor('en-US', 'Africa/Nairobi').dateTime(moment)).toBe('22 Nov 2026, 01:30:00');
  expect(formatFor('zh-CN', 'America/New_York').exact(moment)).toBe('2026/11/21 17:30:00 · America/New_York');
});

test("a page asks what day it is by the platform's clock, not by the computer's", () => {
  const moment = Date.UTC(2026, 1, 28, 16, 30);
  expect(formatFor('sw-KE', 'Asia/Shanghai').dayOf(moment)).toBe('2026-03-01');
  expect(formatFor('zh-CN', 'UTC').dayOf(moment)).toBe('2026-02-28');
});

test('seconds are told in Swahili with a small letter, as minutes are', () => {
  const { relative } = formatFor('sw-KE');
  expect(relative(0, 15_000)).toBe('sekunde 15 zilizopita');
  expect(relative(0, 120_000)).toBe('dakika 2 zilizopita');
});

test('a figure stands apart from its Chinese unit, as in the texts of the screens', () => {
  const { relative } = formatFor('zh-CN');
  expect(relative(0, 180_000)).toBe('3 分钟前');
  expect(relative(180_000, 0)).toBe('3 分钟后');
});

test('what is neither of today nor of yesterday is told by its date, in the zone of the platform', () => {
  const hours = (count: number) => isToldByDate(NOW + count * 3_600_000, NOW);
  expect([-49, -47, 0, 23, 25].map(hours)).toEqual([true, false, false, false, true]);
  const dates = ['en-US', 'zh-CN', 'sw-KE'].map((locale) =>
    formatFor(locale, 'Africa/Nairobi').date('2026-12-28T22:00:00Z'),
  );
  expect(dates).toEqual(['29 Dec 2026', '2026年12月29日', '29 Des 2026']);
});
