import { Input, Radio } from '@arco-design/web-react';
import type { ResultOf, RowOf } from '@waypost/contract';
import {
  Absent,
  Cards,
  DataTable,
  PagedContent,
  RelativeTime,
  type TableColumn,
  Tag,
  useCall,
  useChosenInSight,
  useIsPhone,
  usePaging,
  usePaused,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { messageReaders } from '../calls.ts';
import { RECEIPTS, type Receipt, type sentMessage } from '../resource.ts';
import { Figures } from './Figures.tsx';
import styles from './sent.module.css';
import { RECEIPT_TONES } from './sent-tones.ts';

type Reader = ResultOf<typeof messageReaders>['content'][number];
const SHOWN = ['all', 'unread', 'read', 'taken_back', 'removed'] as const;
const REFETCH_MS = 5_000;

/** Who got a message: how many have read it, and a page of them by what became of it. */
export function Readers({ sent }: { sent: RowOf<typeof sentMessage> }) {
  const words = useWords();
  const [receipt, setReceipt] = useState<(typeof SHOWN)[number]>('all');
  const [typed, setTyped] = useState('');
  const paging = usePaging();
  // The longest word for what became of it is wider than what a name leaves of a telephone.
  const List = useIsPhone() ? Cards : DataTable;
  const row = useChosenInSight<HTMLDivElement>('.arco-radio-checked', receipt);
  const search = usePaused(typed.trim());
  const query = useCall(
    messageReaders,
    {
      id: sent.id,
      ...paging.query,
      ...(isReceipt(receipt) ? { receipt } : {}),
      ...(search === '' ? {} : { search }),
    },
    { refetchInterval: REFETCH_MS },
  );
  return (
    <div className={styles.stack}>
      <Figures sent={sent} />
      <div className={styles.bar}>
        <div ref={row} className={`${styles.states} wp-fading`}>
          <Radio.Group
            type="button"
            aria-label={words('system.sent_message.receipt')}
            value={receipt}
            options={SHOWN.map((name) => ({
              value: name,
              label: words(`system.sent_message.receipt.${name}`),
            }))}
            onChange={(name: (typeof SHOWN)[number]) => {
              setReceipt(name);
              paging.toFirst();
            }}
          />
        </div>
        <Input.Search
          className={styles.search ?? ''}
          aria-label={words('system.sent_message.find')}
          placeholder={words('system.sent_message.find')}
          allowClear
          value={typed}
          onChange={(text) => {
            setTyped(text);
            paging.toFirst();
          }}
        />
      </div>
      <PagedContent
        query={query}
        paging={paging}
        empty={{
          title: words('system.sent_message.nobody'),
          text: words('system.sent_message.nobody.text'),
        }}
      >
        {(readers) => (
          <List<Reader>
            label={words('system.sent_message.tab.readers')}
            rows={readers}
            rowKey={({ id }) => id}
            columns={columnsOf(words)}
          />
        )}
      </PagedContent>
    </div>
  );
}

const isReceipt = (name: string): name is Receipt => (RECEIPTS as readonly string[]).includes(name);

const columnsOf = (words: ReturnType<typeof useWords>): TableColumn<Reader>[] => [
  {
    key: 'account',
    title: words('system.sent_message.account'),
    render: ({ account }) => account || words('picker.gone'),
  },
  {
    key: 'name',
    title: words('system.sent_message.name'),
    render: ({ account, name }) => (name === account || name === '' ? <Absent /> : name),
    priority: 2,
  },
  {
    key: 'receipt',
    title: words('system.sent_message.receipt'),
    render: ({ receipt, user_remove_status }) => (
      <span className={styles.receipt}>
        <Tag tone={RECEIPT_TONES[receipt]}>{words(`system.sent_message.receipt.${receipt}`)}</Tag>
        {user_remove_status === 2 && receipt === 'read' ? (
          <Tag>{words('system.sent_message.user_remove_status.2')}</Tag>
        ) : null}
      </span>
    ),
  },
  {
    key: 'view_time',
    title: words('system.sent_message.view_time'),
    render: ({ view_time }) => (view_time === null ? <Absent /> : <RelativeTime value={view_time} />),
    priority: 1,
  },
];
