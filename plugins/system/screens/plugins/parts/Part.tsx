import type { ReactNode } from 'react';
import styles from './plugins.module.css';

/** A part of a drawer under a heading of its own. */
export function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {text === undefined ? null : <p className={styles.note}>{text}</p>}
      {children}
    </section>
  );
}
