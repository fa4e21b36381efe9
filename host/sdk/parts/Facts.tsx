import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A name and what stands for it. */
export type Fact = readonly [label: string, value: ReactNode];

/** Names and values, one a line: what is known of a thing. Of a row's own fields: `RowFacts`. */
export function Facts({ facts, isDense = false }: { facts: readonly Fact[]; isDense?: boolean }) {
  return (
    <dl className={`${styles.facts} ${isDense ? styles.dense : ''}`}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
