import { Cards, DataTable, type TableColumn, useFormat, useIsPhone, useWords } from '@waypost/host-sdk';
import { COUNTERS, type DayCounts, type HourCounts } from '../calls.ts';
import styles from './counts.module.css';

type Row = Omit<HourCounts, 'state'> & { state: HourCounts['state'] | 'sum' };

/** One line for each hour, and one for the day. What differs is coloured, and said in words. */
export function HourTable({ counts, isStale }: { counts: DayCounts | undefined; isStale: boolean }) {
  const words = useWords();
  const format = useFormat();
  const isPhone = useIsPhone();
  const columns: TableColumn<Row>[] = [
    {
      key: 'hour',
      title: words('qr.counts.hour'),
      render: ({ hour, state }) => (state === 'sum' ? words('qr.counts.whole_day') : `${hour}:00`),
    },
    ...COUNTERS.map((name) => ({
      key: name,
      title: words(`qr.counts.${name}`),
      isRight: true,
      ...(name === 'erased' || name === 'untold' ? { priority: name === 'erased' ? 1 : 2 } : {}),
      render: (row: Row) => format.number(row[name]),
    })),
    { key: 'state', title: words('qr.counts.state'), render: (row) => <State row={row} /> },
  ];
  const rows: Row[] | undefined = counts && [
    ...counts.hours,
    { hour: 'sum', ...counts.totals, state: 'sum', differences: [] },
  ];
  const shared = {
    label: words('menu.count_reconciliation'),
    columns,
    rows,
    rowKey: ({ hour }: Row) => hour,
    rowTone: ({ state }: Row) => (state === 'differs' ? ('bad' as const) : undefined),
  };
  return isPhone ? <Cards {...shared} /> : <DataTable {...shared} isStale={isStale} />;
}

function State({ row: { state, differences } }: { row: Row }) {
  const words = useWords();
  const format = useFormat();
  if (state === 'sum') return null;
  if (differences.length === 0)
    return (
      <span className={styles.state} data-state={state}>
        {words(`qr.counts.state.${state}`)}
      </span>
    );
  return (
    <ul className={styles.differences}>
      {differences.map(({ more, less, visits }) => (
        <li key={`${more} ${less}`} className={styles.state} data-state={state}>
          {words(`qr.counts.difference.${more}.${less}`, { shown: format.number(visits) })}
        </li>
      ))}
    </ul>
  );
}
