import {
  Button,
  Cards,
  DataTable,
  EmptyState,
  Panel,
  RelativeTime,
  ScreenLink,
  type TableColumn,
  useFormat,
  useIsPhone,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { AddressCell, VisitorDevice } from '../../visitor/parts/cells.tsx';
import { VisitorPlace } from '../../visitor/parts/VisitorPlace.tsx';
import type { LiveVisit } from './feed.ts';
import styles from './live.module.css';

interface FeedProps {
  rows: readonly LiveVisit[] | undefined;
  /** A search or region leaves rows out. */
  isFiltered: boolean;
  onClearFilters: () => void;
  /** Rows that wait above. */
  waiting: number;
  onShowWaiting: () => void;
  toolbar: ReactNode;
}

/** Who is visiting, newest first. */
export function Feed({ rows, isFiltered, onClearFilters, waiting, onShowWaiting, toolbar }: FeedProps) {
  const words = useWords();
  const isPhone = useIsPhone();
  const columns = useColumns();
  const list = { label: words('qr.live.feed'), columns, rows, rowKey: (row: LiveVisit) => row.id };
  return (
    <Panel title={words('qr.live.feed')} actions={toolbar}>
      {waiting > 0 ? (
        <div className={styles.waiting}>
          <Button size="small" onClick={onShowWaiting}>
            {words('qr.live.waiting', { count: waiting })}
          </Button>
        </div>
      ) : null}
      {rows?.length === 0 ? (
        isFiltered ? (
          <EmptyState
            title={words('list.no_match')}
            text={words('list.no_match_text')}
            action={<Button onClick={onClearFilters}>{words('list.clear_filters')}</Button>}
          />
        ) : (
          <EmptyState title={words('qr.live.empty.title')} text={words('qr.live.empty.text')} />
        )
      ) : (
        <div className={styles.feed}>{isPhone ? <Cards {...list} /> : <DataTable {...list} />}</div>
      )}
    </Panel>
  );
}

function useColumns(): TableColumn<LiveVisit>[] {
  const words = useWords();
  const format = useFormat();
  return [
    {
      key: 'name',
      title: words('qr.visit.name'),
      render: (row) => (
        <ScreenLink to={`visitor?link=${row.link}`}>{row.name || words('qr.visit.link.purged')}</ScreenLink>
      ),
    },
    { key: 'ip', title: words('qr.visit.ip'), render: (row) => <AddressCell ip={row.ip} /> },
    { key: 'location', title: words('qr.visit.location'), render: (row) => <VisitorPlace visitor={row} /> },
    { key: 'device', title: words('qr.visit.device'), render: (row) => <VisitorDevice visitor={row} /> },
    {
      key: 'app',
      title: words('qr.visit.app'),
      render: (row) => words.first([`qr.visit.app.${row.app}`, row.app]),
    },
    {
      key: 'count',
      title: words('qr.visit.count'),
      isRight: true,
      width: 90,
      render: (row) => format.number(row.count),
    },
    {
      key: 'last_time',
      title: words('qr.live.time'),
      width: 150,
      render: (row) => <RelativeTime value={row.last_time} />,
    },
  ];
}
