import { Input } from '@arco-design/web-react';
import { Button, Drawer, notify, useAction, useWords } from '@waypost/host-sdk';
import { type FormEvent, useId, useState } from 'react';
import type { CodeRow } from '../../../codes/code-row.ts';
import { FREEZE_REASON_MAX_LENGTH, freezeCall } from '../../qr_code_list/calls.ts';
import styles from './freeze-drawer.module.css';

export interface FreezeDrawerProps {
  codes: readonly CodeRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks for the reason, then freezes; for a code that is frozen already the reason is what changes. */
export function FreezeDrawer({ codes, onDone, onClose }: FreezeDrawerProps) {
  const words = useWords();
  const id = useId();
  const { run, isRunning } = useAction(freezeCall);
  const [first] = codes;
  const [reason, setReason] = useState(codes.length === 1 ? (first?.frozen_reason ?? '') : '');
  const [isMissing, setMissing] = useState(false);
  const names = { name: first?.name ?? '', count: codes.length };
  const key = codes.length === 1 ? 'qr.admin.freeze.one' : 'qr.admin.freeze.many';

  const freeze = async () => {
    setMissing(reason.trim() === '');
    if (reason.trim() === '') {
      document.getElementById(`${id}-reason`)?.focus();
      return;
    }
    const { frozen } = await run({ ids: codes.map((code) => code.id), reason });
    notify.success(words('qr.admin.notice.frozen', { count: frozen }));
    onDone();
    onClose();
  };
  // A refused call has told why in a notice of its own.
  const send = () => void freeze().catch(() => undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <Drawer
      title={words(key, names)}
      isOpen
      onClose={onClose}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>{words('action.cancel')}</Button>
          <Button kind="danger" isBusy={isRunning} onClick={send}>
            {words('qr.admin.freeze')}
          </Button>
        </>
      }
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>{words('qr.admin.freeze.text')}</p>
        <label htmlFor={`${id}-reason`}>{words('qr.admin.reason')}</label>
        <Input.TextArea
          id={`${id}-reason`}
          value={reason}
          onChange={setReason}
          maxLength={FREEZE_REASON_MAX_LENGTH}
          showWordLimit
          autoSize={{ minRows: 4, maxRows: 10 }}
          aria-invalid={isMissing || undefined}
          aria-describedby={`${id}-${isMissing ? 'fault' : 'help'}`}
        />
        {isMissing ? (
          <p id={`${id}-fault`} className={styles.fault} role="alert">
            {words('qr.admin.reason.missing')}
          </p>
        ) : (
          <p id={`${id}-help`} className={styles.help}>
            {words('qr.admin.reason.help')}
          </p>
        )}
      </form>
    </Drawer>
  );
}
