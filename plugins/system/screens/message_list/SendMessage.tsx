import { Input, Radio, Select } from '@arco-design/web-react';
import { ApiError, Button, Drawer, notify, useClient, useErrorText, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import { SettingField } from '../configuration/SettingField.tsx';
import { RECIPIENTS, sendMessage } from './calls.ts';
import styles from './page.module.css';

const ROLES = ['customer', 'agent', 'administrator', 'super'] as const;
const EMPTY = { account: '', role: 'customer', title: '', content: '' };

interface SendMessageProps {
  onClose: () => void;
  onSent: () => void;
}

/** Writes to one account, a role or everyone. */
export function SendMessage({ onClose, onSent }: SendMessageProps) {
  const words = useWords();
  const client = useClient();
  const errorText = useErrorText();
  const [to, setTo] = useState<(typeof RECIPIENTS)[number]>('account');
  const [values, setValues] = useState(EMPTY);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const toLabel = useId();
  const set = (change: Partial<typeof EMPTY>) => setValues((before) => ({ ...before, ...change }));
  const label = (name: string) => words(`system.message.${name}`);

  async function send() {
    const required = (
      ['title', 'content', ...(to === 'account' ? (['account'] as const) : [])] as const
    ).filter((name) => values[name].trim() === '');
    setFaults(Object.fromEntries(required.map((name) => [name, words('validation.required')])));
    if (required.length > 0 || isBusy) return;
    setBusy(true);
    try {
      const { title, content, account, role } = values;
      const { count } = await client.call(sendMessage, {
        to,
        title,
        content,
        ...(to === 'account' ? { account } : {}),
        ...(to === 'role' ? { role } : {}),
      });
      notify.success(words('system.message.send.done', { count }));
      onSent();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.issues.length === 0) notify.error(errorText(error));
      setFaults(Object.fromEntries(error.issues.map(({ path, message }) => [path, message])));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Drawer
      title={words('system.message.send')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words('action.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void send()}>
            {words('system.message.send.verb')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.field}>
          <span id={toLabel}>{label('to')}</span>
          <Radio.Group
            aria-labelledby={toLabel}
            value={to}
            onChange={setTo}
            options={RECIPIENTS.map((value) => ({ value, label: label(`to.${value}`) }))}
          />
        </div>
        {to === 'account' ? (
          <SettingField label={label('to.account')} fault={faults.account}>
            {(field) => (
              <Input
                {...field}
                value={values.account}
                autoComplete="off"
                onChange={(account) => set({ account })}
              />
            )}
          </SettingField>
        ) : null}
        {to === 'role' ? (
          <SettingField label={label('to.role')} fault={faults.role}>
            {(field) => (
              <Select
                {...field}
                value={values.role}
                options={ROLES.map((value) => ({ value, label: words(`role.${value}`) }))}
                onChange={(role: string) => set({ role })}
              />
            )}
          </SettingField>
        ) : null}
        <SettingField label={label('title')} fault={faults.title}>
          {(field) => (
            <Input {...field} value={values.title} maxLength={100} onChange={(title) => set({ title })} />
          )}
        </SettingField>
        <SettingField label={label('content')} fault={faults.content}>
          {(field) => (
            <Input.TextArea
              {...field}
              value={values.content}
              maxLength={2000}
              autoSize={{ minRows: 4, maxRows: 12 }}
              onChange={(content) => set({ content })}
            />
          )}
        </SettingField>
      </div>
    </Drawer>
  );
}
