import { YesNo } from '@waypost/contract/constants';
import { ApiError, Button, clientStore, useClient, useErrorText, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { type FormEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import styles from '../login/login.module.css';
import { PublicField } from '../login/PublicField.tsx';
import { PasswordInput, TextInput } from '../login/PublicInput.tsx';
import { NoScreenError } from '../login/sign-in.ts';
import { websiteAtom } from '../site/website.ts';
import { InvitationNotice } from './InvitationNotice.tsx';
import { firstFault, invitationIn, type RegisterField, type RegisterValues, register } from './register.ts';
import { useIsInvitationKnown } from './use-invitation.ts';

type Faults = Partial<Record<RegisterField, string>>;

/** Account, password twice and invitation code, checked here by the schema that the server checks them with. */
export function RegisterForm({ onRegistered }: { onRegistered: (path: string) => void }) {
  const words = useWords();
  const [params, setParams] = useSearchParams();
  const invitation = invitationIn(params);
  const website = useAtomValue(websiteAtom, { store: clientStore });
  const isKnown = useIsInvitationKnown(invitation);
  const { values, set, faults, failure, isBusy, form, submit } = useRegister(invitation, onRegistered);

  const isGone = invitation !== undefined && (!isKnown || faults.code !== undefined);
  const isLocked = invitation !== undefined && !isGone && website.invitation_code_update === YesNo.no;
  const goOnWithout = () => {
    set('code')('');
    setParams({}, { replace: true });
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {isGone ? <InvitationNotice onWithout={goOnWithout} /> : null}
      {failure === undefined ? null : (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <PublicField
        name="account"
        label={words('register.account')}
        help={words('register.account_help')}
        fault={faults.account}
      >
        {(field) => (
          <TextInput
            {...field}
            value={values.account}
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onChange={set('account')}
          />
        )}
      </PublicField>
      <PublicField
        name="password"
        label={words('register.password')}
        help={words('register.password_help')}
        fault={faults.password}
      >
        {(field) => (
          <PasswordInput
            {...field}
            value={values.password}
            autoComplete="new-password"
            onChange={set('password')}
          />
        )}
      </PublicField>
      <PublicField name="repeat" label={words('register.repeat')} fault={faults.repeat}>
        {(field) => (
          <PasswordInput
            {...field}
            value={values.repeat}
            autoComplete="new-password"
            onChange={set('repeat')}
          />
        )}
      </PublicField>
      <PublicField
        name="code"
        label={words(isLocked ? 'register.code_locked' : 'register.code')}
        {...(isLocked ? { help: words('register.code_help') } : {})}
        fault={faults.code}
      >
        {(field) => (
          <TextInput
            {...field}
            value={values.code}
            readOnly={isLocked}
            autoComplete="off"
            spellCheck={false}
            onChange={set('code')}
          />
        )}
      </PublicField>
      <Button kind="primary" type="submit" size="large" isLong isBusy={isBusy}>
        {words('register.submit')}
      </Button>
    </form>
  );
}

/** What is typed, and how it is sent; the first fault gets the focus. */
function useRegister(invitation: string | undefined, onRegistered: (path: string) => void) {
  const words = useWords();
  const client = useClient();
  const errorText = useErrorText();
  const [values, setValues] = useState<RegisterValues>({
    account: '',
    password: '',
    repeat: '',
    code: invitation ?? '',
  });
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const set = (name: RegisterField) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  const focus = (name: string) =>
    form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const fault = firstFault(values);
    setFaults(fault ? { [fault.path]: words(fault.key) } : {});
    setFailure(undefined);
    if (fault) {
      focus(fault.path);
      return;
    }
    setBusy(true);
    try {
      onRegistered(await register(client, values));
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }

  function showFailure(error: unknown) {
    if (error instanceof NoScreenError) {
      setFailure(words('login.no_screen'));
      return;
    }
    if (!(error instanceof ApiError)) throw error;
    const found: Faults =
      error.code === 'duplicate'
        ? { account: words('register.taken') }
        : Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
    const first = Object.keys(found)[0];
    setFaults(found);
    if (first === undefined) setFailure(errorText(error));
    else focus(first);
  }

  return { values, set, faults, failure, isBusy, form, submit };
}
