import type { ResultOf } from '@waypost/contract';
import { CallForm, clientStore, Panel, sessionAtom, useUser, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import { changePassword } from '../calls.ts';
import { passwordFields, passwordRules } from '../check.ts';
import styles from '../page.module.css';

/** The own password: old, new, repeat. Every other session ends with it. */
export function PasswordTab() {
  const words = useWords();
  const user = useUser();
  const fields = useMemo(() => passwordFields(user?.account ?? ''), [user?.account]);

  const enter = ({ token, user_info }: ResultOf<typeof changePassword>) => {
    clientStore.set(sessionAtom, { token, user: user_info });
    // Menu and permissions may be others now: a one-time password shows this screen alone, and the change of it is the
    // end of signing in.
    location.hash = user?.must_change_password ? '#/customer?signed_in' : '#/customer';
    location.reload();
  };

  return (
    <Panel>
      <div className={styles.form}>
        {user?.must_change_password ? null : (
          <p className={styles.text}>{words('system.own_password.text')}</p>
        )}
        <CallForm
          call={changePassword}
          name="system.own_password"
          fields={fields}
          rules={passwordRules}
          submit="system.own_password.submit"
          toBody={({ old_password, password }) => ({ old_password, password })}
          onSent={enter}
        />
      </div>
    </Panel>
  );
}
