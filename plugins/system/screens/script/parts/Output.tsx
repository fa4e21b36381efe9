import type { ResultOf } from '@waypost/contract';
import { PendingState, useCall, useFormat, useWords } from '@waypost/host-sdk';
import { scriptOutputCall, type scriptResultsCall } from '../calls.ts';
import styles from './script.module.css';

interface OutputProps {
  run: string;
  /** Bytes of each output that were kept. */
  keptBytes: number;
  result: ResultOf<typeof scriptResultsCall>['results'][number];
}

/** What a script wrote on one server, as text and nothing else. */
export function Output({ run, keptBytes, result }: OutputProps) {
  const { data, error, refetch } = useCall(scriptOutputCall, { id: run, result: result.id });
  if (data === undefined) return <PendingState error={error} onRetry={refetch} lines={3} />;
  return (
    <>
      <Part name="output" text={data.output} total={result.output_bytes} keptBytes={keptBytes} />
      <Part
        name="error_output"
        text={data.error_output}
        total={result.error_output_bytes}
        keptBytes={keptBytes}
      />
    </>
  );
}

interface PartProps {
  name: 'output' | 'error_output';
  text: string;
  total: number;
  keptBytes: number;
}

function Part({ name, text, total, keptBytes }: PartProps) {
  const words = useWords();
  const format = useFormat();
  if (total === 0) return null;
  const title = words(`system.script_run.${name}`);
  return (
    <>
      <p className={styles.outputTitle}>
        {title}
        {total > keptBytes ? ` · ${words('system.script_run.cut', { size: format.bytes(total) })}` : ''}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className={styles.output} tabIndex={0} aria-label={title}>
        <pre>{text}</pre>
      </section>
    </>
  );
}
