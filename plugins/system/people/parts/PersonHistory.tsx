import {
  DataTable,
  EmptyState,
  ErrorState,
  Pagination,
  RelativeTime,
  Skeleton,
  Tabs,
  useCall,
  usePaging,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import type { PersonCalls, PersonEntry } from '../calls.ts';
import styles from './person.module.css';

const SIDES = ['about', 'by'] as const;

/** What was done to somebody's account, and what they did themselves, the last first. */
export function PersonHistory({ calls, person }: { calls: PersonCalls; person: { id: string } }) {
  const words = useWords();
  const [side, setSide] = useState<(typeof SIDES)[number]>('about');
  const tabs = SIDES.map((name) => ({ name, title: words(`system.person.history.${name}`) }));
  return (
    <Tabs label={words('system.person.tab.history')} tabs={tabs} current={side} onChange={setSide}>
      <Entries key={side} calls={calls} id={person.id} side={side} />
    </Tabs>
  );
}

function Entries({ calls, id, side }: { calls: PersonCalls; id: string; side: (typeof SIDES)[number] }) {
  const words = useWords();
  const paging = usePaging();
  const { data, error, refetch } = useCall(calls.history, { id, side, ...paging.query });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />;
  if (data.count === 0)
    return (
      <EmptyState
        title={words('system.person.history.none')}
        text={words('system.person.history.none.text')}
      />
    );
  const title = (name: string) => words(`system.person.entry.${name}`);
  return (
    <div className={styles.stack}>
      <DataTable<PersonEntry>
        label={words('system.person.tab.history')}
        rows={data.content}
        rowKey={(entry) => entry.id}
        columns={[
          { key: 'what', title: title('what'), render: ({ what }) => what },
          {
            key: 'time',
            title: title('time'),
            render: ({ time }) => <RelativeTime value={time} />,
            priority: 1,
          },
          { key: 'by', title: title('by'), render: ({ by }) => by, priority: 2 },
          { key: 'as', title: title('as'), render: (entry) => entry.as ?? '–', priority: 4 },
          { key: 'ip', title: title('ip'), render: ({ ip }) => ip ?? '–', priority: 3 },
        ]}
      />
      <Pagination {...paging.bar} count={data.count} />
    </div>
  );
}
