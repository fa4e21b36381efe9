import styles from '../chart/chart.module.css';
import { useWords } from '../words/context.tsx';
import type { ChartLine } from './lines.ts';

export interface LinesTableProps {
  title: string;
  names: readonly string[];
  lines: readonly ChartLine[];
  tell: (value: number) => string;
}

/** The figures of lines as a table, the latest first. */
export function LinesTable({ title, names, lines, tell }: LinesTableProps) {
  const words = useWords();
  const nothing = words('chart.unknown');
  const rows = names
    .map((name, index) => ({ name, values: lines.map(({ values }) => values[index]) }))
    .toReversed();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
    <section className={styles.tableFrame} tabIndex={0} aria-label={title}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words('chart.label')}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {lines.map((line, index) => {
                const value = values[index];
                return <td key={line.name}>{typeof value === 'number' ? tell(value) : nothing}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
