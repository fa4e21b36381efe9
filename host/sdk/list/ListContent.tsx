import type { ReactNode } from 'react';
import { Button } from '../parts/Button.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { useIsPhone } from '../parts/use-is-phone.ts';
import { useWords } from '../words/context.tsx';
import { Cards } from './Cards.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import styles from './list.module.css';

interface ListContentProps<Row> extends DataTableProps<Row> {
  /** Under which the words of the empty state stand. */
  name: string;
  error: unknown;
  /** Nothing was asked, and the screen says why. */
  isHeld: boolean;
  /** Of all pages; "nothing yet" is said where it is 0, and nowhere else. */
  count: number | undefined;
  isNarrowed: boolean;
  /** What is asked for belongs to others: no invitation to begin. */
  isOfOthers: boolean;
  firstAction: ReactNode;
  onRetry: () => void;
  onClearFilters: () => void;
}

/** What stands between filters and paging: rows, or why there are none. */
export function ListContent<Row>(props: ListContentProps<Row>) {
  const { error, isHeld, ...table } = props;
  const isPhone = useIsPhone();
  if (isHeld && table.rows === undefined) return null;
  if (error !== undefined)
    return (
      <div className={styles.frame}>
        <ErrorState error={error} onRetry={props.onRetry} />
      </div>
    );
  if (table.rows?.length === 0)
    return (
      <div className={styles.frame}>
        <NoRows {...props} />
      </div>
    );
  return isPhone ? (
    <Cards
      label={table.label}
      columns={table.columns}
      rows={table.rows}
      rowKey={table.rowKey}
      actions={table.actions}
      selected={table.selected}
      onSelect={table.onSelect}
      rowName={table.rowName}
    />
  ) : (
    <DataTable {...table} />
  );
}

/** Why there is no row, and what to do about it. */
function NoRows<Row>(props: ListContentProps<Row>) {
  const { name, count, isNarrowed, isOfOthers, firstAction, onRetry, onClearFilters } = props;
  const words = useWords();
  if (count !== undefined && count > 0)
    return (
      <EmptyState
        title={words('list.page_empty')}
        text={words('list.page_empty_text')}
        action={<Button onClick={onRetry}>{words('action.retry')}</Button>}
      />
    );
  if (isNarrowed)
    return (
      <EmptyState
        title={words('list.no_match')}
        text={words('list.no_match_text')}
        action={<Button onClick={onClearFilters}>{words('list.clear_filters')}</Button>}
      />
    );
  if (isOfOthers) return <EmptyState title={words('list.empty_of_others')} />;
  return (
    <EmptyState
      title={words.first([`${name}.empty.title`, 'list.empty'])}
      text={words.has(`${name}.empty.text`) ? words(`${name}.empty.text`) : undefined}
      action={firstAction}
    />
  );
}
