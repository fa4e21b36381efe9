import type { ReactNode } from 'react';
import { Skeleton } from '../parts/states.tsx';
import { useWords } from '../words/context.tsx';
import { AllBox, changedSet } from './AllBox.tsx';
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
  /** Keys of the chosen rows, where rows can be chosen: as of a DataTable. */
  selected?: ReadonlySet<string> | undefined;
  onSelect?: ((keys: ReadonlySet<string>) => void) | undefined;
  rowName?: ((row: Row) => string) | undefined;
}

/** A list on a phone: one card a row, the first column as its heading. */
export function Cards<Row>(props: CardsProps<Row>) {
  const { label, rows, rowKey, selected, onSelect } = props;
  const words = useWords();
  if (!rows)
    return (
      <div className={styles.cards}>
        <Skeleton lines={4} height={88} />
      </div>
    );
  const toggle = (keys: readonly string[], isOn: boolean) => onSelect?.(changedSet(selected, keys, isOn));
  const list = (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <Card key={rowKey(row)} {...props} row={row} toggle={toggle} />
      ))}
    </ul>
  );
  if (!onSelect) return list;
  return (
    <div className={styles.cards}>
      {selected !== undefined && selected.size > 0 ? (
        // biome-ignore lint/a11y/noLabelWithoutControl: its box is in AllBox, which the rule does not look into
        <label className={styles.cardsAll}>
          <AllBox keys={rows.map(rowKey)} selected={selected} onToggle={toggle} />
          {words('list.select_all')}
        </label>
      ) : null}
      {list}
    </div>
  );
}

interface CardProps<Row> extends Omit<CardsProps<Row>, 'label' | 'rows'> {
  row: Row;
  toggle: (keys: readonly string[], isOn: boolean) => void;
}

/** One row; what it has nothing to say of is left out. Not drawn by the list itself: cells use hooks, and rows come and go. */
function Card<Row>({
  columns,
  row,
  rowKey,
  actions,
  rowTone,
  selected,
  onSelect,
  rowName,
  toggle,
}: CardProps<Row>) {
  const words = useWords();
  const [first, ...rest] = columns.filter((column) => !column.isWideOnly);
  const key = rowKey(row);
  return (
    <li className={styles.card} data-tone={rowTone?.(row)}>
      <div className={styles.cardHead}>
        {onSelect ? (
          <label className={styles.cardCheck}>
            <input
              type="checkbox"
              aria-label={words('list.select_row', { name: rowName?.(row) ?? '' })}
              checked={selected?.has(key) ?? false}
              onChange={(event) => toggle([key], event.target.checked)}
            />
          </label>
        ) : null}
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
  );
}
