import { type ColumnChoices, type FileCalls, type ImportColumns, missingFields } from '@waypost/contract';
import { type ReactNode, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { useUnsavedGuard } from '../form/use-unsaved-guard.ts';
import { Button } from '../parts/Button.tsx';
import { Drawer } from '../parts/Drawer.tsx';
import { useWords } from '../words/context.tsx';
import { useErrorText } from '../words/use-error-text.ts';
import { ImportColumnsForm } from './ImportColumnsForm.tsx';
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
  /** What stands below the columns that are asked about, once all that is needed is read: what the file comes to with this answer. */
  answered?: ((answer: { upload: string; columns: ColumnChoices }) => ReactNode) | undefined;
  /** What stands in it: how a file looks, and where one is chosen. `send` begins at once with another file. */
  children: (sending: { isSending: boolean; send: (file: Blob) => void }) => ReactNode;
}

/** A file that waits for somebody to say what its columns are. */
interface Asked {
  sent: Blob;
  upload: string;
  columns: ImportColumns;
  chosen: ColumnChoices;
}

/**
 * Sends a file and has it worked on; the tray shows how far that is, and what became of each line stands in a table behind it. Where
 * its head names columns that nobody knows, it is asked first what they are.
 */
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
    answered,
    children,
  } = props;
  const words = useWords();
  const client = useClient();
  const track = useTrackOperation();
  const errorText = useErrorText();
  const [failed, setFailed] = useState<{ beside: Blob | undefined; text: string }>();
  const [isSending, setSending] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const guard = useUnsavedGuard(isUnsaved);
  const close = () => void guard.askToLeave().then((isAgreed) => isAgreed && onClose());
  const send = async (sent: Blob, answer?: Asked): Promise<void> => {
    if (isSending) return;
    setSending(true);
    setFailed(undefined);
    try {
      const upload =
        answer?.upload ??
        (sent === file && known !== undefined ? known : await sendInPieces(client, sent, calls.upload));
      const columns = answer?.columns ?? (await client.call(calls.columns, { upload }));
      if (answer === undefined && columns.unread.length > 0) {
        const nothing = Object.fromEntries(columns.unread.map((head) => [head, '']));
        setAsked({ sent, upload, columns, chosen: nothing });
        setSending(false);
        return;
      }
      track((await client.call(calls.start, { upload, columns: answer?.chosen })).id);
      guard.release();
      onClose();
    } catch (error) {
      setFailed({ beside: file, text: errorText(error) });
      setSending(false);
    }
  };
  const isMissing = asked !== undefined && missingFields(asked.columns, asked.chosen).length > 0;
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
            isDisabled={asked ? isMissing : file === undefined}
            onClick={() => {
              if (asked) void send(asked.sent, asked);
              else if (file) void send(file);
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {asked ? (
          <>
            <ImportColumnsForm
              columns={asked.columns}
              chosen={asked.chosen}
              isDisabled={isSending}
              onChange={(chosen) => setAsked({ ...asked, chosen })}
            />
            {isMissing ? null : answered?.({ upload: asked.upload, columns: asked.chosen })}
          </>
        ) : (
          children({ isSending, send: (chosen) => void send(chosen) })
        )}
        {told === '' ? null : (
          <p role="alert" className={styles.fault}>
            {told}
          </p>
        )}
      </div>
    </Drawer>
  );
}
