import type { FileCalls } from '@waypost/contract';
import { type ReactNode, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { useUnsavedGuard } from '../form/use-unsaved-guard.ts';
import { Button } from '../parts/Button.tsx';
import { Drawer } from '../parts/Drawer.tsx';
import { useWords } from '../words/context.tsx';
import { useErrorText } from '../words/use-error-text.ts';
import styles from './import-drawer.module.css';
import { sendInPieces } from './send-in-pieces.ts';
import { useTrackOperation } from './tracked.ts';

export interface ImportDrawerProps {
  title: string;
  /** What the button says that begins. */
  verb: string;
  calls: FileCalls;
  /** What the button sends; undefined: there is nothing yet. What failed is told until it is another one. */
  file: Blob | undefined;
  /** Its id on the server, where it was uploaded before, to be checked; it is not sent again. */
  upload?: string | undefined;
  /** Why what was chosen cannot be sent, in words; empty: it can. */
  problem?: string;
  /** Whether something was typed that would be lost: then leaving is asked about. */
  isUnsaved?: boolean;
  onClose: () => void;
  /** What stands in it: how a file looks, and where one is chosen. `send` begins at once with another file. */
  children: (sending: { isSending: boolean; send: (file: Blob) => void }) => ReactNode;
}

/** Sends a file and has it worked on; the tray shows how far that is, and what became of each line stands in a table behind it. */
export function ImportDrawer(props: ImportDrawerProps) {
  const {
    title,
    verb,
    calls,
    file,
    upload: known,
    problem = '',
    isUnsaved = false,
    onClose,
    children,
  } = props;
  const words = useWords();
  const client = useClient();
  const track = useTrackOperation();
  const errorText = useErrorText();
  const [failed, setFailed] = useState<{ beside: Blob | undefined; text: string }>();
  const [isSending, setSending] = useState(false);
  const guard = useUnsavedGuard(isUnsaved);
  const close = () => void guard.askToLeave().then((isAgreed) => isAgreed && onClose());
  const send = async (sent: Blob): Promise<void> => {
    if (isSending) return;
    setSending(true);
    setFailed(undefined);
    try {
      const upload =
        sent === file && known !== undefined ? known : await sendInPieces(client, sent, calls.upload);
      track((await client.call(calls.start, { upload })).id);
      guard.release();
      onClose();
    } catch (error) {
      setFailed({ beside: file, text: errorText(error) });
      setSending(false);
    }
  };
  const told = problem || (failed !== undefined && failed.beside === file ? failed.text : '');
  return (
    <Drawer
      title={title}
      isOpen
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{words('action.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={isSending}
            isDisabled={file === undefined}
            onClick={() => (file === undefined ? undefined : void send(file))}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {children({ isSending, send: (chosen) => void send(chosen) })}
        {told === '' ? null : (
          <p role="alert" className={styles.fault}>
            {told}
          </p>
        )}
      </div>
    </Drawer>
  );
}
