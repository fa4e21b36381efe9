import { describe, expect, test } from 'bun:test';
import type { DayStatistics, PluginContext } from '@waypost/sdk';
import type { BreakdownQuery, StatisticsQuery } from '../calls.ts';
import { dayIn, dayNumber } from '../range.ts';
import { statisticsScreen } from '../screens.ts';
import type { StatisticsArea } from '../values.ts';
import { readSlices } from './breakdown.ts';
import { readStatistics, type StatisticsScope } from './read-statistics.ts';

const ZONE = 'Asia/Shanghai';
const HOURLY = 60;

/** Every day had 60 visits an hour; `now` is a moment of Shanghai. */
function contextAt(now: string): PluginContext {
  const time = Date.parse(`${now}:00+08:00`);
  const today = dayNumber(dayIn(ZONE, time));
  const passed = Number(now.slice(11, 13)) * HOURLY + Number(now.slice(14, 16));
  const figures = { view_number: 0, ip_view_number: 0, new_visitor_number: 0 };
  const dayOf = (day: number): DayStatistics => ({
    day,
    ...figures,
    view_number: day === today ? passed : 24 * HOURLY,
    ip_view_number: day === today ? passed / 6 : 240,
    new_visitor_number: day === today ? passed / 12 : 120,
    bot_view_number: 0,
    hours: Array.from({ length: 24 }, (_, hour) =>
      day === today ? Math.max(0, Math.min(HOURLY, passed - hour * HOURLY)) : HOURLY,
    ),
    ip_hours: new Array<number>(24).fill(0),
    kinds: { desktop: figures, phone: figures, tablet: figures, other: figures },
    parts: {
      kind: { phone: 1 },
      region: { 'CN 广东省': 3, 'CN 北京市': 1, HK: 2, '~': 1 },
      city: { 'CN 广东省 深圳市': 2, 'CN 广东省': 1, 'CN 北京市': 1, HK: 2, '~': 1 },
      isp: {},
      app: {},
      system: {},
      device: {},
      browser: {},
      referrer: {},
      language: {},
      target: {},
      utm_source: {},
      utm_medium: {},
      utm_campaign: {},
      entry: {},
    },
  });
  return {
    platform: { timeZone: ZONE },
    clock: { now: () => time, date: () => new Date(time) },
    visits: {
      days: async (_scope: unknown, { first, last }: { first: number; last: number }) => {
        const days: DayStatistics[] = [];
        for (let at = Date.UTC(2026, 8, 1); ; at += 86_400_000) {
          const day = dayNumber(new Date(at).toISOString().slice(0, 10));
          if (day > last || day > today) return days;
          if (day >= first) days.push(dayOf(day));
        }
      },
      // Five of six come again on another day.
      uniqueAddresses: async (_scope: unknown, { first, last }: { first: number; last: number }) =>
        200 + 40 * (last - first + 1),
      firstHours: async ({ link }: StatisticsScope) => ({
        ip_view_number: link === undefined ? new Array<number>(24).fill(10) : null,
        new_visitor_number: link === undefined ? new Array<number>(24).fill(5) : null,
      }),
      firstDay: async () => 20260901,
    },
  } as unknown as PluginContext;
}

const read = (now: string, area: StatisticsArea, query: StatisticsQuery) =>
  readStatistics(contextAt(now), statisticsScreen(area), query, {});

describe('a day that goes on', () => {
  test('is held against yesterday until the same time: nobody loses all visits at midnight', async () => {
    const early = await read('2026-11-21T00:30', 'hourly_statistics', { range: 'today' });
    expect(early.totals.view_number).toBe(30);
    expect(early).toMatchObject({ previous_totals: { view_number: 30 }, previous_until: '00:30' });
    const later = await read('2026-11-21T14:20', 'daily_statistics', { range: 'today' });
    expect(later).toMatchObject({
      totals: { view_number: 860 },
      previous_totals: { view_number: 860 },
      previous_until: '14:20',
    });
  });

  test('is the last one of its week, and of the week before', async () => {
    const week = await read('2026-11-21T06:00', 'daily_statistics', { range: '7_days' });
    expect(week.previous_totals?.view_number).toBe(week.totals.view_number);
    expect(week.running).toBe('2026-11-21');
    // Of the 40 that came on the last day alone a quarter, of its 120 new ones, too.
    expect(week.previous_totals).toMatchObject({
      ip_view_number: 200 + 40 * 6 + 10,
      new_visitor_number: 6 * 120 + 30,
    });
    expect(week.previous_cut).toEqual(['view_number', 'ip_view_number', 'new_visitor_number']);
  });

  test('stands in its course beside as much of the last day before', async () => {
    const week = await read('2026-11-21T06:00', 'daily_statistics', { range: '7_days' });
    expect(week.previous_running).toEqual({
      key: '2026-11-14',
      view_number: 360,
      ip_view_number: 60,
      new_visitor_number: 30,
    });
    expect(week.previous_points?.at(-1)).toMatchObject({ key: '2026-11-14', view_number: 24 * HOURLY });
    const hours = await read('2026-11-21T06:00', 'hourly_statistics', { range: 'today' });
    expect(hours.previous_running).toBeNull();
    const over = await read('2026-11-21T06:00', 'daily_statistics', { range: 'yesterday' });
    expect(over.previous_running).toBeNull();
  });

  test('has the addresses and new visitors of the day before until then, where those are kept by hour', async () => {
    const context = contextAt('2026-11-21T06:00');
    const screen = statisticsScreen('daily_statistics');
    const whole = await readStatistics(context, screen, { range: 'today' }, {});
    expect(whole.previous_totals).toMatchObject({ ip_view_number: 60, new_visitor_number: 30 });
    const code = await readStatistics(context, screen, { range: 'today' }, { link: 'a code' });
    expect(code.previous_totals).toMatchObject({ view_number: 360, ip_view_number: 240 });
    expect(code.previous_cut).toEqual(['view_number']);
  });

  test('has no equal in a month before that was shorter', async () => {
    const month = await read('2026-10-31T06:00', 'daily_statistics', { range: 'this_month' });
    expect(month.previous).toEqual({ first_day: '2026-09-01', last_day: '2026-09-30' });
    expect(month).toMatchObject({ previous_totals: { view_number: 30 * 24 * HOURLY }, previous_until: null });
  });

  test('names the point that is not over', async () => {
    const running = async (area: StatisticsArea, query: StatisticsQuery) =>
      (await read('2026-11-21T09:10', area, query)).running;
    expect(await running('hourly_statistics', { range: 'today' })).toBe('2026-11-21T09');
    expect(await running('visit_hour_statistics', { range: 'today' })).toBe('09');
    expect(await running('visit_hour_statistics', { range: '7_days' })).toBeNull();
    expect(await running('historical_statistics', { range: '30_days' })).toBe('2026-11-21');
  });

  test('is not held against a whole one in what its visits are divided by', async () => {
    const before = async (range: 'today' | '7_days') => {
      const query = { range, dimension: 'kind' } as const;
      const screen = statisticsScreen('daily_statistics');
      const {
        slices: [slice],
      } = await readSlices(contextAt('2026-11-21T09:10'), screen, query, {});
      return slice?.previous_view_number;
    };
    expect(await before('today')).toBeNull();
    expect(await before('7_days')).toBe(7);
  });
});

