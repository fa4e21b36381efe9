import type { DayRange } from '@waypost/contract';
import type { StatisticsArea } from './values.ts';

/** What one point of a screen stands for: a day, an hour of a day, an hour of any day, a day or month of the whole history. */
export type Grain = 'day' | 'hour' | 'hour_of_day' | 'history';

export interface StatisticsScreen extends DayRange {
  area: StatisticsArea;
  grain: Grain;
  /** Only visits by this kind of device. */
  kind?: 'desktop';
  /** Whether people may narrow it to a kind of device or another value: hours are not kept by them. */
  hasFilters: boolean;
}

/** Ten years and more: the whole history. */
const EVER = 4000;
/** Days up to which the history is shown by day; more are shown by month. */
export const HISTORY_BY_DAY = 92;

export const STATISTICS: readonly StatisticsScreen[] = [
  {
    area: 'daily_statistics',
    grain: 'day',
    presets: ['30_days', '7_days', '90_days', 'this_month', 'last_month', 'today', 'yesterday', 'custom'],
    longest: 366,
    tooLong: 'qr.fault.range_long_366',
    hasFilters: true,
  },
  {
    area: 'hourly_statistics',
    grain: 'hour',
    presets: ['today', 'yesterday', '7_days', '30_days', 'this_month', 'last_month', 'custom'],
    longest: 31,
    tooLong: 'qr.fault.range_long_31',
    hasFilters: false,
  },
  {
    area: 'visit_hour_statistics',
    grain: 'hour_of_day',
    presets: ['30_days', '7_days', '90_days', 'this_month', 'last_month', 'today', 'yesterday', 'custom'],
    longest: 366,
    tooLong: 'qr.fault.range_long_366',
    hasFilters: false,
  },
  {
    area: 'historical_statistics',
    grain: 'history',
    presets: ['all', '90_days', '30_days', 'this_month', 'last_month', 'custom'],
    longest: EVER,
    tooLong: 'qr.fault.range_long_4000',
    hasFilters: true,
  },
  {
    area: 'pc_historical_statistics',
    grain: 'history',
    kind: 'desktop',
    presets: ['all', '90_days', '30_days', 'this_month', 'last_month', 'custom'],
    longest: EVER,
    tooLong: 'qr.fault.range_long_4000',
    hasFilters: false,
  },
];

/** @throws TypeError for an area that is none of them */
export function statisticsScreen(area: StatisticsArea): StatisticsScreen {
  const found = STATISTICS.find((screen) => screen.area === area);
  if (found === undefined) throw new TypeError(`${area} is no statistics screen`);
  return found;
}
