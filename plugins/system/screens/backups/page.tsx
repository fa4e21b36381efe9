import { IconSafe } from '@arco-design/web-react/icon';
import type { ResultOf } from '@waypost/contract';
import {
  Button,
  Facts,
  Page as Frame,
  notify,
  Panel,
  PendingState,
  RelativeTime,
  ResourceList,
  Tag,
  useAction,
  useCall,
  useClient,
  useFormat,
  usePermission,
  useReloadArea,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { SettingsForm } from '../plugins/parts/SettingsForm.tsx';
import { backupChangeSettings, backupRun, backupSettings } from './calls.ts';
import styles from './page.module.css';
import { backup } from './resource.ts';

/** Milliseconds between two looks: a backup runs by itself, and nothing else tells of its end. */
const POLL_MS = 5_000;
const TONES = {
  state: { running: 'warning', done: 'good', failed: 'bad', deleted: 'neutral' },
  drill: { none: 'neutral', running: 'warning', fine: 'good', failed: 'bad' },
} as const;

/** When and where backups are made, how the last ones went, and whether they can be restored. */
export function Page() {
  const words = useWords();
  const client = useClient();
  const reload = useReloadArea(backupSettings.area);
  const may = usePermission();
  const run = useAction(backupRun);
  const { data, error, refetch } = useCall(backupSettings, {}, { refetchInterval: POLL_MS });
  const runNow = async () => {
    const begun = await run.run({}).catch(() => undefined);
    if (begun) notify.success(words('system.backup.begun'));
    await reload();
  };
  const hasFolder = data?.form?.values.backup_folder !== '';
  return (
    <Frame
      title={words('menu.backups')}
      text={words('system.backup.text')}
      actions={
        data && hasFolder ? (
          <Button kind="primary" onClick={() => void runNow()}>
            {words('system.backup.run')}
          </Button>
        ) : undefined
      }
    >
      {!data ? (
        <PendingState error={error} onRetry={refetch} lines={8} />
      ) : (
        <div className={styles.stack}>
          {data.has_own_database ? (
            <Panel title={words('system.backup.own_database')}>
              <p>{words('system.backup.own_database.text')}</p>
            </Panel>
          ) : null}
          <State data={data} />
          {data.form ? (
            <Panel
              title={words('system.backup.schedule')}
              text={words('system.backup.schedule.text', { zone: data.time_zone })}
            >
              <div className={styles.form}>
                <SettingsForm
                  view={data.form}
                  isWritable
                  save={(version, change) => client.call(backupChangeSettings, { version, change })}
                  read={async () => (await client.call(backupSettings, {})).form}
                  reload={reload}
                />
              </div>
            </Panel>
          ) : null}
          {may('system.backup:read') ? <Made /> : null}
        </div>
      )}
    </Frame>
  );
}

function State({ data: { last, drill, missing } }: { data: ResultOf<typeof backupSettings> }) {
  const words = useWords();
  const format = useFormat();
  const made = last ? (
    <>
      <RelativeTime value={last.time} /> · {format.bytes(last.bytes)}
      {last.elsewhere.map(({ machine, visits }) => (
        <div key={machine}>
          {words('system.backup.elsewhere', { machine, visits: format.number(visits) })}
        </div>
      ))}
    </>
  ) : (
    words('system.backup.never')
  );
  const tried = drill ? (
    <span className={styles.line}>
      <Tag tone={drill.ok ? 'good' : 'bad'}>
        {words(`system.backup.drill.${drill.ok ? 'fine' : 'failed'}`)}
      </Tag>
      <RelativeTime value={drill.time} /> {drill.found}
    </span>
  ) : (
    words('system.backup.never_tried')
  );
  return (
    <Panel title={words('system.backup.state_now')}>
      <Facts
        facts={[
          [words('system.backup.last'), made],
          [words('system.backup.last_drill'), tried],
          ...(missing === null
            ? []
            : [[words('system.backup.next_time'), <Missing key="missing" {...missing} />] as const]),
        ]}
      />
    </Panel>
  );
}

/** A day whose backup has failed: when it is tried again, and why it failed. */
function Missing({ fault, next_time }: { fault: string; next_time: string }) {
  const words = useWords();
  return (
    <span className={styles.line}>
      <Tag tone="bad">{words('system.backup.state.failed')}</Tag>
      <RelativeTime value={next_time} /> {fault}
    </span>
  );
}

function Made() {
  const format = useFormat();
  const { act, reload } = useResource(backup);
  return (
    <ResourceList
      resource={backup}
      form={false}
      tones={TONES}
      hide={['drill']}
      refetchEvery={POLL_MS}
      columns={[
        { field: 'create_time', render: ({ create_time }) => <RelativeTime value={create_time} /> },
        'state',
        'drill',
        'name',
        {
          field: 'bytes',
          align: 'right',
          render: ({ bytes }) => (bytes === null ? '' : format.bytes(bytes)),
        },
        'fault',
      ]}
      rowActions={[
        {
          name: 'drill',
          label: 'system.backup.action.drill',
          icon: <IconSafe />,
          permission: 'system.backup:drill',
          isVisible: ({ state, drill }) => state === 'done' && drill !== 'running',
          run: async ({ id }) => {
            await act('drill', id);
            await reload();
          },
        },
      ]}
    />
  );
}
