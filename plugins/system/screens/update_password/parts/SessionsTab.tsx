import {
  Button,
  clientStore,
  confirmDanger,
  notify,
  Panel,
  PendingState,
  RelativeTime,
  sessionAtom,
  Tag,
  useAction,
  useCall,
  useWords,
} from '@waypost/host-sdk';
import {
  endAllSessions,
  endOtherSessions,
  endOwnSession,
  type OwnSession,
  ownSessions,
} from '../../../own-sessions/calls.ts';
import { SessionTable } from '../../../own-sessions/SessionTable.tsx';
import styles from '../page.module.css';

/** Where the own account is logged in, and the end of it. */
export function SessionsTab() {
  const words = useWords();
  const { data, error, refetch } = useCall(ownSessions, {});
  const endOne = useAction(endOwnSession);
  const endOthers = useAction(endOtherSessions);
  const endAll = useAction(endAllSessions);
  if (!data) return <PendingState error={error} onRetry={refetch} lines={6} />;
  const end = async (id: string) => {
    // A failure has been told by then; one that ended meanwhile is gone from the list as well.
    await endOne.run({ id }).catch(() => undefined);
    await refetch();
  };
  const askOthers = () =>
    confirmDanger({
      title: words('system.own_session.end_others.title'),
      text: words('system.own_session.end_others.text'),
      verb: words('system.own_session.end_others'),
      run: async () => {
        const { count } = await endOthers.run({});
        await refetch();
        notify.success(words('system.own_session.ended', { count }));
      },
    });
  const askAll = () =>
    confirmDanger({
      title: words('system.own_session.end_all.title'),
      text: words('system.own_session.end_all.text'),
      verb: words('system.own_session.end_all'),
      run: async () => {
        await endAll.run({});
        clientStore.set(sessionAtom, undefined);
        location.hash = '#/admin_login';
        location.reload();
      },
    });
  const hasOthers = data.sessions.some(({ is_current }) => !is_current);
  return (
    <Panel
      title={words('system.own_session.title')}
      text={words('system.own_session.text')}
      actions={
        <div className={styles.line}>
          {hasOthers ? (
            <Button onClick={() => void askOthers()}>{words('system.own_session.end_others')}</Button>
          ) : null}
          <Button kind="danger" onClick={() => void askAll()}>
            {words('system.own_session.end_all')}
          </Button>
        </div>
      }
    >
      <Sessions sessions={data.sessions} onEnd={(id) => void end(id)} />
    </Panel>
  );
}

function Sessions({ sessions, onEnd }: { sessions: OwnSession[]; onEnd: (id: string) => void }) {
  const words = useWords();
  const title = (name: string) => words(`system.own_session.${name}`);
  const nameOf = ({ browser, system, device }: OwnSession) =>
    [browser, device || system].filter((part) => part !== '').join(' · ') || title('unknown_device');
  return (
    <SessionTable<OwnSession>
      label={title('title')}
      rows={sessions}
      title={title}
      device={(session) => (
        <>
          {nameOf(session)} {session.is_current ? <Tag tone="good">{title('current')}</Tag> : null}
        </>
      )}
      columns={[
        {
          key: 'since',
          title: title('since'),
          render: ({ create_time }) => <RelativeTime value={create_time} />,
          priority: 3,
        },
      ]}
      ofPerson={title('you')}
      endLabel={(session) => (session.is_current ? undefined : `${title('end')}: ${nameOf(session)}`)}
      onEnd={onEnd}
    />
  );
}
