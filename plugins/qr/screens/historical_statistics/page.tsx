import { StatisticsPage } from '../../statistics/parts/StatisticsPage.tsx';

export function Page() {
  return <StatisticsPage area="historical_statistics" />;
}
