import { useWords } from '@waypost/host-sdk';
import styles from '../../catalogue/parts.module.css';
import type { FileCheck } from './use-product-check.ts';

/** What an import of the file would do: how many products, which columns are not read, what is wrong in which line. */
export function CheckResult({ check }: { check: FileCheck }) {
  const words = useWords();
  const { lines, checked, added, changed, same, left_out, unknown_columns, repeated_columns, faults } = check;
  return (
    <section className={styles.stack}>
      <strong role="status">
        {words('mall.import.check.result', { lines: checked, added, changed, same, left_out })}
      </strong>
      {checked < lines ? <span>{words('mall.import.check.first', { checked, lines })}</span> : null}
      <span>{words('mall.import.check.nothing_written')}</span>
      {unknown_columns.length === 0 ? null : (
        <span>{words('mall.import.check.unknown', { columns: unknown_columns.join(', ') })}</span>
      )}
      {repeated_columns.length === 0 ? null : (
        <span>{words('mall.import.check.repeated', { columns: repeated_columns.join(', ') })}</span>
      )}
      {faults.length === 0 ? null : (
        <>
          <ul className={styles.items} aria-label={words('mall.import.check.faults')}>
            {faults.map(({ line, column, message }) => (
              <li key={line}>
                {column === ''
                  ? words('mall.import.check.line_fault', { line, message })
                  : words('mall.import.check.fault', { line, column, message })}
              </li>
            ))}
          </ul>
          {left_out > faults.length ? (
            <span>{words('mall.import.check.more', { count: left_out - faults.length })}</span>
          ) : null}
        </>
      )}
    </section>
  );
}
