import type { ProcessState } from '@waypost/contract/platform';
import {
  Absent,
  Panel,
  RelativeTime,
  TableOrCards,
  Tag,
  type TagTone,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { figureTeller, secondsBetween, spanText } from './figures.ts';

const TONES: Readonly<Record<ProcessState['state'], TagTone>> = {
  running: 'good',
  silent: 'bad',
  ended: 'neutral',
};

/** Who runs, since when, and what it takes. */
export function ProcessTable({ processes, time }: { processes: readonly ProcessState[]; time: string }) {
  const words = useWords();
  const format = useFormat();
  const title = (name: string) => words(`system.monitor.process.${name}`);
  const percent = figureTeller('percent', { format, words });
  const milliseconds = figureTeller('milliseconds', { format, words });
  const told = (value: number | null, tell: (value: number) => string) =>
    value === null ? <Absent /> : tell(value);
  return (
    <Panel title={words('system.monitor.processes')}>
      <TableOrCards
        label={words('system.monitor.processes')}
        rows={processes}
        rowKey={({ id }) => id}
        rowTone={({ state }) => (state === 'silent' ? 'bad' : undefined)}
        columns={[
          { key: 'kind', title: title('kind'), render: ({ kind }) => words(`system.monitor.kind.${kind}`) },
          {
            key: 'state',
            title: title('state'),
            render: ({ state }) => <Tag tone={TONES[state]}>{words(`system.monitor.state.${state}`)}</Tag>,
          },
          {
            key: 'uptime',
            title: title('uptime'),
            isRight: true,
            render: ({ started_time, seen_time, state }) =>
              state === 'running' ? (
                <span title={format.exact(started_time)}>
                  {spanText(secondsBetween(started_time, time), words)}
                </span>
              ) : (
                <RelativeTime value={seen_time} />
              ),
          },
          {
            key: 'restarts',
            title: title('restarts'),
            isRight: true,
            priority: 2,
            render: ({ restarts }) => format.number(restarts),
          },
          {
            key: 'processor',
            title: title('processor'),
            isRight: true,
            render: ({ processor }) => told(processor, percent),
          },
          {
            key: 'memory',
            title: title('memory'),
            isRight: true,
            render: ({ memory }) => told(memory, format.bytes),
          },
          {
            key: 'event_loop',
            title: title('event_loop'),
            isRight: true,
            priority: 3,
            render: ({ event_loop }) => told(event_loop, milliseconds),
          },
          { key: 'host', title: title('host'), priority: 4, render: ({ host }) => host },
          {
            key: 'pid',
            title: title('pid'),
            isRight: true,
            priority: 5,
            isWideOnly: true,
            render: ({ pid }) => String(pid),
          },
        ]}
      />
    </Panel>
  );
}
