import { Input } from '@arco-design/web-react';
import { IconUpload } from '@arco-design/web-react/icon';
import {
  Button,
  Drawer,
  useClient,
  useErrorText,
  useTrackOperation,
  useUnsavedGuard,
  useWords,
} from '@waypost/host-sdk';
import { useId, useRef, useState } from 'react';
import styles from './import-drawer.module.css';
import { sendFile } from './send-file.ts';

interface ImportDrawerProps {
  onClose: () => void;
}

/** Many short links at once: pasted lines, or a file. What becomes of each line stands in a table behind the work. */
export function ImportDrawer({ onClose }: ImportDrawerProps) {
  const words = useWords();
  const client = useClient();
  const track = useTrackOperation();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const field = useId();
  const [lines, setLines] = useState('');
  const [fault, setFault] = useState('');
  const [isSending, setSending] = useState(false);
  const isEmpty = lines.trim() === '';
  const guard = useUnsavedGuard(!isEmpty);
  const close = () => void guard.askToLeave().then((isAgreed) => isAgreed && onClose());
  const send = async (file: Blob): Promise<void> => {
    if (isSending) return;
    setSending(true);
    setFault('');
    try {
      track(await sendFile(client, file));
      guard.release();
      onClose();
    } catch (error) {
      setFault(errorText(error));
      setSending(false);
    }
  };
  return (
    <Drawer
      title={words('qr.short_link.import.title')}
      isOpen
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{words('action.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={isSending}
            isDisabled={isEmpty}
            onClick={() => void send(new Blob([lines]))}
          >
            {words('qr.short_link.import.verb')}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <label htmlFor={field}>{words('qr.short_link.lines')}</label>
        <Input.TextArea
          id={field}
          aria-label={words('qr.short_link.lines')}
          value={lines}
          autoSize={{ minRows: 10, maxRows: 18 }}
          placeholder={'https://example.com/menu,Menu\nhttps://example.com/card'}
          onChange={setLines}
        />
        <p className={styles.note}>{words('qr.short_link.lines.help')}</p>
        <div>
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            aria-label={words('qr.short_link.file')}
            className="wp-visually-hidden"
            tabIndex={-1}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) void send(file);
            }}
          />
          <Button icon={<IconUpload />} isBusy={isSending} onClick={() => input.current?.click()}>
            {words('qr.short_link.file')}
          </Button>
        </div>
        <p className={styles.note}>{words('qr.short_link.file.help')}</p>
        {fault === '' ? null : (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </div>
    </Drawer>
  );
}
