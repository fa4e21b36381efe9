import type { PluginDetails, PluginHealth } from '@waypost/contract/platform';
import { Facts, PendingState, RelativeTime, Tag, useCall, useFormat, useWords } from '@waypost/host-sdk';
import { pluginHealth } from '../calls.ts';
import { FailureNotice, Retry } from './failure.tsx';
import { Part } from './Part.tsx';
import styles from './plugins.module.css';
import { PartTag, StateTag } from './states.tsx';
import { POLL_MS } from './use-plugins.ts';

/** How each part of a plugin does, its process, and the processes of the platform that serve it. */
export function HealthTab({ plugin }: { plugin: PluginDetails }) {
  const words = useWords();
  const { data, error, refetch } = useCall(pluginHealth, { id: plugin.id }, { refetchInterval: POLL_MS });
  if (!data || data.id !== plugin.id) return <PendingState error={error} onRetry={refetch} lines={6} />;
  return (
    <div className={styles.stack}>
      <FailureNotice plugin={plugin} />
      {data.child ? <Child child={data.child} /> : null}
      <OwnProcesses processes={data.own_processes} />
      <Part title={words('system.plugins.parts')} text={words('system.plugins.parts.text')}>
        <Parts health={data} />
      </Part>
      {data.elsewhere.length === 0 ? null : (
        <Part title={words('system.plugins.elsewhere')}>
          <ul className={styles.rows}>
            {data.elsewhere.map(({ process, part, reason }) => (
              <li key={`${process} ${part}`}>
                <div>
                  <code>{part}</code>
                  <p className={styles.note}>
                    {process} · {reason}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={words('system.plugins.processes')}>
        <ul className={styles.rows}>
          {plugin.processes.map(({ process, release, state, reason, seen_time }) => (
            <li key={process}>
              <div>
                <code>{process}</code>
                <p className={styles.note}>
                  {release ?? words('system.plugins.not_serving')} · <RelativeTime value={seen_time} />
                  {reason === null ? null : ` · ${reason}`}
                </p>
              </div>
              <StateTag state={state} />
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function Parts({ health }: { health: PluginHealth }) {
  const words = useWords();
  const format = useFormat();
  if (health.parts.length === 0) return <p className={styles.note}>{words('system.plugins.parts.none')}</p>;
  const order = { quarantined: 0, trying: 1, working: 2 };
  const parts = [...health.parts].sort((a, b) => order[a.state] - order[b.state] || b.calls - a.calls);
  return (
    <ul className={styles.rows}>
      {parts.map((part) => (
        <li key={part.part}>
          <div>
            <code>{part.part}</code>
            <p className={styles.note}>
              {words('system.plugins.part.calls', { count: part.calls })} ·{' '}
              {words('system.plugins.part.faults', { count: part.faults })} ·{' '}
              {words('system.plugins.part.slowest', { figure: format.number(Math.round(part.slowest_ms)) })}
            </p>
            {part.reason === null ? null : <p className={styles.bad}>{part.reason}</p>}
            {part.state === 'quarantined' ? (
              <p className={styles.note}>
                {words('system.plugins.part.quarantines', { count: part.quarantines })}
                {part.retry_time === null ? null : (
                  <>
                    {' · '}
                    {words('system.plugins.part.retry_time', { time: format.dateTime(part.retry_time) })}
                  </>
                )}
              </p>
            ) : null}
          </div>
          <span className={styles.line}>
            <PartTag state={part.state} />
            {part.state === 'quarantined' ? <Retry id={health.id} part={part.part} /> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Programs that the plugin runs beside itself. */
function OwnProcesses({ processes }: { processes: PluginHealth['own_processes'] }) {
  const words = useWords();
  const format = useFormat();
  if (processes.length === 0) return null;
  return (
    <Part title={words('system.plugins.own_processes')} text={words('system.plugins.own_processes.text')}>
      <ul className={styles.rows}>
        {processes.map(({ name, state, reason, memory, memory_limit, restarts }) => (
          <li key={name}>
            <div>
              <code>{name}</code>
              <p className={styles.note}>
                {memory === null
                  ? null
                  : `${words('system.plugins.child.memory_of', {
                      used: format.bytes(memory),
                      limit: format.bytes(memory_limit),
                    })} · `}
                {words('system.plugins.own_processes.restarts', { count: restarts })}
              </p>
              {state === 'running' || reason === null ? null : <p className={styles.bad}>{reason}</p>}
            </div>
            <Tag tone={CHILD_TONES[state]}>{words(`system.plugins.child.state.${state}`)}</Tag>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const CHILD_TONES = { running: 'good', restarting: 'info', failed: 'bad', ended: 'neutral' } as const;

function Child({ child }: { child: NonNullable<PluginHealth['child']> }) {
  const words = useWords();
  const format = useFormat();
  const limit = Number(child.containment.memory_limit_bytes);
  const { processor } = child.containment;
  const kinds = ['network', 'files', 'programs'] as const;
  return (
    <Part title={words('system.plugins.child')} text={words('system.plugins.child.text')}>
      <Facts
        facts={[
          [
            words('system.plugins.child.state'),
            <Tag key="state" tone={CHILD_TONES[child.state]}>
              {words(`system.plugins.child.state.${child.state}`)}
            </Tag>,
          ],
          [words('system.plugins.child.pid'), child.pid ?? '–'],
          [
            words('system.plugins.child.memory'),
            child.memory === null
              ? '–'
              : limit > 0
                ? words('system.plugins.child.memory_of', {
                    used: format.bytes(child.memory),
                    limit: format.bytes(limit),
                  })
                : format.bytes(child.memory),
          ],
          [words('system.plugins.child.restarts'), format.number(child.restarts)],
          ...(processor === undefined
            ? []
            : [
                [
                  words('system.plugins.child.processor'),
                  <Tag key="processor" tone={processor === 'free' ? 'good' : 'warning'}>
                    {words(`system.plugins.processor.${processor}`)}
                  </Tag>,
                ] as const,
              ]),
          ...kinds
            .filter((kind) => child.containment[kind] !== undefined)
            .map(
              (kind) =>
                [
                  words(`system.plugins.child.${kind}`),
                  <Tag key={kind} tone={child.containment[kind] === 'none' ? 'warning' : 'good'}>
                    {words(`system.plugins.contained.${child.containment[kind]}`)}
                  </Tag>,
                ] as const,
            ),
        ]}
      />
    </Part>
  );
}
