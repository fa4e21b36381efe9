import { ApiError, useClient, useErrorText, useWords } from '@waypost/host-sdk/light';
import { type FormEvent, useRef, useState } from 'react';
import { clockText } from './clock-text.ts';
import styles from './login.module.css';
import { PublicField } from './PublicField.tsx';
import { PasswordInput, TextInput } from './PublicInput.tsx';
import { canRemember, forget } from './remembered.ts';
import { NoScreenError, signIn } from './sign-in.ts';
import { useCountdown } from './use-countdown.ts';
import { useRemembered } from './use-remembered.ts';

/** Codes by which the server asks for the second factor. */
const TOTP_CODES: ReadonlySet<string> = new Set(['totp_required', 'totp_invalid']);

interface Faults {
  account?: string;
  password?: string;
  totp?: string;
}

interface LoginFormProps {
  /** Invitation code of the address. */
  invitation: string | undefined;
  onSignedIn: (path: string) => Promise<void> | void;
}

export function LoginForm({ invitation, onSignedIn }: LoginFormProps) {
  const words = useWords();
  const { typed, type, needsTotp, faults, failure, isBusy, lockout, form, remembered, submit, unlock } =
    useLogin({ invitation, onSignedIn });
  const message = lockout.seconds > 0 ? words('login.locked', { time: clockText(lockout.seconds) }) : failure;
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {message === undefined ? null : (
        <p className={styles.failure} role="alert">
          {message}
        </p>
      )}
      <PublicField name="account" label={words('login.account')} fault={faults.account}>
        {(field) => (
          <TextInput
            {...field}
            value={typed.account}
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onChange={type.account}
          />
        )}
      </PublicField>
      <PublicField name="password" label={words('login.password')} fault={faults.password}>
        {(field) => (
          <PasswordInput
            {...field}
            value={typed.password}
            autoComplete="current-password"
            onChange={type.password}
          />
        )}
      </PublicField>
      {remembered.locked?.account === typed.account.trim() ? (
        <button type="button" className={styles.unlock} onClick={() => void unlock()}>
          {words('login.unlock')}
        </button>
      ) : null}
      {needsTotp ? (
        <PublicField
          name="totp"
          label={words('login.totp')}
          help={words('login.totp_help')}
          fault={faults.totp}
        >
          {(field) => (
            <TextInput
              {...field}
              value={typed.totp}
              autoFocus
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={6}
              onChange={type.totp}
            />
          )}
        </PublicField>
      ) : null}
      {canRemember() ? (
        <div>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={remembered.isWanted}
              onChange={(event) => remembered.setWanted(event.target.checked)}
            />
            {words('login.remember')}
          </label>
          {remembered.isWanted ? <p className={styles.help}>{words('login.remember_help')}</p> : null}
        </div>
      ) : null}
      {invitation === undefined ? null : (
        <p className={styles.text}>{words('login.invitation', { code: invitation })}</p>
      )}
      <button
        type="submit"
        className={styles.submit}
        aria-busy={isBusy}
        disabled={isBusy || lockout.seconds > 0}
      >
        {words('login.submit')}
      </button>
    </form>
  );
}

/** What is typed, and how it is sent: the second factor where it is asked for, the wait after too many tries. */
function useLogin({ invitation, onSignedIn }: LoginFormProps) {
  const words = useWords();
  const client = useClient();
  const errorText = useErrorText();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const [needsTotp, setNeedsTotp] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const lockout = useCountdown();
  const form = useRef<HTMLFormElement>(null);

  const remembered = useRemembered((known) => {
    if (known.account !== undefined) setAccount(known.account);
    if (known.password !== undefined) setPassword(known.password);
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || lockout.seconds > 0) return;
    const found: Faults = {
      ...(account.trim() === '' ? { account: words('login.account_missing') } : {}),
      ...(password === '' ? { password: words('login.password_missing') } : {}),
      ...(needsTotp && totp.trim() === '' ? { totp: words('login.totp_missing') } : {}),
    };
    setFaults(found);
    setFailure(undefined);
    const first = Object.keys(found)[0];
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      const path = await signIn(client, {
        account: account.trim(),
        password,
        totp: totp.trim(),
        code: invitation,
      });
      await remembered.settle({ account: account.trim(), password });
      await onSignedIn(path);
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }

  async function unlock() {
    setFailure(undefined);
    if (!(await remembered.unlock())) setFailure(words('login.unlock_failed'));
  }

  function showFailure(error: unknown) {
    if (error instanceof NoScreenError) {
      setFailure(words('login.no_screen'));
      return;
    }
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'locked_out') lockout.start(error.retryAfter ?? 60);
    else if (TOTP_CODES.has(error.code) && !needsTotp) setNeedsTotp(true);
    else {
      setFailure(errorText(error));
      // The password that was kept may be the one that is refused.
      if (error.status === 401 && !TOTP_CODES.has(error.code)) void forget().catch(() => undefined);
    }
  }

  return {
    typed: { account, password, totp },
    type: { account: setAccount, password: setPassword, totp: setTotp },
    needsTotp,
    faults,
    failure,
    isBusy,
    lockout,
    form,
    remembered,
    submit,
    unlock,
  };
}
