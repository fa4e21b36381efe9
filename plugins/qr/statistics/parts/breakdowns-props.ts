import type { BreakdownQuery, StatisticsCalls } from '../calls.ts';
import type { StatisticsScreen } from '../screens.ts';
import type { StatisticsState } from './use-statistics-state.ts';

export interface BreakdownsProps {
  screen: StatisticsScreen;
  calls: StatisticsCalls;
  query: Omit<BreakdownQuery, 'dimension'>;
  state: StatisticsState;
  isEnabled: boolean;
}
