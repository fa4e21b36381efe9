import type { ReactNode } from 'react';
import { Skeleton } from '../parts/states.tsx';
import styles from './list.module.css';
import type { RowTone, TableColumn } from './table-column.ts';

export interface CardsProps<Row> {
  /** Read out as the name of the list. */
  label: string;
  columns: readonly TableColumn<Row>[];
  /** undefined: they are on their way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  actions?: ((row: Row) => ReactNode) | undefined;
  /** As of a DataTable. */
  rowTone?: ((row: Row) => RowTone | undefined) | undefined;
}

/** A list on a phone: one card a row, the first column as its heading. What a row has nothing to say of is left out. */
export function Cards<Row>({ label, columns, rows, rowKey, actions, rowTone }: CardsProps<Row>) {
  const [first, ...rest] = columns.filter((column) => !column.isWideOnly);
  if (!rows)
    return (
      <div className={styles.cards}>
        <Skeleton lines={4} height={88} />
      </div>
    );
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={styles.card} data-tone={rowTone?.(row)}>
          <div className={styles.cardHead}>
            <div className={styles.cardTitle}>{first?.render(row)}</div>
            {actions?.(row)}
          </div>
          <dl className={styles.cardValues}>
            {rest.map((column) => {
              const value = column.render(row);
              return value === '' || value === null ? null : (
                <div key={column.key} className={styles.cardValue}>
                  <dt>{column.title}</dt>
                  <dd>{value}</dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
