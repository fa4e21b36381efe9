import { Input } from '@arco-design/web-react';
import {
  DataTable,
  Drawer,
  ErrorState,
  ExportButton,
  Pagination,
  type TableColumn,
  useCall,
  useFormat,
  useLocale,
  usePaging,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { EXPORT, type Slice } from '../calls.ts';
import type { Dimension } from '../dimensions/values.ts';
import type { BreakdownsProps } from './breakdowns-props.ts';
import { Change } from './Change.tsx';
import { Flag } from './Flag.tsx';
import { sliceLabel } from './slice-label.ts';
import styles from './statistics.module.css';

type SortField = 'view_number' | 'new_visitor_number' | 'label';
interface Sort {
  field: string;
  order: 'asc' | 'desc';
}

/** Every value of a dimension: searched, sorted, paged and exported. */
export function SliceDrawer({
  dimension,
  calls,
  query,
  isOfVisitors,
  onClose,
}: BreakdownsProps & { dimension: Dimension; isOfVisitors: boolean; onClose: () => void }) {
  const words = useWords();
  const may = usePermission();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort | undefined>({ field: 'view_number', order: 'desc' });
  const paging = usePaging();
  const { data, error, refetch, isPlaceholderData } = useCall(calls.breakdown, {
    ...query,
    dimension,
    ...paging.query,
    ...(search === '' ? {} : { search }),
    ...(sort === undefined ? {} : { sort_field: sort.field as SortField, sort_order: sort.order }),
  });
  const columns = useColumns(dimension, data?.content ?? [], isOfVisitors);
  return (
    <Drawer
      title={words(`qr.statistics.by.${dimension}`)}
      isOpen
      onClose={onClose}
      footer={
        may(EXPORT) ? <ExportButton call={calls.export} body={{ ...query, table: dimension }} /> : undefined
      }
    >
      <div className={styles.drawer}>
        <Input.Search
          allowClear
          aria-label={words('action.search')}
          placeholder={words('action.search')}
          value={search}
          onChange={(text: string) => {
            setSearch(text);
            paging.toFirst();
          }}
        />
        {error !== null && data === undefined ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            label={words(`qr.statistics.by.${dimension}`)}
            columns={columns}
            rows={data?.content}
            rowKey={({ value }) => value}
            isStale={isPlaceholderData}
            sort={sort}
            onSort={setSort}
          />
        )}
        <Pagination {...paging.bar} count={data?.count ?? 0} />
      </div>
    </Drawer>
  );
}

function useColumns(
  dimension: Dimension,
  slices: readonly Slice[],
  isOfVisitors: boolean,
): TableColumn<Slice>[] {
  const words = useWords();
  const format = useFormat();
  const locale = useLocale();
  return [
    {
      key: 'label',
      title: words(`qr.statistics.by.${dimension}`),
      sort: 'label',
      render: (slice) => (
        <span className={styles.sliceName}>
          <Flag dimension={dimension} value={slice.value} />
          {sliceLabel(dimension, slice, words, locale)}
          {slice.short_code === '' ? null : <code className={styles.code}>{slice.short_code}</code>}
        </span>
      ),
    },
    {
      key: 'view_number',
      title: words(isOfVisitors ? 'qr.statistics.visitors' : 'qr.statistics.view_number'),
      sort: 'view_number',
      isRight: true,
      render: ({ view_number }) => format.number(view_number),
    },
    {
      key: 'share',
      title: words('qr.statistics.share'),
      isRight: true,
      render: ({ share }) => format.percent(share),
    },
    ...(slices.some(({ previous_view_number }) => previous_view_number !== null)
      ? [
          {
            key: 'change',
            title: words('qr.statistics.change'),
            isRight: true,
            render: (slice: Slice) => (
              <Change value={slice.view_number} previous={slice.previous_view_number} />
            ),
          },
        ]
      : []),
    ...(slices.some(({ new_visitor_number }) => new_visitor_number !== null)
      ? [
          {
            key: 'new_visitor_number',
            title: words('qr.statistics.new_visitor_number'),
            sort: 'new_visitor_number',
            isRight: true,
            render: ({ new_visitor_number }: Slice) => format.number(new_visitor_number ?? 0),
          },
        ]
      : []),
  ];
}
