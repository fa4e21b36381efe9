import { type ReactNode, useState } from 'react';
import { useWords } from '../words/context.tsx';
import { AllBox, changedSet } from './AllBox.tsx';
import { HeadCell } from './HeadCell.tsx';
import { TableRow } from './TableRow.tsx';
import styles from './table.module.css';
import type { RowTone, TableColumn, TableSort } from './table-column.ts';
import { useFitting } from './use-fitting.ts';

export interface DataTableProps<Row> {
  /** Read out as the name of the table. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Rows of bars while the first page loads. */
  skeletonRows?: number;
  /** New data is on its way: what is shown is dimmed. */
  isStale?: boolean;
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort | undefined) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (keys: ReadonlySet<string>) => void;
  /** Name of a row for its checkbox. */
  rowName?: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  /** Rows that somebody has to look at; the words in them say why. */
  rowTone?: ((row: Row) => RowTone | undefined) | undefined;
}

/** Pixels from which on a first column is of names. */
const WIDE = 220;

/**
 * A plain table: sort buttons in the head, a checkbox first, actions last. Columns with a priority leave when there is no
 * room; what is still too wide scrolls sideways inside its frame, whose edge casts a shadow over what is hidden.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, selected, onSelect } = props;
  const words = useWords();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const { frame, gone } = useFitting(columns, rows);
  const shown = columns.filter(({ key }) => !gone.has(key));
  const left = columns.filter(({ key }) => gone.has(key));
  const mayLeave = columns.some(({ priority = 0 }) => priority > 0);
  const toggle = (changed: readonly string[], isOn: boolean) =>
    onSelect?.(changedSet(selected, changed, isOn));
  // A name takes the room that the others leave: it is what people look for. A number needs no more than its width, and
  // shares that room with them.
  const cellClass = (column: TableColumn<Row>, index: number) =>
    mayLeave && index === 0 && (column.width ?? WIDE) >= WIDE
      ? styles.name
      : `${mayLeave ? styles.limited : ''} ${column.isRight ? styles.right : ''}`;
  return (
    <section
      ref={frame}
      className={styles.frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={props.label}
      aria-busy={rows === undefined}
    >
      <table className={`${styles.table} ${props.isStale ? styles.stale : ''}`}>
        <thead>
          <tr>
            {left.length > 0 ? (
              <th scope="col" className={styles.unfold}>
                <span className="wp-visually-hidden">{words('list.unfold_head')}</span>
              </th>
            ) : null}
            {onSelect ? (
              <th scope="col" className={styles.check}>
                <AllBox keys={rows?.map(rowKey) ?? []} selected={selected} onToggle={toggle} />
              </th>
            ) : null}
            {shown.map((column, index) =>
              rows === undefined ? (
                // The columns find their widths by the rows: until then nothing that can be read stands in their place.
                <th key={`${column.key}.bar`} scope="col">
                  <span className="wp-visually-hidden">{column.title}</span>
                  <span className={`${styles.bar} wp-bar`} aria-hidden="true" />
                </th>
              ) : (
                <HeadCell
                  key={column.key}
                  column={column}
                  className={cellClass(column, index)}
                  sort={props.sort}
                  onSort={props.onSort}
                />
              ),
            )}
            {props.actions ? (
              <th scope="col" className={styles.actionsHead}>
                <span className="wp-visually-hidden">{words('list.actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows
              count={props.skeletonRows ?? 8}
              cells={shown.length + (onSelect ? 1 : 0) + (props.actions ? 1 : 0)}
            />
          ) : (
            rows.map((row) => {
              const key = rowKey(row);
              return (
                <TableRow
                  key={key}
                  row={row}
                  tone={props.rowTone?.(row)}
                  name={props.rowName?.(row) ?? key}
                  shown={shown}
                  gone={left}
                  cellClass={cellClass}
                  isSelected={selected?.has(key) ?? false}
                  onSelect={onSelect ? (isOn) => toggle([key], isOn) : undefined}
                  isUnfolded={unfolded.has(key)}
                  onUnfold={() => setUnfolded(changedSet(unfolded, [key], !unfolded.has(key)))}
                  actions={props.actions?.(row)}
                />
              );
            })
          )}
        </tbody>
      </table>
    </section>
  );
}

function SkeletonRows({ count, cells }: { count: number; cells: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike and never move
    <tr key={row}>
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike and never move
        <td key={cell}>
          <span className={`${styles.bar} wp-bar`} />
        </td>
      ))}
    </tr>
  ));
}
