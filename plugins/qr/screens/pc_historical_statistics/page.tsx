import { StatisticsView } from '../../statistics/parts/StatisticsView.tsx';

export function Page() {
  return <StatisticsView area="pc_historical_statistics" />;
}
