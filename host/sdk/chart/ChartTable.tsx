import { useState } from 'react';
import { useFormat } from '../format/use-format.ts';
import { useWords } from '../words/context.tsx';
import type { BarChartProps } from './bar-chart-props.ts';
import styles from './chart.module.css';
import { foldEmpty } from './fold.ts';

/** The figures of a chart as a table; a stretch of nothing is one line until it is opened. */
export function ChartTable({
  title,
  labels,
  labelName,
  values,
  previous,
  valueLabel,
  previousLabel,
}: BarChartProps) {
  const words = useWords();
  const [isWhole, setWhole] = useState(false);
  const rows = labels.map((label, index) => ({
    label,
    value: values[index] ?? 0,
    before: previous?.[index] ?? 0,
  }));
  const folded = isWhole
    ? rows.map((row) => ({ row }))
    : foldEmpty(rows, ({ value, before }) => value === 0 && before === 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
    <section className={styles.tableFrame} tabIndex={0} aria-label={title}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{labelName ?? words('chart.label')}</th>
            <th scope="col">{valueLabel}</th>
            {previous ? <th scope="col">{previousLabel}</th> : null}
          </tr>
        </thead>
        <tbody>
          {folded.map((one) =>
            'row' in one ? (
              <Row key={one.row.label} {...one.row} hasBefore={previous !== undefined} />
            ) : (
              <tr key={one.empty[0]?.label}>
                <td colSpan={previous ? 3 : 2} className={styles.folded}>
                  <button type="button" className={styles.unfold} onClick={() => setWhole(true)}>
                    {words('chart.nothing', {
                      first: one.empty[0]?.label ?? '',
                      last: one.empty.at(-1)?.label ?? '',
                    })}
                  </button>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}

function Row({
  label,
  value,
  before,
  hasBefore,
}: {
  label: string;
  value: number;
  before: number;
  hasBefore: boolean;
}) {
  const format = useFormat();
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{format.number(value)}</td>
      {hasBefore ? <td>{format.number(before)}</td> : null}
    </tr>
  );
}
