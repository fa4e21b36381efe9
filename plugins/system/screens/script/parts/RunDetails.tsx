import type { ResultOf, RowOf } from '@waypost/contract';
import {
  Button,
  Can,
  Facts,
  PendingState,
  RelativeTime,
  Tag,
  useAction,
  useCall,
  useFormat,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { scriptCancelCall, scriptResultsCall } from '../calls.ts';
import { scriptRun } from '../resource.ts';
import { Command } from './Command.tsx';
import { Output } from './Output.tsx';
import styles from './script.module.css';
import { RESULT_TONES, RUN_TONES } from './tones.ts';

/** Milliseconds between two looks while it goes on. */
const POLL_MS = 1_500;

type Result = ResultOf<typeof scriptResultsCall>['results'][number];

/** One run: with which words, how far it is on each server, and what it wrote there. */
export function RunDetails({ row }: { row: RowOf<typeof scriptRun> }) {
  const words = useWords();
  const format = useFormat();
  const { reload } = useResource(scriptRun);
  const cancel = useAction(scriptCancelCall);
  const goesOn = row.state === 'waiting' || row.state === 'running';
  const { data, error, refetch } = useCall(
    scriptResultsCall,
    { id: row.id },
    goesOn ? { refetchInterval: POLL_MS } : {},
  );
  return (
    <div className={styles.stack}>
      <Facts
        facts={[
          [
            words('system.script_run.state'),
            <span key="state" className={styles.head}>
              <Tag tone={RUN_TONES.state[row.state]}>{words(`system.script_run.state.${row.state}`)}</Tag>
              {goesOn ? (
                <Can permission="system.script:run">
                  <Button
                    size="small"
                    isBusy={cancel.isRunning}
                    onClick={() =>
                      void cancel
                        .run({ id: row.id })
                        // It has been told, and may have ended meanwhile.
                        .catch(() => undefined)
                        .then(reload)
                    }
                  >
                    {words('system.script_run.cancel')}
                  </Button>
                </Can>
              ) : null}
            </span>,
          ],
          [words('system.script_run.account'), row.account],
          [words('system.script_run.create_time'), <RelativeTime key="begun" value={row.create_time} />],
          [words('system.script_run.end_time'), <RelativeTime key="end" value={row.end_time} />],
          [words('system.script_run.revision'), format.number(row.revision)],
        ]}
      />
      <Command words={row.words} />
      {data === undefined ? (
        <PendingState error={error} onRetry={refetch} lines={3} />
      ) : (
        <ul className={styles.results}>
          {data.results.map((result) => (
            <OneResult key={result.id} run={row} result={result} />
          ))}
        </ul>
      )}
    </div>
  );
}

function OneResult({ run, result }: { run: RowOf<typeof scriptRun>; result: Result }) {
  const words = useWords();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { state, fault, exit_code, exit_signal, milliseconds, output_bytes, error_output_bytes } = result;
  const bytes = output_bytes + error_output_bytes;
  const facts = [
    fault === '' ? undefined : words(`system.server.fault.${fault}`),
    exit_code === null ? undefined : words('system.script_run.exit', { code: format.number(exit_code) }),
    exit_signal === null ? undefined : exit_signal,
    milliseconds === null
      ? undefined
      : words('system.script_run.took', { seconds: format.number(Math.round(milliseconds / 100) / 10) }),
    result.may_go_on ? words('system.script_run.may_go_on') : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <li className={styles.result}>
      <div className={styles.head}>
        <span className={styles.server}>{result.server_name}</span>
        <Tag tone={RESULT_TONES[state]}>{words(`system.script_run.result.${state}`)}</Tag>
        <span className={styles.facts}>{facts.join(' · ')}</span>
        {bytes > 0 ? (
          <Button size="small" onClick={() => setOpen(!isOpen)}>
            {words(isOpen ? 'system.script_run.output.hide' : 'system.script_run.output.show', {
              size: format.bytes(bytes),
            })}
          </Button>
        ) : null}
      </div>
      {isOpen ? <Output run={run.id} keptBytes={run.output_kb * 1024} result={result} /> : null}
    </li>
  );
}
