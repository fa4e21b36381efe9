import { IconPoweroff } from '@arco-design/web-react/icon';
import type { ResultOf, RowOf } from '@waypost/contract';
import {
  Absent,
  Button,
  Facts,
  Page as Frame,
  notify,
  ResourceList,
  Tag,
  useAction,
  useClient,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { DatabaseNotice } from '../../database/DatabaseNotice.tsx';
import { useDuration } from '../../database/use-duration.ts';
import { workInquire, workKill } from './calls.ts';
import styles from './page.module.css';
import { databaseWork } from './resource.ts';

type Sight = Pick<ResultOf<typeof workInquire>, 'sees' | 'own'>;
type Work = RowOf<typeof databaseWork>;

/** Milliseconds between two looks: what runs now is another a moment later. */
const POLL_MS = 5_000;
const TONES = {
  state: { waiting: 'warning', open: 'info', running: 'good', ending: 'neutral' },
  essential: { change_feed: 'neutral', aggregator: 'neutral', store: 'neutral' },
} as const;

/** What the database does now, what waits, which transactions are open; any of it can be ended. */
export function Page() {
  const words = useWords();
  const client = useClient();
  const duration = useDuration();
  const kill = useAction(workKill);
  const [{ sees, own }, setSight] = useState<Sight>({ sees: 'all', own: 0 });
  const [isOwnShown, showOwn] = useState(false);
  const load = async (query: object) => {
    const page = await client.call(workInquire, workInquire.body.parse(query));
    setSight({ sees: page.sees, own: page.own });
    return page;
  };
  return (
    <Frame title={words('menu.mysql_lock')} text={words('system.database_work.text')}>
      <div className={styles.stack}>
        {sees === 'all' ? null : <DatabaseNotice text={words(`system.database_work.sees.${sees}`)} />}
        <ResourceList
          resource={databaseWork}
          exports="fleeting"
          load={load}
          form={false}
          tones={TONES}
          refetchEvery={POLL_MS}
          extraFilters={{ with_own: isOwnShown }}
          toolbar={
            <Button onClick={() => showOwn(!isOwnShown)}>
              {words(`system.database_work.own.${isOwnShown ? 'hide' : 'show'}`, { count: own })}
            </Button>
          }
          columns={[
            { field: 'name', width: 260 },
            { field: 'state', width: 130 },
            {
              field: 'milliseconds',
              width: 110,
              align: 'right',
              render: (row) => duration(row.milliseconds),
            },
            { field: 'asked_by', width: 220, render: (row) => <Code text={row.asked_by} /> },
            { field: 'holds', width: 190, render: (row) => <Code text={row.holds} /> },
            { field: 'program', width: 160, render: (row) => <Code text={row.program} /> },
            { field: 'shape', width: 260, render: (row) => <Code text={row.shape} /> },
            { field: 'essential', width: 150, render: (row) => <Essential row={row} /> },
          ]}
          details={(row) => <Details row={row} />}
          rowActions={[
            {
              name: 'kill',
              label: 'system.database_work.action.kill',
              icon: <IconPoweroff />,
              permission: 'system.database_work:kill',
              isDangerous: true,
              isVisible: ({ essential, state }) => essential === null && state !== 'ending',
              confirm: (row) => ({
                title: words('system.database_work.end.title', { name: row.name }),
                text: words(`system.database_work.end.${row.state === 'open' ? 'transaction' : 'command'}`, {
                  asked: row.asked_by || row.program || words('system.database_work.unknown'),
                  duration: duration(row.milliseconds),
                }),
                verb: words('system.database_work.action.kill'),
              }),
              run: async ({ id }, list) => {
                // A failure has been told by then.
                const ended = await kill.run({ id }).catch(() => undefined);
                if (ended !== undefined)
                  notify.success(words(`system.database_work.end.${ended.is_gone ? 'done' : 'asked'}`));
                list.reload();
              },
            },
          ]}
        />
      </div>
    </Frame>
  );
}

function Code({ text }: { text: string }) {
  return text === '' ? <Absent /> : <code className={styles.code}>{text}</code>;
}

function Essential({ row: { essential } }: { row: Work }) {
  const words = useWords();
  return essential === null ? <Absent /> : <Tag>{words(`system.database_work.essential.${essential}`)}</Tag>;
}

function Details({ row }: { row: Work }) {
  const words = useWords();
  const format = useFormat();
  const duration = useDuration();
  const label = (field: keyof Work & string) => words(`system.database_work.${field}`);
  return (
    <div className={styles.stack}>
      {row.essential === null ? null : (
        <p className={styles.text}>{words(`system.database_work.essential.${row.essential}.text`)}</p>
      )}
      <Facts
        facts={[
          [label('state'), words(`system.database_work.state.${row.state}`)],
          [label('milliseconds'), duration(row.milliseconds)],
          [label('since'), format.dateTime(row.since)],
          [label('asked_by'), <Code key="asked_by" text={row.asked_by} />],
          [label('program'), <Code key="program" text={row.program} />],
          [label('command'), <Code key="command" text={row.command} />],
          [label('collection'), <Code key="collection" text={row.collection} />],
          [label('shape'), <Code key="shape" text={row.shape} />],
          [label('holds'), <Code key="holds" text={row.holds} />],
          [
            label('is_in_transaction'),
            words(`system.database_work.is_in_transaction.${row.is_in_transaction ? 'yes' : 'no'}`),
          ],
        ]}
      />
    </div>
  );
}
