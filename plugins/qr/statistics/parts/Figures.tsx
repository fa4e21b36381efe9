import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import type { Statistics } from '../calls.ts';
import type { StatisticsScreen } from '../screens.ts';
import styles from './statistics.module.css';
import type { Metric } from './use-statistics-state.ts';

const FIGURES = ['view_number', 'ip_view_number', 'new_visitor_number', 'bot_view_number'] as const;

/** The sums of a range, each against the period before. */
export function Figures({
  statistics,
  screen,
}: {
  statistics: Statistics | undefined;
  screen: StatisticsScreen;
}) {
  const words = useWords();
  const previous_totals = statistics?.previous_totals;
  const hasCourse = (name: Metric): boolean =>
    statistics !== undefined &&
    statistics.points.length > 2 &&
    statistics.points.every((point) => point[name] !== null);
  return (
    <div className={styles.figures}>
      <StatGrid>
        {FIGURES.filter((name) => name !== 'bot_view_number' || screen.kind === undefined).map((name) => (
          <StatFigure
            key={name}
            label={words(`qr.statistics.${name}`)}
            value={statistics?.totals[name]}
            isLoading={statistics === undefined}
            {...(previous_totals
              ? { previous: previous_totals[name], previousLabel: words('qr.statistics.before') }
              : {})}
            {...(name !== 'bot_view_number' && hasCourse(name)
              ? { spark: statistics?.points.map((point) => point[name] ?? 0) ?? [] }
              : {})}
          />
        ))}
      </StatGrid>
    </div>
  );
}
