import { IconCaretDown, IconCaretUp } from '@arco-design/web-react/icon';
import type { ReactNode } from 'react';
import { useWords } from '../words/context.tsx';
import styles from './table.module.css';

export interface TableColumn<Row> {
  key: string;
  /** Text, not a key. */
  title: string;
  render: (row: Row) => ReactNode;
  isRight?: boolean;
  sort?: string | undefined;
  width?: number | undefined;
  isWideOnly?: boolean;
}

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
  sort?: { field: string; order: 'asc' | 'desc' } | undefined;
  onSort?: (sort: { field: string; order: 'asc' | 'desc' } | undefined) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (keys: ReadonlySet<string>) => void;
  /** Name of a row for its checkbox. */
  rowName?: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
}

/** A plain table: sort buttons in the head, a checkbox first, actions last; scrolls sideways inside its frame. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, selected, onSelect } = props;
  const words = useWords();
  const keys = rows?.map(rowKey) ?? [];
  const isAllSelected = keys.length > 0 && keys.every((key) => selected?.has(key));
  const toggle = (changed: readonly string[], isOn: boolean) => {
    const next = new Set(selected);
    for (const key of changed) isOn ? next.add(key) : next.delete(key);
    onSelect?.(next);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
    <section className={styles.frame} tabIndex={0} aria-label={props.label} aria-busy={rows === undefined}>
      <table className={`${styles.table} ${props.isStale ? styles.stale : ''}`}>
        <thead>
          <tr>
            {onSelect ? (
              <th scope="col" className={styles.check}>
                <input
                  type="checkbox"
                  aria-label={words('list.select_all')}
                  checked={isAllSelected}
                  disabled={keys.length === 0}
                  ref={(box) => {
                    if (box) box.indeterminate = !isAllSelected && keys.some((key) => selected?.has(key));
                  }}
                  onChange={(event) => toggle(keys, event.target.checked)}
                />
              </th>
            ) : null}
            {columns.map((column) =>
              rows === undefined ? (
                // The columns find their widths by the rows: until then nothing that can be read stands in their place.
                <th key={`${column.key}.bar`} scope="col">
                  <span className="wp-visually-hidden">{column.title}</span>
                  <span className={styles.bar} aria-hidden="true" />
                </th>
              ) : (
                <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
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
          {rows === undefined
            ? Array.from({ length: props.skeletonRows ?? 8 }, (_, index) => (
                <SkeletonRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike and never move
                  key={index}
                  cells={columns.length + (onSelect ? 1 : 0) + (props.actions ? 1 : 0)}
                />
              ))
            : rows.map((row) => {
                const key = rowKey(row);
                return (
                  <tr key={key} className={selected?.has(key) ? styles.selected : undefined}>
                    {onSelect ? (
                      <td className={styles.check}>
                        <input
                          type="checkbox"
                          aria-label={words('list.select_row', { name: props.rowName?.(row) ?? key })}
                          checked={selected?.has(key) ?? false}
                          onChange={(event) => toggle([key], event.target.checked)}
                        />
                      </td>
                    ) : null}
                    {columns.map((column) => (
                      <td
                        key={column.key}
                        className={column.isRight ? styles.right : undefined}
                        style={column.width === undefined ? undefined : { maxWidth: column.width }}
                      >
                        {column.render(row)}
                      </td>
                    ))}
                    {props.actions ? <td className={styles.actions}>{props.actions(row)}</td> : null}
                  </tr>
                );
              })}
        </tbody>
      </table>
    </section>
  );
}

interface HeadCellProps<Row> {
  column: TableColumn<Row>;
  sort: DataTableProps<Row>['sort'];
  onSort: DataTableProps<Row>['onSort'] | undefined;
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const order = column.sort !== undefined && sort?.field === column.sort ? sort.order : undefined;
  const className = column.isRight ? styles.right : undefined;
  const style = column.width === undefined ? undefined : { width: column.width };
  if (column.sort === undefined || !onSort)
    return (
      <th scope="col" className={className} style={style}>
        {column.title}
      </th>
    );
  const field = column.sort;
  const next = order === undefined ? 'desc' : order === 'desc' ? 'asc' : undefined;
  return (
    <th
      scope="col"
      className={className}
      style={style}
      aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(next === undefined ? undefined : { field, order: next })}
      >
        {column.title}
        <span className={styles.sortMark} aria-hidden="true">
          {order === undefined ? <IconCaretDown className={styles.sortIdle ?? ''} /> : null}
          {order === 'asc' ? <IconCaretUp /> : null}
          {order === 'desc' ? <IconCaretDown /> : null}
        </span>
      </button>
    </th>
  );
}

function SkeletonRow({ cells }: { cells: number }) {
  return (
    <tr>
      {Array.from({ length: cells }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike and never move
        <td key={index}>
          <span className={styles.bar} />
        </td>
      ))}
    </tr>
  );
}
