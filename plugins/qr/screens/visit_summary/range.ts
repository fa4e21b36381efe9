import type { DayRange } from '@waypost/contract';
import type { StatisticsScreen } from '../../statistics/screens.ts';

/** The ranges of the summary; it opens with the first. Longer ones have more rows than anybody reads. */
export const SUMMARY_RANGE: DayRange & Pick<StatisticsScreen, 'hasFilters'> = {
  presets: ['7_days', 'today', 'yesterday', '30_days', 'this_month', 'last_month', 'custom'],
  longest: 31,
  tooLong: 'qr.fault.range_long_31',
  hasFilters: false,
};
