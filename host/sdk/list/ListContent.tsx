import type { ReactNode } from 'react';
import { Button } from '../parts/Button.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { useIsPhone } from '../parts/use-is-phone.ts';
import { useWords } from '../words/context.tsx';
import { Cards } from './Cards.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import styles from './list.module.css';

interface ListContentProps<Row> extends DataTableProps<Row> {
  /** `<plugin>.<noun>` whose words the empty state looks up. */
  name: string;
  error: unknown;
  isNarrowed: boolean;
  firstAction: ReactNode;
  onRetry: () => void;
  onClearFilters: () => void;
}

/** What stands between filters and paging: rows, or why there are none. */
export function ListContent<Row>(props: ListContentProps<Row>) {
  const { name, error, isNarrowed, firstAction, onRetry, onClearFilters, ...table } = props;
  const words = useWords();
  const isPhone = useIsPhone();
  if (error !== undefined)
    return (
      <div className={styles.frame}>
        <ErrorState error={error} onRetry={onRetry} />
      </div>
    );
  if (table.rows?.length === 0)
    return (
      <div className={styles.frame}>
        {isNarrowed ? (
          <EmptyState
            title={words('list.no_match')}
            text={words('list.no_match_text')}
            action={<Button onClick={onClearFilters}>{words('list.clear_filters')}</Button>}
          />
        ) : (
          <EmptyState
            title={words.first([`${name}.empty.title`, 'list.empty'])}
            text={words.has(`${name}.empty.text`) ? words(`${name}.empty.text`) : undefined}
            action={firstAction}
          />
        )}
      </div>
    );
  return isPhone ? (
    <Cards
      label={table.label}
      columns={table.columns}
      rows={table.rows}
      rowKey={table.rowKey}
      actions={table.actions}
    />
  ) : (
    <DataTable {...table} />
  );
}
