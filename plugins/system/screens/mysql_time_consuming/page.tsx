import type { ResultOf, RowOf } from '@waypost/contract';
import {
  Absent,
  Button,
  confirmDanger,
  Drawer,
  Facts,
  Page as Frame,
  notify,
  RelativeTime,
  ResourceList,
  useCall,
  useClient,
  useFormat,
  usePermission,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { DatabaseNotice } from '../../database/DatabaseNotice.tsx';
import { useDuration } from '../../database/use-duration.ts';
import { slowClear, slowState } from './calls.ts';
import styles from './page.module.css';
import { slowOperation } from './resource.ts';
import { SlowSettings } from './SlowSettings.tsx';

type Slow = RowOf<typeof slowOperation>;

/** Milliseconds between two looks. */
const POLL_MS = 15_000;
const TONES = { way: { whole: 'warning', index: 'good', unknown: 'neutral' } } as const;

/** What took long in the database, by what was asked. */
export function Page() {
  const words = useWords();
  const duration = useDuration();
  // Asking for it brings what was slow a moment ago into the list, which is therefore asked afterwards.
  const { data: state, error } = useCall(slowState, {}, { refetchInterval: POLL_MS });
  return (
    <Frame title={words('menu.mysql_time_consuming')} text={words('system.slow_operation.text')}>
      <div className={styles.stack}>
        <Sight state={state} />
        <ResourceList
          resource={slowOperation}
          form={false}
          tones={TONES}
          refetchEvery={POLL_MS}
          isHeld={state === undefined && error === null}
          columns={[
            { field: 'name', width: 220, render: ({ name }) => <Code text={name} /> },
            { field: 'shape', width: 260, render: ({ shape }) => <Code text={shape} /> },
            { field: 'worst_ms', width: 110, align: 'right', render: (row) => duration(row.worst_ms) },
            { field: 'average_ms', width: 110, align: 'right', render: (row) => duration(row.average_ms) },
            { field: 'count', width: 90, align: 'right' },
            { field: 'last_time', width: 130, render: (row) => <RelativeTime value={row.last_time} /> },
            { field: 'way', width: 175 },
            { field: 'asked_by', width: 200, render: (row) => <Code text={row.asked_by} /> },
            {
              field: 'total_ms',
              align: 'right',
              isHidden: true,
              render: (row) => duration(row.total_ms),
            },
            ...(['plan', 'documents_read', 'failed', 'program'] as const).map(
              (field) => ({ field, isHidden: true }) as const,
            ),
          ]}
          details={(row) => <Details row={row} />}
          toolbar={({ isEmpty }) => <Toolbar isEmpty={isEmpty} />}
        />
      </div>
    </Frame>
  );
}

/** From when on something counts as slow, or why nothing is noted. */
function Sight({ state }: { state: ResultOf<typeof slowState> | undefined }) {
  const words = useWords();
  const duration = useDuration();
  if (state === undefined) return null;
  const { sight, least_ms, kept_days } = state;
  if (sight !== 'noted') return <DatabaseNotice text={words(`system.slow_operation.sight.${sight}`)} />;
  return (
    <p className={styles.text}>
      {words('system.slow_operation.sight.noted', { least: duration(least_ms), count: kept_days })}
    </p>
  );
}

function Toolbar({ isEmpty }: { isEmpty: boolean }) {
  const words = useWords();
  const may = usePermission();
  const client = useClient();
  const reload = useReloadArea(slowClear.area);
  const [isOpen, setOpen] = useState(false);
  const clear = async () => {
    const isDone = await confirmDanger({
      title: words('system.slow_operation.clear.title'),
      text: words('system.slow_operation.clear.confirm'),
      verb: words('system.slow_operation.clear'),
      run: () => client.call(slowClear, {}),
    });
    if (!isDone) return;
    notify.success(words('system.slow_operation.clear.done'));
    await reload();
  };
  return (
    <>
      {may('system.slow_operation:empty') ? (
        <Button isDisabled={isEmpty} onClick={() => void clear()}>
          {words('system.slow_operation.clear')}
        </Button>
      ) : null}
      {may('system.slow_operation:update') ? (
        <Button onClick={() => setOpen(true)}>{words('system.slow_operation.settings')}</Button>
      ) : null}
      <Drawer title={words('system.slow_operation.settings')} isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen ? <SlowSettings /> : null}
      </Drawer>
    </>
  );
}

function Code({ text }: { text: string }) {
  return text === '' ? <Absent /> : <code className={styles.code}>{text}</code>;
}

function Details({ row }: { row: Slow }) {
  const words = useWords();
  const format = useFormat();
  const duration = useDuration();
  const label = (field: keyof Slow & string) => words(`system.slow_operation.${field}`);
  return (
    <div className={styles.stack}>
      <p className={styles.text}>{words(`system.slow_operation.way.${row.way}.text`)}</p>
      <Facts
        facts={[
          [label('name'), <Code key="name" text={row.name} />],
          [label('shape'), <Code key="shape" text={row.shape} />],
          [label('count'), format.number(row.count)],
          [label('worst_ms'), duration(row.worst_ms)],
          [label('average_ms'), duration(row.average_ms)],
          [label('total_ms'), duration(row.total_ms)],
          [label('last_time'), format.dateTime(row.last_time)],
          [label('create_time'), format.dateTime(row.create_time)],
          [label('plan'), <Code key="plan" text={row.plan} />],
          [
            label('documents_read'),
            row.documents_read === null ? <Absent key="read" /> : format.number(row.documents_read),
          ],
          [label('failed'), format.number(row.failed)],
          [label('asked_by'), <Code key="asked_by" text={row.asked_by} />],
          [label('program'), <Code key="program" text={row.program} />],
        ]}
      />
    </div>
  );
}
