import { Input } from '@arco-design/web-react';
import { useId } from 'react';
import styles from './page.module.css';

interface PasswordFieldProps {
  name: string;
  label: string;
  help?: string | undefined;
  fault: string | undefined;
  value: string;
  autoComplete: 'current-password' | 'new-password';
  onChange: (value: string) => void;
}

/** A password with its label above and help or fault below. */
export function PasswordField({ label, help, fault, ...input }: PasswordFieldProps) {
  const id = useId();
  const note = fault ?? help;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Input.Password
        {...input}
        id={id}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        {...(fault === undefined ? {} : { status: 'error' as const })}
      />
      {note === undefined ? null : (
        <p id={`${id}-note`} className={fault === undefined ? styles.help : styles.fault}>
          {note}
        </p>
      )}
    </div>
  );
}
