import type { MonitorState } from '@waypost/contract/platform';
import {
  Absent,
  Button,
  Facts,
  Panel,
  RelativeTime,
  ScreenLink,
  TableOrCards,
  Tag,
  type TagTone,
  useFormat,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { figureTeller } from './figures.ts';
import styles from './monitor.module.css';

type Job = MonitorState['jobs']['schedules'][number];

const JOB_TONES: Readonly<Record<Job['state'], TagTone>> = {
  waiting: 'neutral',
  running: 'info',
  late: 'warning',
  failed: 'bad',
  off: 'neutral',
};

/** The store, backups and long work as they are now. */
export function StoreAndBackup({ state }: { state: MonitorState }) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const { store, disk, backup, operations, channels, lag } = state;
  const tell = (unit: 'milliseconds' | 'per_second' | 'seconds') => figureTeller(unit, { format, words });
  const fact = (name: string) => words(`system.monitor.fact.${name}`);
  const bytes = (value: number | null) => (value === null ? <Absent /> : format.bytes(value));
  return (
    <div className={styles.charts}>
      <Panel title={words('system.monitor.group.store')}>
        <Facts
          facts={[
            [fact('store_kind'), words(`system.monitor.store.${store.kind}`)],
            [fact('latency'), tell('milliseconds')(store.latency)],
            [fact('size'), bytes(store.size)],
            [fact('cache'), bytes(store.cache)],
            [
              fact('documents'),
              store.documents === null ? <Absent key="none" /> : format.number(store.documents),
            ],
            [
              fact('disk'),
              words('system.monitor.of', { part: format.bytes(disk.free), whole: format.bytes(disk.total) }),
            ],
          ]}
        />
        {store.is_hidden && <p className={styles.note}>{words('system.monitor.store.hidden')}</p>}
      </Panel>
      <Panel title={words('system.monitor.now')}>
        <Facts
          facts={[
            [
              fact('lag'),
              words('system.monitor.lag_now', { count: lag.visits, age: tell('seconds')(lag.seconds) }),
            ],
            [fact('channels'), format.number(channels)],
            [
              fact('operations'),
              <ScreenLink key="operations" to="async_operations">
                {words('system.monitor.operations_now', {
                  running: format.number(operations.running),
                  waiting: format.number(operations.waiting),
                  failed: format.number(operations.failed),
                })}
              </ScreenLink>,
            ],
            [
              fact('backup'),
              <LastBackup key="backup" backup={backup} mayOpen={may('system.backup:update')} />,
            ],
            [
              fact('drill'),
              backup.drill_time === null ? (
                words('system.monitor.none_yet')
              ) : (
                <span key="drill" className={styles.line}>
                  <Tag tone={backup.is_drill_fine ? 'good' : 'bad'}>
                    {words(`system.backup.drill.${backup.is_drill_fine ? 'fine' : 'failed'}`)}
                  </Tag>
                  <RelativeTime value={backup.drill_time} />
                </span>
              ),
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

function LastBackup({ backup, mayOpen }: { backup: MonitorState['backup']; mayOpen: boolean }) {
  const words = useWords();
  const format = useFormat();
  if (backup.has_own_database && backup.last_time === null && backup.fault === '')
    return words('system.backup.own_database');
  const told =
    backup.last_time === null ? (
      words('system.monitor.none_yet')
    ) : (
      <>
        <RelativeTime value={backup.last_time} /> · {format.bytes(backup.bytes ?? 0)}
      </>
    );
  return (
    <span className={styles.line}>
      {backup.fault === '' ? null : <Tag tone="bad">{words('system.backup.state.failed')}</Tag>}
      {mayOpen ? <ScreenLink to="backups">{told}</ScreenLink> : told}
      {backup.fault === '' || backup.fault === '?' ? null : (
        <span className={styles.note}>{backup.fault}</span>
      )}
    </span>
  );
}

/** Jobs that are shown before somebody asks for all; what failed or is late is in any case. */
const MAX_SHOWN = 6;
/** The order of their states: what somebody should see first. */
const URGENT: readonly Job['state'][] = ['failed', 'late', 'running'];

/** Work that repeats: what failed, is late or runs now, and on demand the others by their next run. */
export function JobsPanel({ jobs, time }: { jobs: MonitorState['jobs']; time: string }) {
  const words = useWords();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const urgency = ({ state }: Job) => (URGENT.includes(state) ? URGENT.indexOf(state) : URGENT.length);
  const schedules = jobs.schedules.toSorted((one, other) => urgency(one) - urgency(other));
  const shown = isWhole
    ? schedules
    : schedules.filter(
        ({ state }, at) => state === 'failed' || state === 'late' || (state === 'running' && at < MAX_SHOWN),
      );
  const title = (name: string) => words(`system.monitor.job.${name}`);
  return (
    <Panel
      title={words('system.monitor.jobs')}
      text={words('system.monitor.jobs.text', {
        waiting: format.number(jobs.waiting),
        running: format.number(jobs.running),
        late: format.number(jobs.late),
        failed: format.number(jobs.failed),
      })}
    >
      {shown.length === 0 ? null : (
        <TableOrCards
          label={words('system.monitor.jobs')}
          rows={shown}
          rowKey={({ name }) => name}
          rowTone={({ state }) => (state === 'failed' ? 'bad' : undefined)}
          columns={[
            {
              key: 'name',
              title: title('name'),
              render: ({ name }) => <code className={styles.code}>{name}</code>,
            },
            {
              key: 'state',
              title: title('state'),
              render: ({ state, fault }) => (
                <span className={styles.line}>
                  <Tag tone={JOB_TONES[state]}>{words(`system.monitor.job.state.${state}`)}</Tag>
                  {fault === '' ? null : <span className={styles.note}>{fault}</span>}
                </span>
              ),
            },
            {
              key: 'next',
              title: title('next'),
              render: ({ next_time }) =>
                next_time !== null && next_time <= time ? (
                  words('system.monitor.job.due')
                ) : (
                  <RelativeTime value={next_time} mayLieAhead />
                ),
            },
            {
              key: 'last',
              title: title('last'),
              priority: 1,
              render: ({ last_time }) => <RelativeTime value={last_time} />,
            },
          ]}
        />
      )}
      {isWhole || shown.length < schedules.length ? (
        <div className={styles.all}>
          <Button kind="text" size="small" onClick={() => setWhole(!isWhole)}>
            {words(isWhole ? 'system.monitor.jobs.fewer' : 'system.monitor.jobs.all', {
              count: schedules.length,
            })}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
