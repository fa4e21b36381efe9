import type { DayRange } from '@waypost/contract';
import type { StatisticsScreen } from '../../statistics/screens.ts';

/** The ranges of the list; it opens with the first. */
export const FOREIGN_PAGE_RANGE: DayRange & Pick<StatisticsScreen, 'hasFilters'> = {
  presets: ['30_days', '7_days', '90_days', 'this_month', 'last_month', 'today', 'yesterday', 'custom'],
  longest: 366,
  tooLong: 'qr.fault.range_long_366',
  hasFilters: false,
};
