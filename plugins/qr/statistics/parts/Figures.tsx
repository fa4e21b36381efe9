import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import type { Statistics } from '../calls.ts';
import { isLikeBefore } from '../range.ts';
import styles from './statistics.module.css';
import type { Metric } from './use-statistics-state.ts';

const FIGURES = ['view_number', 'ip_view_number', 'new_visitor_number', 'bot_view_number'] as const;

/** The sums of a range, each against the period before, or beside all of it where only that is known. */
export function Figures({ statistics }: { statistics: Statistics | undefined }) {
  const words = useWords();
  const hasCourse = (name: Metric): boolean =>
    statistics !== undefined &&
    statistics.points.length > 2 &&
    statistics.points.every((point) => point[name] !== null);
  return (
    <div className={styles.figures}>
      <StatGrid>
        {FIGURES.filter((name) => name !== 'bot_view_number' || statistics?.totals[name] !== null).map(
          (name) => (
            <StatFigure
              key={name}
              label={words(`qr.statistics.${name}`)}
              value={statistics?.totals[name]}
              help={words(`qr.statistics.help.${statistics?.totals[name] === null ? 'not_kept' : name}`)}
              isLoading={statistics === undefined}
              {...(statistics ? against(statistics, name, words) : {})}
              {...(name !== 'bot_view_number' && hasCourse(name)
                ? { spark: statistics?.points.map((point) => point[name] ?? 0) ?? [] }
                : {})}
            />
          ),
        )}
      </StatGrid>
    </div>
  );
}

function against(
  statistics: Statistics,
  name: (typeof FIGURES)[number],
  words: ReturnType<typeof useWords>,
): { previous?: number; previousLabel?: string; isComparable?: boolean } {
  const { previous_totals, previous_until, previous_cut, today, first_day, last_day } = statistics;
  if (previous_totals === null) return {};
  const previous = previous_totals[name];
  if (previous === null) return {};
  // The time decides little over many days; the head of the screen names it.
  const isCut = previous_cut.some((cut) => cut === name);
  if (isCut && previous_until !== null && first_day === last_day)
    return { previous, previousLabel: words('qr.statistics.before_until', { time: previous_until }) };
  return isCut || isLikeBefore(statistics, today)
    ? { previous, previousLabel: words('qr.statistics.before') }
    : { previous, previousLabel: words('qr.statistics.before_whole'), isComparable: false };
}
