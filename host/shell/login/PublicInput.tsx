import { useWords } from '@waypost/host-sdk/light';
import { type InputHTMLAttributes, useState } from 'react';
import styles from './login.module.css';

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  value: string;
  onChange?: (value: string) => void;
  /** Of the field around it: a fault is shown. */
  status?: 'error';
}

/** A line of text on the pages before sign-in; the browser's own field, so that the page is small. */
export function TextInput({ onChange, status, className, ...props }: TextInputProps) {
  return (
    <input
      {...props}
      className={className ?? styles.input}
      data-status={status}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

/** A password that can be looked at. */
export function PasswordInput(props: TextInputProps) {
  const words = useWords();
  const [isShown, setShown] = useState(false);
  return (
    <span className={styles.password}>
      <TextInput {...props} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        className={styles.eye}
        aria-label={words(isShown ? 'login.hide_password' : 'login.show_password')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M2 12s3.600-7 10-7 10 7 10 7-3.600 7-10 7-10-7-10-7z" />
          <circle cx="12" cy="12" r="3" />
          {isShown ? null : <path d="M4 20 20 4" />}
        </svg>
      </button>
    </span>
  );
}
