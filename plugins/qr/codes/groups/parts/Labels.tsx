import type { CSSProperties } from 'react';
import { hueOf } from '../label-colour.ts';
import styles from './labels.module.css';

/** The point of colour before the name of a group or tag. */
export function LabelDot({ name }: { name: string }) {
  return (
    <span className={styles.dot} style={{ '--label-hue': hueOf(name) } as CSSProperties} aria-hidden="true" />
  );
}

/** Tags of a code, each with its colour. */
export function Labels({ names }: { names: readonly string[] }) {
  return (
    <span className={styles.labels}>
      {names.map((name) => (
        <span key={name} className={styles.label}>
          <LabelDot name={name} />
          {name}
        </span>
      ))}
    </span>
  );
}
