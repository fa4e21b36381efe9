import { type ReactNode, useId } from 'react';
import styles from './login.module.css';

interface PublicFieldProps {
  name: string;
  label: string;
  help?: string;
  fault: string | undefined;
  children: (field: {
    id: string;
    name: string;
    'aria-invalid': boolean | undefined;
    'aria-describedby': string | undefined;
    status?: 'error';
  }) => ReactNode;
}

/** A field of a page before sign-in: label above, fault or help below. */
export function PublicField({ name, label, help, fault, children }: PublicFieldProps) {
  const id = useId();
  const note = fault ?? help;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': fault === undefined ? undefined : true,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        ...(fault === undefined ? {} : { status: 'error' as const }),
      })}
      {note === undefined ? null : (
        <p id={`${id}-note`} className={fault === undefined ? styles.help : styles.fault}>
          {note}
        </p>
      )}
    </div>
  );
}
