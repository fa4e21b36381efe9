import {
  changeOf,
  DataTable,
  type Folded,
  foldEmpty,
  Pagination,
  type TableColumn,
  useFormat,
  usePaging,
  useWords,
} from '@waypost/host-sdk';
import { type ReactNode, useMemo, useState } from 'react';
import type { Point, Statistics } from '../calls.ts';
import type { StatisticsScreen } from '../screens.ts';
import { Change } from './Change.tsx';
import type { PointLabels } from './point-labels.ts';
import styles from './statistics.module.css';
import { METRICS } from './use-statistics-state.ts';

interface PointRow extends Point {
  before: Point | undefined;
  /** It is over, so that it can be held against the one before. */
  isOver: boolean;
}
/** A point, or several without any visit in one line. */
type TableRow = Folded<PointRow>;
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
  const paging = usePaging(screen.grain === 'hour_of_day' ? HOURS_SIZE : PAGE_SIZE);
  const { page, pageSize } = paging.bar;
  const [isWhole, setWhole] = useState(false);
  const columns = useColumns({ statistics, screen, labels, onUnfold: () => setWhole(true) });
  const rows = useMemo((): TableRow[] => {
    const { points = [], previous_points, running = null } = statistics ?? {};
    const all = points.map(
      (point, index): PointRow => ({
        ...point,
        before: previous_points?.[index],
        isOver: running === null || point.key < running,
      }),
    );
    // Days are read from the newest on, hours of a day as the clock goes.
    const fields = sort ?? { field: 'key', order: screen.grain === 'hour_of_day' ? 'asc' : 'desc' };
    all.sort((first, second) => compare(first, second, fields));
    // Only what follows each other in time is a stretch.
    return isWhole || fields.field !== 'key' ? all.map((row) => ({ row })) : foldEmpty(all, isQuiet);
  }, [statistics, sort, screen, isWhole]);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const shown = Math.min(page, pages);
  return (
    <>
      <div className={styles.tableFrame}>
        <DataTable
          label={words('qr.statistics.table')}
          columns={columns}
          rows={statistics === undefined ? undefined : rows.slice((shown - 1) * pageSize, shown * pageSize)}
          rowKey={keyOf}
          sort={sort}
          onSort={setSort}
        />
      </div>
      {rows.length > PAGE_SIZE && (pages > 1 || pageSize !== HOURS_SIZE || screen.grain !== 'hour_of_day') ? (
        <Pagination {...paging.bar} page={shown} count={rows.length} />
      ) : null}
    </>
  );
}

const isQuiet = ({ view_number, before, isOver }: PointRow): boolean =>
  isOver && view_number === 0 && (before?.view_number ?? 0) === 0;

const keyOf = (one: TableRow): string => ('row' in one ? one.row.key : `${one.empty[0]?.key} …`);

function compare(first: PointRow, second: PointRow, { field, order }: Sort): number {
  const sign = order === 'asc' ? 1 : -1;
  if (field === 'key') return first.key.localeCompare(second.key) * sign;
  const value = (row: PointRow): number =>
    field === 'change'
      ? (changeOf(row.view_number, previousOf(row) ?? 0) ?? Number.NEGATIVE_INFINITY)
      : (row[field as (typeof METRICS)[number]] ?? 0);
  return (value(first) - value(second)) * sign || first.key.localeCompare(second.key);
}

const previousOf = ({ before, isOver }: PointRow) => (isOver ? before?.view_number : undefined);

function useColumns({
  statistics,
  screen,
  labels,
  onUnfold,
}: {
  statistics: Statistics | undefined;
  screen: StatisticsScreen;
  labels: PointLabels;
  onUnfold: () => void;
}): TableColumn<TableRow>[] {
  const words = useWords();
  const format = useFormat();
  const known = METRICS.filter((name) => statistics?.points.some((point) => point[name] !== null) ?? true);
  /** A cell of a point; a folded stretch has none but the first. */
  const cell = (render: (row: PointRow) => ReactNode) => (one: TableRow) =>
    'row' in one ? render(one.row) : null;
  return [
    {
      key: 'key',
      title: words(`qr.statistics.place.${screen.grain}`),
      sort: 'key',
      render: (one) =>
        'row' in one ? (
          <span className={styles.place}>{labels.long(one.row.key)}</span>
        ) : (
          <Quiet rows={one.empty} labels={labels} onUnfold={onUnfold} />
        ),
    },
    ...known.map((name) => ({
      key: name,
      title: words(`qr.statistics.${name}`),
      sort: name,
      isRight: true,
      render: cell((row) => format.number(row[name] ?? 0)),
    })),
    ...(statistics?.previous_points
      ? [
          {
            key: 'before',
            title: words('qr.statistics.view_number_before'),
            isRight: true,
            render: cell(({ before }) => (before === undefined ? '' : format.number(before.view_number))),
          },
          {
            key: 'change',
            title: words('qr.statistics.change'),
            sort: 'change',
            isRight: true,
            render: cell((row) => <Change value={row.view_number} previous={previousOf(row)} />),
          },
        ]
      : []),
  ];
}

/** A stretch without visits, which a press unfolds. */
function Quiet({
  rows,
  labels,
  onUnfold,
}: {
  rows: readonly PointRow[];
  labels: PointLabels;
  onUnfold: () => void;
}) {
  const words = useWords();
  const [first, last] = [rows[0]?.key ?? '', rows.at(-1)?.key ?? ''].sort() as [string, string];
  return (
    <button type="button" className={styles.unfold} aria-expanded={false} onClick={onUnfold}>
      {words('qr.statistics.quiet', { span: labels.stretch(first, last) })}
    </button>
  );
}
