import { ApiError, useErrorText, useLanguage, useWords } from '@waypost/host-sdk/light';
import { type FormEvent, useRef, useState } from 'react';
import { CodeField } from './CodeField.tsx';
import { clockText } from './clock-text.ts';
import styles from './login.module.css';
import { PublicField } from './PublicField.tsx';
import { PasswordInput, TextInput } from './PublicInput.tsx';
import { canRemember, forget } from './remembered.ts';
import { type Credentials, NoScreenError } from './sign-in.ts';
import { useCountdown } from './use-countdown.ts';
import { useRemembered } from './use-remembered.ts';

/** Codes by which the server asks for the second factor. */
const TOTP_CODES: ReadonlySet<string> = new Set(['totp_required', 'totp_invalid']);

/** Keys of their sentences: whoever changes the language reads them in the new one. */
interface Faults {
  account?: string;
  password?: string;
  totp?: string;
}

/** Why nobody was logged in: a sentence of ours, or the server's, which it has said in one language. */
type Failure = { key: string } | { error: ApiError; locale: string };

interface LoginFormProps<T> {
  /** Whose password is asked for, where that is known: it cannot be changed then. */
  account?: string | undefined;
  /** Invitation code of the address. */
  invitation?: string | undefined;
  signIn: (credentials: Credentials) => Promise<T>;
  onSignedIn?: (result: T) => Promise<void> | void;
}

/** Account, password, and whatever else the server asks for before it opens a session. */
export function LoginForm<T>(props: LoginFormProps<T>) {
  const words = useWords();
  const isFixed = props.account !== undefined;
  const { typed, type, needsTotp, faults, failure, isBusy, lockout, form, remembered, submit, unlock } =
    useLogin(props);
  const { invitation } = props;
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
            autoFocus={!isFixed}
            readOnly={isFixed}
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
            autoFocus={isFixed}
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
      {needsTotp ? <CodeField value={typed.totp} fault={faults.totp} onChange={type.totp} /> : null}
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
function useLogin<T>({ account: fixed, invitation, signIn, onSignedIn }: LoginFormProps<T>) {
  const words = useWords();
  const errorText = useErrorText();
  const locale = useLanguage();
  const [account, setAccount] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const [needsTotp, setNeedsTotp] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const lockout = useCountdown();
  const form = useRef<HTMLFormElement>(null);

  const remembered = useRemembered((known) => {
    // What was kept may be another account's than the one that is asked for.
    if (fixed !== undefined && known.account !== undefined && known.account !== fixed) return;
    if (known.account !== undefined) setAccount(known.account);
    if (known.password !== undefined) setPassword(known.password);
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || lockout.seconds > 0) return;
    const found: Faults = {
      ...(account.trim() === '' ? { account: 'login.account_missing' } : {}),
      ...(password === '' ? { password: 'login.password_missing' } : {}),
      ...(needsTotp && totp.trim() === '' ? { totp: 'login.totp_missing' } : {}),
    };
    setFaults(found);
    setFailure(undefined);
    const first = Object.keys(found)[0];
    if (first) {
      focusOn(first);
      return;
    }
    setBusy(true);
    try {
      const result = await signIn({
        account: account.trim(),
        password,
        totp: totp.trim(),
        code: invitation,
      });
      await remembered.settle({ account: account.trim(), password });
      await onSignedIn?.(result);
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }

  async function unlock() {
    setFailure(undefined);
    if (!(await remembered.unlock())) setFailure({ key: 'login.unlock_failed' });
  }

  function focusOn(name: string) {
    const input = form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    input?.focus();
    input?.select();
  }

  function showFailure(error: unknown) {
    if (error instanceof NoScreenError) {
      setFailure({ key: 'login.no_screen' });
      return;
    }
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'maintenance') location.hash = '#/maintain';
    else if (error.code === 'locked_out') lockout.start(error.retryAfter ?? 60);
    else if (TOTP_CODES.has(error.code) && !needsTotp) setNeedsTotp(true);
    else {
      setFailure({ error, locale });
      // The button rests while it is asked, and whatever held the focus may be none that can be typed into.
      focusOn(TOTP_CODES.has(error.code) ? 'totp' : 'password');
      // The password that was kept may be the one that is refused.
      if (error.status === 401 && !TOTP_CODES.has(error.code)) void forget().catch(() => undefined);
    }
  }

  const say = (key: string | undefined) => (key === undefined ? undefined : words(key));
  const told = () => {
    if (failure === undefined) return undefined;
    if ('key' in failure) return words(failure.key);
    const isTranslated = failure.locale === locale || words.has(`failure.${failure.error.code}`);
    // What the server has said in the language of before cannot be said in another one: the next try says it.
    return isTranslated ? errorText(failure.error) : undefined;
  };

  return {
    typed: { account, password, totp },
    type: { account: setAccount, password: setPassword, totp: setTotp },
    needsTotp,
    faults: { account: say(faults.account), password: say(faults.password), totp: say(faults.totp) },
    failure: told(),
    isBusy,
    lockout,
    form,
    remembered,
    submit,
    unlock,
  };
}
