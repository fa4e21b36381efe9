import { Alert, Progress } from '@arco-design/web-react';
import { IconFolder, IconUpload } from '@arco-design/web-react/icon';
import {
  ApiError,
  Button,
  codeOf,
  Drawer,
  EmptyState,
  FileButton,
  PendingState,
  Tag,
  useAction,
  useCall,
  useClient,
  useErrorText,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { ARCHIVE_LIMIT_BYTES, folderReceive, foldersInquire } from '../calls.ts';
import { Part } from './Part.tsx';
import styles from './plugins.module.css';
import { uploadArchive } from './upload.ts';
import { useReload } from './use-plugins.ts';

interface InstallDrawerProps {
  /** Something arrived and was verified: now it is asked what it may do. */
  onReceived: (id: string, release: string) => void;
  onClose: () => void;
}

/** Brings a plugin onto the server: an archive from here, or a folder that the operator put there. */
export function InstallDrawer({ onReceived, onClose }: InstallDrawerProps) {
  const words = useWords();
  return (
    <Drawer title={words('system.plugins.receive.title')} isOpen onClose={onClose}>
      <div className={styles.stack}>
        <p>{words('system.plugins.receive.text')}</p>
        <ArchiveUpload onReceived={onReceived} />
        <Part title={words('system.plugins.folders')} text={words('system.plugins.folders.text')}>
          <Folders onReceived={onReceived} />
        </Part>
      </div>
    </Drawer>
  );
}

interface Running {
  name: string;
  share: number;
}

interface Fault {
  text: string;
  /** What support asks for; undefined where the file was not even sent. */
  code?: string;
  lines: string[];
}

function ArchiveUpload({ onReceived }: Pick<InstallDrawerProps, 'onReceived'>) {
  const words = useWords();
  const format = useFormat();
  const client = useClient();
  const errorText = useErrorText();
  const reload = useReload();
  const field = useId();
  const controller = useRef<AbortController>(undefined);
  const [running, setRunning] = useState<Running>();
  const [fault, setFault] = useState<Fault>();
  // Closing the drawer stops what it does.
  useEffect(() => () => controller.current?.abort(), []);

  const upload = async (file: File) => {
    setFault(undefined);
    if (file.size > ARCHIVE_LIMIT_BYTES || file.size === 0) {
      setFault({
        text: words('system.plugins.receive.size', { limit: format.bytes(ARCHIVE_LIMIT_BYTES) }),
        lines: [],
      });
      return;
    }
    const current = new AbortController();
    controller.current = current;
    setRunning({ name: file.name, share: 0 });
    try {
      const { id, release } = await uploadArchive(client, file, current.signal, (share) =>
        setRunning({ name: file.name, share }),
      );
      await reload();
      onReceived(id, release);
    } catch (error) {
      if (current.signal.aborted) return;
      const issues = error instanceof ApiError ? error.issues : [];
      setFault({
        text: errorText(error),
        code: codeOf(error),
        lines: issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)),
      });
    } finally {
      setRunning(undefined);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file && !running) void upload(file);
  };

  if (running)
    return (
      <div className={styles.upload} role="status">
        <span className={styles.name}>{running.name}</span>
        <Progress
          percent={Math.round(running.share * 100)}
          aria-label={words('system.plugins.receive.progress', { name: running.name })}
        />
        <p className={styles.note}>
          {words(running.share < 1 ? 'system.plugins.receive.sending' : 'system.plugins.receive.checking')}
        </p>
        <Button onClick={() => controller.current?.abort()}>{words('action.cancel')}</Button>
      </div>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button does the same */}
      <div className={styles.upload} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <IconUpload aria-hidden="true" />
        <label htmlFor={field} className={styles.note}>
          {words('system.plugins.receive.drop', { limit: format.bytes(ARCHIVE_LIMIT_BYTES) })}
        </label>
        <FileButton
          id={field}
          kind="primary"
          icon={null}
          accept=".tgz,.gz,application/gzip"
          onFile={(file) => void upload(file)}
        >
          {words('system.plugins.receive.choose')}
        </FileButton>
      </div>
      {fault ? (
        <Alert
          type="error"
          title={fault.text}
          content={
            <>
              {fault.lines.length === 0 ? null : (
                <ul>
                  {fault.lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
              {fault.code === undefined ? null : (
                <p className={styles.code}>
                  {words('state.code')} <code>{fault.code}</code>
                </p>
              )}
            </>
          }
        />
      ) : null}
    </>
  );
}

function Folders({ onReceived }: Pick<InstallDrawerProps, 'onReceived'>) {
  const words = useWords();
  const { data, error, refetch } = useCall(foldersInquire, {});
  const { run, isRunning } = useAction(folderReceive);
  if (!data) return <PendingState error={error} onRetry={refetch} lines={2} />;
  if (data.content.length === 0)
    return (
      <EmptyState
        title={words('system.plugins.folders.none')}
        text={words('system.plugins.folders.none_text')}
        icon={<IconFolder />}
      />
    );
  const take = async (folder: string) => {
    try {
      const { id, release } = await run({ folder });
      onReceived(id, release.release);
    } catch {
      // `useAction` has said why.
      await refetch();
    }
  };
  return (
    <ul className={styles.rows}>
      {data.content.map(({ folder, id, version, release }) => (
        <li key={folder}>
          <div>
            <strong>{id}</strong> {version}
            <p className={styles.note}>
              <code>{folder}</code>
            </p>
          </div>
          <span className={styles.line}>
            {release === null ? null : <Tag>{words('system.plugins.folders.known')}</Tag>}
            <Button size="small" isDisabled={isRunning} onClick={() => void take(folder)}>
              {words('system.plugins.folders.take')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
