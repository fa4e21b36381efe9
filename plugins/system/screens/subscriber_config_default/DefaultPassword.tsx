import {
  Button,
  CallForm,
  confirmDanger,
  notify,
  Panel,
  useAction,
  useCall,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../settings/settings.module.css';
import { useShown } from '../../settings/settings-context.tsx';
import { newPasswordFields, repeatRules } from '../update_password/check.ts';
import { changeDefaultPassword, defaultPasswordState } from './calls.ts';

const FIELDS = newPasswordFields('');

/** The password that a reset gives to customers where the operator types none; it is never shown again. */
export function DefaultPassword() {
  const words = useWords();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { data, refetch } = useCall(defaultPasswordState, {});
  const { run } = useAction(changeDefaultPassword);
  const isShown = useShown(['default_password']);
  if (!data || !isShown) return null;
  const { since } = data;
  const forget = () =>
    confirmDanger({
      title: words('system.default_password.forget.title'),
      text: words('system.default_password.forget.text'),
      verb: words('system.default_password.forget'),
      run: async () => {
        await run({});
        await refetch();
      },
    });
  return (
    <Panel
      title={words('system.subscriber_config_default.default_password')}
      text={
        since === null
          ? words('system.default_password.none')
          : words('system.default_password.since', { time: format.dateTime(since) })
      }
    >
      <div className={styles.buttons}>
        <Button onClick={() => setOpen(true)}>
          {words(`system.default_password.${since === null ? 'choose' : 'change'}`)}
        </Button>
        {since === null ? null : (
          <Button kind="danger" onClick={() => void forget()}>
            {words('system.default_password.forget')}
          </Button>
        )}
      </div>
      {isOpen ? (
        <CallForm
          call={changeDefaultPassword}
          name="system.default_password"
          fields={FIELDS}
          rules={repeatRules}
          submit="action.save"
          drawer={{ title: words('system.subscriber_config_default.default_password'), width: 480 }}
          extra={<p>{words('system.default_password.text')}</p>}
          toBody={({ password }) => ({ password })}
          onCancel={() => setOpen(false)}
          onSent={() => {
            setOpen(false);
            notify.success(words('form.saved'));
            void refetch();
          }}
        />
      ) : null}
    </Panel>
  );
}
