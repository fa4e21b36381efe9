import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import type { Statistics } from '../calls.ts';
import type { StatisticsScreen } from '../screens.ts';
import type { PointLabels } from './point-labels.ts';
import styles from './statistics.module.css';

const FIGURES = ['view_number', 'ip_view_number', 'new_visitor_number', 'bot_view_number'] as const;

/** The sums of a range, each against the period before. */
export function Figures({
  statistics,
  screen,
  labels,
}: {
  statistics: Statistics | undefined;
  screen: StatisticsScreen;
  labels: PointLabels;
}) {
  const words = useWords();
  const { previous, previous_totals } = statistics ?? {};
  const label =
    previous == null
      ? ''
      : words('qr.statistics.against', { span: labels.span(previous.first_day, previous.last_day) });
  return (
    <div className={styles.figures}>
      <StatGrid>
        {FIGURES.filter((name) => name !== 'bot_view_number' || screen.kind === undefined).map((name) => (
          <StatFigure
            key={name}
            label={words(`qr.statistics.${name}`)}
            value={statistics?.totals[name]}
            isLoading={statistics === undefined}
            {...(previous_totals ? { previous: previous_totals[name], previousLabel: label } : {})}
            {...(name !== 'bot_view_number' && statistics && statistics.points.length > 2
              ? { spark: statistics.points.map((point) => point[name] ?? 0) }
              : {})}
          />
        ))}
      </StatGrid>
    </div>
  );
}
