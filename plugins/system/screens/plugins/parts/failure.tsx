import { Alert } from '@arco-design/web-react';
import type { PluginOverview } from '@waypost/contract/platform';
import { Button, useAction, useFormat, usePermission, useWords } from '@waypost/host-sdk';
import { pluginRetry, UPDATE } from '../calls.ts';
import styles from './plugins.module.css';
import { useReload } from './use-plugins.ts';

type Failure = NonNullable<PluginOverview['failure']>;

/** A failure in one line: which version, why, and what serves instead. */
export function useFailureLine(): (failure: Failure) => string {
  const words = useWords();
  return ({ version, reason, serving }) =>
    serving === null
      ? words('system.plugins.failure.line', { version, reason })
      : words('system.plugins.failure.line_serving', { version, reason, serving });
}

/** Why a plugin does not do what was chosen, where, and how to have it tried again. */
export function FailureNotice({ plugin }: { plugin: Pick<PluginOverview, 'id' | 'failure' | 'reason'> }) {
  const words = useWords();
  const format = useFormat();
  const lineOf = useFailureLine();
  const { id, failure, reason } = plugin;
  if (failure === null) return reason === null ? null : <Alert type="error" content={reason} />;
  const { processes, of, kind } = failure;
  const isSomewhere = processes.length > 0 && processes.length < of;
  return (
    <Alert
      type="error"
      title={lineOf(failure)}
      content={
        <div className={styles.part}>
          <p>{words(`system.plugins.failure.${kind}`)}</p>
          {isSomewhere ? (
            <p>
              {words('system.plugins.failure.somewhere', {
                failed: format.number(processes.length),
                all: format.number(of),
              })}
            </p>
          ) : null}
          <Retry id={id} />
        </div>
      }
    />
  );
}

/** Tries a part again, or without one all of them, the activation and the process. */
export function Retry({ id, part }: { id: string; part?: string }) {
  const words = useWords();
  const may = usePermission();
  const { retry, isRunning } = useRetry();
  if (!may(UPDATE)) return null;
  return (
    <div>
      <Button size="small" isBusy={isRunning} onClick={() => void retry(id, part)}>
        {words('action.retry')}
      </Button>
    </div>
  );
}

/** Has a plugin tried again and shows how that went. */
export function useRetry(): { retry(id: string, part?: string): Promise<void>; isRunning: boolean } {
  const reload = useReload();
  const { run, isRunning } = useAction(pluginRetry);
  const retry = (id: string, part?: string) =>
    run({ id, ...(part === undefined ? {} : { part }) }).then(
      () => reload(),
      // `useAction` has said why.
      () => undefined,
    );
  return { retry, isRunning };
}
