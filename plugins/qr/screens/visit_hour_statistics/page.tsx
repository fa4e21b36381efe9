import { StatisticsView } from '../../statistics/parts/StatisticsView.tsx';

export function Page() {
  return <StatisticsView area="visit_hour_statistics" />;
}
