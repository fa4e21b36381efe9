import {
  ApiError,
  Button,
  clientStore,
  Page as Frame,
  notify,
  Panel,
  sealFor,
  sessionAtom,
  useClient,
  useErrorText,
  useUser,
  useWords,
} from '@waypost/host-sdk';
import { type FormEvent, useState } from 'react';
import { changePassword } from './calls.ts';
import { checkPasswords, type PasswordFaults, type PasswordValues } from './check.ts';
import { PasswordField } from './PasswordField.tsx';
import styles from './page.module.css';

const EMPTY: PasswordValues = { old_password: '', password: '', repeat: '' };

/** The own password: old, new, repeat. Every other session ends with it. */
export function Page() {
  const words = useWords();
  const client = useClient();
  const user = useUser();
  const errorText = useErrorText();
  const [values, setValues] = useState(EMPTY);
  const [faults, setFaults] = useState<PasswordFaults>({});
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = checkPasswords(values, user?.account ?? '');
    setFaults(translated(found));
    if (isBusy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await save();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.issues.length === 0) notify.error(errorText(error));
      setFaults(Object.fromEntries(error.issues.map(({ path, message }) => [path, message])));
    } finally {
      setBusy(false);
    }
  }

  async function save() {
    const seal = (field: 'old_password' | 'password') =>
      sealFor(client, values[field], { area: changePassword.area, call: changePassword.call, field });
    // One challenge seals one value.
    const body = { old_password: await seal('old_password'), password: await seal('password') };
    const { token, user_info } = await client.call(changePassword, body);
    clientStore.set(sessionAtom, { token, user: user_info });
    // Menu and permissions may be others now: a one-time password shows this screen alone, and the change of it is the
    // end of signing in.
    location.hash = user?.must_change_password ? '#/customer?signed_in' : '#/customer';
    location.reload();
  }

  const translated = (keys: PasswordFaults): PasswordFaults =>
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, words(key)]));
  const field = (name: keyof PasswordValues) => ({
    name,
    label: words(`system.own_password.${name}`),
    fault: faults[name],
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });

  return (
    <Frame
      title={words('menu.update_password')}
      text={words(user?.must_change_password ? 'system.own_password.must' : 'system.own_password.text')}
    >
      <Panel>
        <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          <PasswordField {...field('old_password')} autoComplete="current-password" />
          <PasswordField
            {...field('password')}
            help={words('system.own_password.help')}
            autoComplete="new-password"
          />
          <PasswordField {...field('repeat')} autoComplete="new-password" />
          <div>
            <Button kind="primary" type="submit" isBusy={isBusy}>
              {words('system.own_password.submit')}
            </Button>
          </div>
        </form>
      </Panel>
    </Frame>
  );
}
