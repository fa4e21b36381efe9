import { IconDown, IconRight } from '@arco-design/web-react/icon';
import type { ReactNode } from 'react';
import { IconButton } from '../parts/Button.tsx';
import { Facts } from '../parts/Facts.tsx';
import { useWords } from '../words/context.tsx';
import { cellStyle } from './cell-style.ts';
import styles from './table.module.css';
import type { RowTone, TableColumn } from './table-column.ts';

export interface TableRowProps<Row> {
  row: Row;
  name: string;
  tone?: RowTone | undefined;
  shown: readonly TableColumn<Row>[];
  /** Columns that there is no room for: the row unfolds to show them. */
  gone: readonly TableColumn<Row>[];
  cellClass: (column: TableColumn<Row>) => string | undefined;
  isSelected: boolean;
  onSelect: ((isSelected: boolean) => void) | undefined;
  isUnfolded: boolean;
  onUnfold: () => void;
  actions: ReactNode;
}

/** A row of a table, and beneath it what has left the columns, once somebody asks for it. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, name, shown, gone, isSelected, onSelect, isUnfolded, actions } = props;
  const words = useWords();
  const isOpen = isUnfolded && gone.length > 0;
  return (
    <>
      <tr className={isSelected ? styles.selected : undefined} data-tone={props.tone}>
        {gone.length > 0 ? (
          <td className={styles.unfold}>
            <IconButton
              label={words('list.unfold', { name })}
              icon={isOpen ? <IconDown /> : <IconRight />}
              isExpanded={isOpen}
              onClick={props.onUnfold}
            />
          </td>
        ) : null}
        {onSelect ? (
          <td className={styles.check}>
            <input
              type="checkbox"
              aria-label={words('list.select_row', { name })}
              checked={isSelected}
              onChange={(event) => onSelect(event.target.checked)}
            />
          </td>
        ) : null}
        {shown.map((column) => (
          <td
            key={column.key}
            className={props.cellClass(column)}
            style={cellStyle(column.width, 'maxWidth')}
          >
            {column.render(row)}
          </td>
        ))}
        {actions === undefined ? null : <td className={styles.actions}>{actions}</td>}
      </tr>
      {isOpen ? (
        <tr className={styles.more}>
          <td colSpan={1 + (onSelect ? 1 : 0) + shown.length + (actions === undefined ? 0 : 1)}>
            <Facts facts={gone.map((column) => [column.title, column.render(row)])} />
          </td>
        </tr>
      ) : null}
    </>
  );
}