test('places are divided by country, and regions and cities of one country or region alone', async () => {
  const read = async (
    query: Pick<BreakdownQuery, 'dimension' | 'country'>,
    only?: StatisticsScope['only'],
  ) => {
    const screen = statisticsScreen('daily_statistics');
    const whole = { range: 'yesterday', compare: false, ...query } as const;
    const { slices } = await readSlices(contextAt('2026-11-21T09:10'), screen, whole, { only });
    return Object.fromEntries(slices.map(({ value, view_number, share }) => [value, [view_number, share]]));
  };
  expect(await read({ dimension: 'country' })).toEqual({ CN: [4, 4 / 7], HK: [2, 2 / 7], '~': [1, 1 / 7] });
  expect(await read({ dimension: 'region', country: 'CN' })).toEqual({
    'CN 广东省': [3, 0.75],
    'CN 北京市': [1, 0.25],
  });
  const guangdong = { by: 'region', value: 'CN 广东省' } as const;
  expect(await read({ dimension: 'city', country: 'CN' }, guangdong)).toEqual({
    'CN 广东省 深圳市': [2, 2 / 3],
    'CN 广东省': [1, 1 / 3],
  });
  // No other part is of places: a country narrows nothing there.
  expect(await read({ dimension: 'kind', country: 'CN' })).toEqual({ phone: [1, 1] });
});

test('days that are over are held against whole days', async () => {
  const yesterday = await read('2026-11-21T09:10', 'daily_statistics', { range: 'yesterday' });
  expect(yesterday).toMatchObject({
    totals: { view_number: 24 * HOURLY },
    previous_totals: { view_number: 24 * HOURLY },
    previous_until: null,
    running: null,
  });
});

describe('days that somebody chose to compare with', () => {
  const chosen = { compare_first_day: '2026-09-07', compare_last_day: '2026-09-09' };

  test('stand beside any range, however long, and beside all time', async () => {
    const three = await read('2026-11-21T14:20', 'daily_statistics', {
      range: 'custom',
      first_day: '2026-11-01',
      last_day: '2026-11-03',
      ...chosen,
    });
    expect(three).toMatchObject({
      previous: { first_day: '2026-09-07', last_day: '2026-09-09' },
      totals: { view_number: 3 * 24 * HOURLY },
      previous_totals: { view_number: 3 * 24 * HOURLY },
      previous_until: null,
    });
    expect(three.previous_points?.map(({ key }) => key)).toEqual(['2026-09-07', '2026-09-08', '2026-09-09']);
    const all = await read('2026-11-21T14:20', 'historical_statistics', { range: 'all', ...chosen });
    expect(all.previous_totals?.view_number).toBe(3 * 24 * HOURLY);
    const off = await read('2026-11-21T14:20', 'daily_statistics', {
      range: '7_days',
      ...chosen,
      compare: false,
    });
    expect(off.previous).toBeNull();
  });

  test.each([
    ['compare_last_day', { compare_first_day: '2026-09-07' }],
    ['compare_first_day', { compare_first_day: '2026-09-09', compare_last_day: '2026-09-07' }],
    ['compare_last_day', { compare_first_day: '2026-11-20', compare_last_day: '2026-11-22' }],
  ])('are refused at %s where they are none', async (path, days) => {
    const refused = read('2026-11-21T14:20', 'daily_statistics', { range: '7_days', ...days });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path }] });
  });
});
