import { IconCaretDown, IconCaretUp } from '@arco-design/web-react/icon';
import { cellStyle } from './cell-style.ts';
import styles from './table.module.css';
import type { TableColumn, TableSort } from './table-column.ts';

interface HeadCellProps<Row> {
  column: TableColumn<Row>;
  className: string | undefined;
  sort: TableSort | undefined;
  onSort: ((sort: TableSort | undefined) => void) | undefined;
}

/** A column's title, which sorts where the column can: first falling, then rising, then as the list comes. */
export function HeadCell<Row>({ column, className, sort, onSort }: HeadCellProps<Row>) {
  const order = column.sort !== undefined && sort?.field === column.sort ? sort.order : undefined;
  const style = cellStyle(column.width, 'width');
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
