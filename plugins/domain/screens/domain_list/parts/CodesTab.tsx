import { EmptyState, Panel, Slot, type SlotRow, useFormat, useWords } from '@waypost/host-sdk';
import type { DomainRow } from '../row.ts';
import styles from './domain.module.css';

/** How much stands on a domain, and what (slot `domain.domain.codes`); where nobody can say, why. */
export function CodesTab({ domain }: { domain: DomainRow }) {
  const words = useWords();
  const format = useFormat();
  const { code_number, printed_number } = domain;
  if (code_number === null)
    return <EmptyState title={words('domain.codes.away.title')} text={words('domain.codes.away.text')} />;
  if (code_number === 0 && (printed_number ?? 0) === 0)
    return <EmptyState title={words('domain.codes.none.title')} text={words('domain.codes.none.text')} />;
  return (
    <div className={styles.stack}>
      <Panel title={words('domain.tab.codes')} text={words('domain.codes.text')}>
        <dl className={styles.figures}>
          <div className={styles.figure}>
            <dt>{words('domain.domain.code_number')}</dt>
            <dd>{format.number(code_number)}</dd>
          </div>
          <div className={styles.figure}>
            <dt>{words('domain.domain.printed_number')}</dt>
            <dd>{format.number(printed_number ?? 0)}</dd>
          </div>
        </dl>
      </Panel>
      <Slot name="domain.domain.codes" props={{ row: domain as unknown as SlotRow }} />
    </div>
  );
}
