import type { ReactNode } from 'react';
import { changeOf } from '../format/format.ts';
import { useFormat } from '../format/use-format.ts';
import { Hint } from '../parts/Hint.tsx';
import { Skeleton } from '../parts/states.tsx';
import { Absent } from '../parts/values.tsx';
import { useWords } from '../words/context.tsx';
import styles from './chart.module.css';
import { Sparkline } from './Sparkline.tsx';
import { Trend } from './Trend.tsx';

export interface StatFigureProps {
  /** Text, not a key. */
  label: string;
  /** Text is shown as it is, as an amount is; undefined while it loads; null: it is not known, which `help` says the reason of. */
  value: number | string | null | undefined;
  /** What is counted, in a sentence: behind a question mark beside the label. */
  help?: string;
  /** The same figure of the range before; shown as a change in percent. */
  previous?: number | undefined;
  /** What `previous` is: "yesterday". Text. */
  previousLabel?: string;
  /** False: `previous` covers more than `value` does, so that it is shown without a change. Default: true. */
  isComparable?: boolean;
  spark?: readonly number[];
  unit?: string;
  isLoading?: boolean;
}

/** One figure with its change and course. */
export function StatFigure({
  label,
  value,
  help,
  previous,
  previousLabel,
  isComparable = true,
  spark,
  unit,
  isLoading,
}: StatFigureProps) {
  const format = useFormat();
  const words = useWords();
  const change =
    typeof value !== 'number' || previous === undefined || !isComparable
      ? undefined
      : changeOf(value, previous);
  return (
    <div className={styles.figure}>
      <dt className={styles.figureLabel}>
        {label}
        {help === undefined ? null : <Hint name={label} text={help} />}
      </dt>
      <dd className={styles.figureBody}>
        {value === undefined || isLoading ? (
          <Skeleton lines={1} height={32} />
        ) : (
          <span className={styles.figureValue}>
            {value === null ? <Absent /> : typeof value === 'number' ? format.number(value) : value}
            {unit === undefined ? null : <span className={styles.figureUnit}>{unit}</span>}
          </span>
        )}
        {spark ? <Sparkline values={spark} /> : null}
      </dd>
      {previous === undefined ? null : (
        <dd className={styles.change}>
          {change === undefined ? null : <Trend change={change} />}
          <span>
            {previousLabel ?? words('chart.before')}{' '}
            <span className={styles.previous}>{format.number(previous)}</span>
          </span>
        </dd>
      )}
    </div>
  );
}

interface StatGridProps {
  /** Some are amounts of money, which have more digits than counts: all are smaller then, and three or six abreast. */
  hasAmounts?: boolean;
  children: ReactNode;
}

/** Figures side by side. */
export function StatGrid({ hasAmounts = false, children }: StatGridProps) {
  return <dl className={`${styles.grid} ${hasAmounts ? styles.amounts : ''}`}>{children}</dl>;
}
