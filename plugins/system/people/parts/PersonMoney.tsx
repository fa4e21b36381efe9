import { groupedAmount } from '@waypost/contract';
import {
  Button,
  Cards,
  DataTable,
  Facts,
  Hint,
  PagedContent,
  Panel,
  PendingState,
  RelativeTime,
  useCall,
  useIsPhone,
  usePaging,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import type { PersonCalls, PersonLine } from '../calls.ts';
import { BalanceDrawer } from './BalanceDrawer.tsx';
import styles from './person.module.css';

interface PersonMoneyProps {
  calls: PersonCalls;
  person: { id: string; account: string };
  /** The node of who may change the balance. */
  editNode: string;
  onChanged: () => void;
}

/** What somebody has, and the bill of it, the newest line first. */
export function PersonMoney({ calls, person, editNode, onChanged }: PersonMoneyProps) {
  const words = useWords();
  const may = usePermission();
  const paging = usePaging();
  const [isEditing, setIsEditing] = useState(false);
  const query = useCall(calls.bill, { id: person.id, ...paging.query });
  const { data } = query;
  if (!data) return <PendingState error={query.error} onRetry={query.refetch} lines={6} />;
  const unit = words('system.person.usdt');
  const edit = may(editNode) ? (
    <Button onClick={() => setIsEditing(true)}>{words('system.person.money.edit')}</Button>
  ) : undefined;
  return (
    <div className={styles.stack}>
      <Panel title={words('system.person.tab.money')} actions={edit}>
        <Facts
          facts={[
            [words('system.person.money.available'), `${groupedAmount(data.available)} ${unit}`],
            [
              words('system.person.money.held'),
              <>
                {`${groupedAmount(data.held)} ${unit} `}
                <Hint
                  name={words('system.person.money.held')}
                  text={words('system.person.money.held.help')}
                />
              </>,
            ],
          ]}
        />
      </Panel>
      <PagedContent
        query={query}
        paging={paging}
        empty={{ title: words('system.person.money.none'), text: words('system.person.money.none.text') }}
      >
        {(lines) => <Lines lines={lines} />}
      </PagedContent>
      {isEditing ? (
        <BalanceDrawer
          call={calls.editBalance}
          person={person}
          available={data.available}
          onClose={() => setIsEditing(false)}
          // The page asks anew for all that stands on it, this bill too.
          onDone={onChanged}
        />
      ) : null}
    </div>
  );
}

function Lines({ lines }: { lines: readonly PersonLine[] }) {
  const words = useWords();
  const isPhone = useIsPhone();
  const title = (name: string) => words(`system.person.line.${name}`);
  // On a phone an amount of nine digits leaves no room for what it was for, so that a line is a card there.
  const List = isPhone ? Cards<PersonLine> : DataTable<PersonLine>;
  return (
    <List
      label={words('system.person.tab.money')}
      rows={lines}
      rowKey={(line) => line.id}
      columns={[
        {
          key: 'type',
          title: title('type'),
          // Whoever brings a type brings its words; without them a person still reads its name.
          render: ({ type }) => words.first([`bill.${type}`, type]),
        },
        {
          key: 'change',
          title: title('change'),
          render: ({ change }) => groupedAmount(change.startsWith('-') ? change : `+${change}`),
          isRight: true,
          priority: 0,
        },
        {
          key: 'before',
          title: title('before'),
          render: ({ before }) => groupedAmount(before),
          isRight: true,
          priority: 4,
        },
        {
          key: 'after',
          title: title('after'),
          render: ({ after }) => groupedAmount(after),
          isRight: true,
          priority: 1,
        },
        { key: 'remark', title: title('remark'), render: ({ remark }) => remark || '-', priority: 3 },
        {
          key: 'time',
          title: title('time'),
          render: ({ time }) => <RelativeTime value={time} />,
          priority: 2,
        },
      ]}
    />
  );
}
