import {
  ApiError,
  CallForm,
  EmptyState,
  Page as Frame,
  Panel,
  PendingState,
  useCall,
  useErrorText,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import { newPasswordFields, repeatRules } from '../update_password/check.ts';
import { passwordByLink, passwordLinkOf } from './calls.ts';
import styles from './page.module.css';

/** Whoever has forgotten the password chooses a new one, with the link that an operator has given. */
export function Page() {
  const words = useWords();
  const errorText = useErrorText();
  const [params] = useQuery();
  const token = params.get('token') ?? '';
  const [isDone, setDone] = useState(false);
  const { data, error, refetch } = useCall(passwordLinkOf, { token });
  const account = data?.account ?? '';
  const fields = useMemo(() => newPasswordFields(account), [account]);
  if (isDone)
    return (
      <EmptyState
        isScreen
        title={words('system.set_password.done')}
        text={words('system.set_password.done.text')}
        action={<a href="#/admin_login">{words('system.set_password.login')}</a>}
      />
    );
  // A link that counts no more is not asked again: what is left is to log in, or another link.
  if (error instanceof ApiError && !error.isPassing)
    return (
      <EmptyState
        isScreen
        title={errorText(error)}
        action={<a href="#/admin_login">{words('system.set_password.login')}</a>}
      />
    );
  if (!data) return <PendingState isScreen error={error} onRetry={refetch} lines={4} />;
  return (
    <div className={styles.narrow}>
      <Frame title={words('menu.set_password')} text={words('system.set_password.text', { account })}>
        <Panel>
          <CallForm
            call={passwordByLink}
            name="system.set_password"
            fields={fields}
            rules={repeatRules}
            submit="system.set_password.submit"
            toBody={({ password }) => ({ token, password })}
            onSent={() => setDone(true)}
          />
        </Panel>
      </Frame>
    </div>
  );
}
