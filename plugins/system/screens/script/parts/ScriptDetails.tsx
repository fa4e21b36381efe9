import type { RowOf } from '@waypost/contract';
import { RowFacts, useFormat, useWords } from '@waypost/host-sdk';
import { script } from '../resource.ts';
import { Command } from './Command.tsx';
import styles from './script.module.css';

/** What a script runs, and within which limits. */
export function ScriptDetails({ row }: { row: RowOf<typeof script> }) {
  const words = useWords();
  const format = useFormat();
  return (
    <div className={styles.stack}>
      <p className={styles.line}>
        {words('system.script.revision_now', { number: format.number(row.version) })}
      </p>
      <Command words={[row.program, ...row.arguments]} />
      <RowFacts resource={script} row={row} fields={['remarks', 'seconds', 'output_kb']} />
    </div>
  );
}
