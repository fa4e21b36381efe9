import { Input } from '@arco-design/web-react';
import {
  Button,
  Drawer,
  FileButton,
  TABLE_FILES,
  useClient,
  useErrorText,
  useTrackOperation,
  useUnsavedGuard,
  useWords,
} from '@waypost/host-sdk';
import { useId, useState } from 'react';
import type { LineCalls } from '../calls.ts';
import styles from './lines-drawer.module.css';
import { sendFile } from './send-file.ts';

interface LinesDrawerProps {
  /** Its words: `<name>.import.title`, `<name>.lines`, … */
  name: 'qr.short_link' | 'qr.claim_lines';
  /** Lines as they may be typed. */
  example: string;
  calls: LineCalls;
  onClose: () => void;
}

/** Many at once: pasted lines, or a file. What becomes of each line stands in a table behind the work. */
export function LinesDrawer({ name, example, calls, onClose }: LinesDrawerProps) {
  const words = useWords();
  const client = useClient();
  const track = useTrackOperation();
  const errorText = useErrorText();
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
      track(await sendFile(client, file, calls));
      guard.release();
      onClose();
    } catch (error) {
      setFault(errorText(error));
      setSending(false);
    }
  };
  return (
    <Drawer
      title={words(`${name}.import.title`)}
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
            {words(`${name}.import.verb`)}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <label htmlFor={field}>{words(`${name}.lines`)}</label>
        <Input.TextArea
          id={field}
          aria-label={words(`${name}.lines`)}
          value={lines}
          autoSize={{ minRows: 10, maxRows: 18 }}
          placeholder={example}
          onChange={setLines}
        />
        <p className={styles.note}>{words(`${name}.lines.help`)}</p>
        <div>
          <FileButton accept={TABLE_FILES} isBusy={isSending} onFile={(file) => void send(file)}>
            {words(`${name}.file`)}
          </FileButton>
        </div>
        <p className={styles.note}>{words(`${name}.file.help`)}</p>
        {fault === '' ? null : (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </div>
    </Drawer>
  );
}
