import { PagedTable, RelativeTime, Tabs, useCall, usePaging, useWords } from '@waypost/host-sdk';
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
  const query = useCall(calls.history, { id, side, ...paging.query });
  const title = (name: string) => words(`system.person.entry.${name}`);
  return (
    <div className={styles.stack}>
      <PagedTable<PersonEntry>
        query={query}
        paging={paging}
        empty={{
          title: words('system.person.history.none'),
          text: words('system.person.history.none.text'),
        }}
        label={words('system.person.tab.history')}
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
    </div>
  );
}
