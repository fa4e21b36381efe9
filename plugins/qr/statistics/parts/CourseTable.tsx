import {
  changeOf,
  DataTable,
  Pagination,
  Panel,
  type TableColumn,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import type { Point, Statistics } from '../calls.ts';
import type { StatisticsScreen } from '../screens.ts';
import { Change } from './Change.tsx';
import type { PointLabels } from './point-labels.ts';
import styles from './statistics.module.css';
import { METRICS } from './use-statistics-state.ts';

interface TableRow extends Point {
  before: Point | undefined;
  /** It is over, so that it can be held against the one before. */
  isOver: boolean;
}
interface Sort {
  field: string;
  order: 'asc' | 'desc';
}

const PAGE_SIZE = 20;
/** The hours of a day are read as a whole. */
const HOURS_SIZE = 50;

/** The course as a table: what the chart shows, to be read, sorted and paged through. */
export function CourseTable({
  statistics,
  screen,
  labels,
}: {
  statistics: Statistics | undefined;
  screen: StatisticsScreen;
  labels: PointLabels;
}) {
  const words = useWords();
  const [sort, setSort] = useState<Sort>();
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(screen.grain === 'hour_of_day' ? HOURS_SIZE : PAGE_SIZE);
  const columns = useColumns(statistics, screen, labels);
  const rows = useMemo(() => {
    const { points = [], previous_points, running = null } = statistics ?? {};
    const all = points.map(
      (point, index): TableRow => ({
        ...point,
        before: previous_points?.[index],
        isOver: running === null || point.key < running,
      }),
    );
    // Days are read from the newest on, hours of a day as the clock goes.
    const fields = sort ?? { field: 'key', order: screen.grain === 'hour_of_day' ? 'asc' : 'desc' };
    return all.sort((first, second) => compare(first, second, fields));
  }, [statistics, sort, screen]);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const shown = Math.min(page, pages);
  return (
    <Panel title={words('qr.statistics.table')}>
      <div className={styles.tableFrame}>
        <DataTable
          label={words('qr.statistics.table')}
          columns={columns}
          rows={statistics === undefined ? undefined : rows.slice((shown - 1) * pageSize, shown * pageSize)}
          rowKey={({ key }) => key}
          sort={sort}
          onSort={setSort}
        />
      </div>
      {rows.length > PAGE_SIZE && (pages > 1 || pageSize !== HOURS_SIZE || screen.grain !== 'hour_of_day') ? (
        <Pagination
          page={shown}
          pageSize={pageSize}
          count={rows.length}
          onPage={setPage}
          onPageSize={(size) => {
            setPageSize(size);
            setPage(1);
          }}
        />
      ) : null}
    </Panel>
  );
}

function compare(first: TableRow, second: TableRow, { field, order }: Sort): number {
  const sign = order === 'asc' ? 1 : -1;
  if (field === 'key') return first.key.localeCompare(second.key) * sign;
  const value = (row: TableRow): number =>
    field === 'change'
      ? (changeOf(row.view_number, previousOf(row) ?? 0) ?? Number.NEGATIVE_INFINITY)
      : (row[field as (typeof METRICS)[number]] ?? 0);
  return (value(first) - value(second)) * sign || first.key.localeCompare(second.key);
}

const previousOf = ({ before, isOver }: TableRow) => (isOver ? before?.view_number : undefined);

function useColumns(
  statistics: Statistics | undefined,
  screen: StatisticsScreen,
  labels: PointLabels,
): TableColumn<TableRow>[] {
  const words = useWords();
  const format = useFormat();
  const known = METRICS.filter((name) => statistics?.points.some((point) => point[name] !== null) ?? true);
  return [
    {
      key: 'key',
      title: words(`qr.statistics.place.${screen.grain}`),
      sort: 'key',
      render: ({ key }) => <span className={styles.place}>{labels.long(key)}</span>,
    },
    ...known.map((name) => ({
      key: name,
      title: words(`qr.statistics.${name}`),
      sort: name,
      isRight: true,
      render: (row: TableRow) => format.number(row[name] ?? 0),
    })),
    ...(statistics?.previous_points
      ? [
          {
            key: 'before',
            title: words('qr.statistics.view_number_before'),
            isRight: true,
            render: ({ before }: TableRow) => (before === undefined ? '' : format.number(before.view_number)),
          },
          {
            key: 'change',
            title: words('qr.statistics.change'),
            sort: 'change',
            isRight: true,
            render: (row: TableRow) => <Change value={row.view_number} previous={previousOf(row)} />,
          },
        ]
      : []),
  ];
}
