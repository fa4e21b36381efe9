import type { DomainRow } from '../row.ts';
import styles from './domain.module.css';

/** A domain in a list: in its own script, and below it as the DNS has it where that is another. */
export function DomainName({ domain: { name, shown } }: { domain: DomainRow }) {
  return (
    <span className={styles.name}>
      <span className={styles.shown}>{shown}</span>
      {name === shown ? null : <code className={styles.ascii}>{name}</code>}
    </span>
  );
}
