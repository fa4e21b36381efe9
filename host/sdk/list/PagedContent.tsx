import type { ReactNode } from 'react';
import { EmptyState, type EmptyStateProps, PendingState } from '../parts/states.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Pagination } from './Pagination.tsx';
import type { Paging } from './use-paging.ts';

/** Bars while the first page loads. */
const LINES = 6;

interface RowsOfPage<Row> {
  content: readonly Row[];
  count?: number;
  is_at_least?: boolean | undefined;
}

export interface PagedContentProps<Row> {
  /** Of `useCall`, with a call that answers rows. */
  query: { data: RowsOfPage<Row> | undefined; error: unknown; refetch: () => unknown };
  /** Of {@link usePaging}; left out where all rows come at once. */
  paging?: Pick<Paging, 'bar'> | undefined;
  /** What is said where there are no rows. */
  empty: EmptyStateProps;
  /** Pixels of a bar while the first page loads. */
  barHeight?: number;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Rows that a call answers in pages, with the way to the other pages; before them bars, or why they could not be loaded. */
export function PagedContent<Row>({ query, paging, empty, barHeight, children }: PagedContentProps<Row>) {
  const { data, error, refetch } = query;
  if (!data) return <PendingState error={error} onRetry={refetch} lines={LINES} height={barHeight} />;
  const { content, count = content.length, is_at_least: isAtLeast = false } = data;
  if (count === 0) return <EmptyState {...empty} />;
  return (
    <>
      {children(content)}
      {paging ? <Pagination {...paging.bar} count={count} isAtLeast={isAtLeast} /> : null}
    </>
  );
}

export type PagedTableProps<Row> = Omit<PagedContentProps<Row>, 'children' | 'barHeight'> &
  Pick<DataTableProps<Row>, 'label' | 'columns' | 'rowKey' | 'actions'>;

/** {@link PagedContent} as a table. */
export function PagedTable<Row>({ query, paging, empty, ...table }: PagedTableProps<Row>) {
  return (
    <PagedContent query={query} paging={paging} empty={empty}>
      {(rows) => <DataTable {...table} rows={rows} />}
    </PagedContent>
  );
}
