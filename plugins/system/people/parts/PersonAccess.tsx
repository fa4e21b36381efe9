import { IconClose } from '@arco-design/web-react/icon';
import {
  Button,
  confirmDanger,
  DataTable,
  EmptyState,
  IconButton,
  notify,
  Panel,
  PendingState,
  RelativeTime,
  useAction,
  useCall,
  useWords,
} from '@waypost/host-sdk';
import { SessionTable } from '../../own-sessions/SessionTable.tsx';
import type { PersonCalls, PersonKey, PersonSession } from '../calls.ts';
import { PersonSecondFactor } from './PersonSecondFactor.tsx';
import styles from './person.module.css';

interface PersonAccessProps {
  calls: PersonCalls;
  person: { id: string; account: string };
}

/** Where somebody is signed in and which programs have a key, and the end of it: one, or all. */
export function PersonAccess({ calls, person }: PersonAccessProps) {
  const words = useWords();
  const { data, error, refetch } = useCall(calls.access, { id: person.id });
  const { run } = useAction(calls.endAccess);
  if (!data) return <PendingState error={error} onRetry={refetch} lines={6} />;
  const end = async (what: { session?: string; key?: string }) => {
    await run({ id: person.id, ...what }).catch(() => undefined);
    await refetch();
  };
  const endAll = (all: 'sessions' | 'keys') =>
    confirmDanger({
      title: words(`system.person.end_${all}.title`, { name: person.account }),
      text: words(`system.person.end_${all}.text`),
      verb: words(`system.person.end_${all}`),
      run: async () => {
        await run({ id: person.id, all });
        await refetch();
        notify.success(words('system.person.ended'));
      },
    });
  const all = (kind: 'sessions' | 'keys', hasSome: boolean) =>
    hasSome ? (
      <Button onClick={() => void endAll(kind)}>{words(`system.person.end_${kind}`)}</Button>
    ) : undefined;
  const living = data.keys.filter(({ revoke_time }) => revoke_time === null);
  return (
    <div className={styles.stack}>
      <Panel title={words('system.person.sessions')} actions={all('sessions', data.sessions.length > 0)}>
        <Sessions sessions={data.sessions} onEnd={(session) => void end({ session })} />
      </Panel>
      <Panel title={words('system.person.keys')} actions={all('keys', living.length > 0)}>
        <Keys keys={data.keys} onEnd={(key) => void end({ key })} />
      </Panel>
      <PersonSecondFactor
        calls={calls}
        person={person}
        factor={data.second_factor}
        onChanged={() => void refetch()}
      />
    </div>
  );
}

function Sessions({ sessions, onEnd }: { sessions: PersonSession[]; onEnd: (id: string) => void }) {
  const words = useWords();
  if (sessions.length === 0)
    return (
      <EmptyState
        title={words('system.person.sessions.none')}
        text={words('system.person.sessions.none.text')}
      />
    );
  const title = (name: string) => words(`system.person.session.${name}`);
  return (
    <SessionTable<PersonSession>
      label={words('system.person.sessions')}
      rows={sessions}
      title={title}
      device={({ user_agent }) => user_agent || '-'}
      ofPerson={title('own')}
      endLabel={({ ip }) => `${words('system.person.end')}: ${ip}`}
      onEnd={onEnd}
    />
  );
}

function Keys({ keys, onEnd }: { keys: PersonKey[]; onEnd: (id: string) => void }) {
  const words = useWords();
  if (keys.length === 0)
    return (
      <EmptyState title={words('system.person.keys.none')} text={words('system.person.keys.none.text')} />
    );
  const title = (name: string) => words(`system.person.key.${name}`);
  return (
    <DataTable
      label={words('system.person.keys')}
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        { key: 'name', title: title('name'), render: ({ name }) => name },
        { key: 'prefix', title: title('prefix'), render: ({ prefix }) => `${prefix}…`, priority: 2 },
        {
          key: 'last',
          title: title('last'),
          render: ({ last_time }) => (last_time ? <RelativeTime value={last_time} /> : title('never')),
          priority: 1,
        },
      ]}
      actions={({ id, name, revoke_time }) =>
        revoke_time === null ? (
          <IconButton
            label={`${words('system.person.revoke')}: ${name}`}
            icon={<IconClose />}
            onClick={() => onEnd(id)}
          />
        ) : (
          words('system.person.key.ended')
        )
      }
    />
  );
}
