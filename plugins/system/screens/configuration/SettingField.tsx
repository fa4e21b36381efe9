import { type ReactNode, useId } from 'react';
import styles from './page.module.css';

interface SettingFieldProps {
  label: string;
  help?: string;
  fault: string | undefined;
  /** The control stands beside its label. */
  isInline?: boolean;
  children: (field: {
    id: string;
    'aria-label': string;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** One setting: label, control, help or fault. */
export function SettingField({ label, help, fault, isInline = false, children }: SettingFieldProps) {
  const id = useId();
  const note = fault ?? help;
  return (
    <div className={isInline ? `${styles.field} ${styles.inline}` : styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-label': label,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
      })}
      {note === undefined ? null : (
        <p id={`${id}-note`} className={fault === undefined ? styles.help : styles.fault}>
          {note}
        </p>
      )}
    </div>
  );
}
