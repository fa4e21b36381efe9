import { SECOND_FACTOR_CODE_LENGTH } from '@waypost/contract/constants';
import { useWords } from '@waypost/host-sdk/light';
import { useState } from 'react';
import styles from './login.module.css';
import { PublicField } from './PublicField.tsx';
import { TextInput } from './PublicInput.tsx';

/** Digits of a code, and a space that some apps show in their middle. */
const APP_CODE_LENGTH = 7;

interface CodeFieldProps {
  value: string;
  fault: string | undefined;
  onChange: (text: string) => void;
}

/** Digits of the app, for which a phone shows its figures, or a recovery code, for which it has to show letters. */
export function CodeField({ value, fault, onChange }: CodeFieldProps) {
  const words = useWords();
  const [isRecovery, setRecovery] = useState(false);
  const name = isRecovery ? 'recovery' : 'totp';
  return (
    <div>
      <PublicField
        name="totp"
        label={words(`login.${name}`)}
        help={words(`login.${name}_help`)}
        fault={fault}
      >
        {(field) => (
          <TextInput
            {...field}
            key={name}
            value={value}
            autoFocus
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            inputMode={isRecovery ? 'text' : 'numeric'}
            maxLength={isRecovery ? SECOND_FACTOR_CODE_LENGTH : APP_CODE_LENGTH}
            onChange={onChange}
          />
        )}
      </PublicField>
      <button
        type="button"
        className={styles.unlock}
        onClick={() => {
          onChange('');
          setRecovery(!isRecovery);
        }}
      >
        {words(isRecovery ? 'login.use_app' : 'login.use_recovery')}
      </button>
    </div>
  );
}
