import { IconClose, IconDownload } from '@arco-design/web-react/icon';
import { useQueryClient } from '@tanstack/react-query';
import {
  OPERATIONS_TOPIC,
  type Operation,
  OperationStatus,
  operationCall,
  operationCancelCall,
  zOperationsEvent,
} from '@waypost/contract';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { callKey, useAction, useCall } from '../client/use-call.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { ScreenLink } from '../parts/use-navigation.tsx';
import { useRoom } from '../parts/use-room.ts';
import { useTopic } from '../realtime/context.tsx';
import { clientStore } from '../session/session.ts';
import { useLanguage, useWords } from '../words/context.tsx';
import { OperationProgress } from './OperationProgress.tsx';
import styles from './operations.module.css';
import { trackedAtom } from './tracked.ts';
import { useDownload } from './use-download.ts';

/** Milliseconds between two looks; longer ones while the channel tells. */
const POLL_MS = 1_000;
const CHECK_MS = 5_000;

/** What this page has started: stays in sight while one goes on working. */
export function OperationTray() {
  const words = useWords();
  const [ids, setIds] = useAtom(trackedAtom, { store: clientStore });
  const operations = useTracked(ids);
  const tray = useRoom({ edge: 'below', gap: 2 * GAP });
  const shown = ids.flatMap((id) => operations.filter((operation) => operation.id === id));
  if (shown.length === 0) return null;
  return (
    <section ref={tray} className={styles.tray} aria-label={words('operation.tray')}>
      <header className={styles.trayHead}>
        <ScreenLink to="async_operations">{words('operation.all')}</ScreenLink>
        <IconButton label={words('operation.put_away')} icon={<IconClose />} onClick={() => setIds([])} />
      </header>
      <ul className={styles.trayList} aria-live="polite">
        {shown.map((operation) => (
          <TrayRow key={operation.id} operation={operation} />
        ))}
      </ul>
    </section>
  );
}

/** Pixels between the tray and the lower edge of the window, and as much over it. */
const GAP = 24;

function TrayRow({ operation }: { operation: Operation }) {
  const words = useWords();
  const download = useDownload();
  const cancel = useAction(operationCancelCall);
  useFileAtTheEnd(operation, download);
  useFreshAtTheEnd(operation);
  return (
    <li className={styles.trayRow}>
      <span className={styles.trayName}>{operation.name}</span>
      <Kind of={operation} />
      <div className={styles.trayState}>
        <OperationProgress operation={operation} />
        {operation.status === OperationStatus.inProgress ? (
          <Button
            size="small"
            isBusy={cancel.isRunning}
            onClick={() => {
              // A failure has been shown by then.
              cancel.run({ id: operation.id }).catch(() => undefined);
            }}
          >
            {words('operation.cancel')}
          </Button>
        ) : null}
        {operation.file_name === null ? null : (
          <Button size="small" icon={<IconDownload />} onClick={() => void download(operation.id)}>
            {words('operation.download')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What is done, where its name says only what it is done to: a table and pictures of one batch are two files. */
function Kind({ of: { kind, name } }: { of: Operation }) {
  const words = useWords();
  const key = `operation.${kind}`;
  if (!words.has(key) || words(key) === name) return null;
  return <span className={styles.trayKind}>{words(key)}</span>;
}

/** Operations of this page after whose end the page was asked for anew. */
const refreshed = new Set<string>();
/** Operations of this page whose file was handed over. */
const handedOver = new Set<string>();

/** Who waited for a file gets it without being asked again; the button is there to have it once more. */
function useFileAtTheEnd({ id, file_name }: Operation, download: (id: string) => Promise<void>): void {
  const isReady = file_name !== null;
  useEffect(() => {
    if (!isReady || document.hidden || handedOver.has(id)) return;
    handedOver.add(id);
    void download(id);
  }, [isReady, id, download]);
}

/** What it has made or changed may stand on the page: whatever is shown is asked for anew, once. */
function useFreshAtTheEnd({ id, status }: Operation): void {
  const queries = useQueryClient();
  const hasEnded = status !== OperationStatus.inProgress;
  useEffect(() => {
    if (!hasEnded || refreshed.has(id)) return;
    refreshed.add(id);
    void queries.invalidateQueries();
  }, [hasEnded, id, queries]);
}

/** The operations by id, told by the channel and asked for where it is silent. */
function useTracked(ids: readonly string[]): readonly Operation[] {
  const queries = useQueryClient();
  const locale = useLanguage();
  const body = { ids: [...ids].sort() };
  const { isLive } = useTopic(ids.length > 0 ? OPERATIONS_TOPIC : undefined, (data) => {
    const event = zOperationsEvent.safeParse(data);
    if (!event.success) return;
    queries.setQueryData<{ operations: Operation[] }>(callKey(operationCall, body, locale), (known) => ({
      operations: merge(known?.operations ?? [], event.data.operations, ids),
    }));
  });
  const known = queries.getQueryData<{ operations: Operation[] }>(callKey(operationCall, body, locale));
  const isOver = known?.operations.every(({ status }) => status !== OperationStatus.inProgress) ?? false;
  const { data } = useCall(operationCall, body, {
    enabled: ids.length > 0,
    ...(isOver ? {} : { refetchInterval: isLive ? CHECK_MS : POLL_MS }),
  });
  return ids.length > 0 ? (data?.operations ?? []) : [];
}

function merge(known: readonly Operation[], told: readonly Operation[], ids: readonly string[]): Operation[] {
  const all = new Map([...known, ...told].map((operation) => [operation.id, operation]));
  return [...all.values()].filter(({ id }) => ids.includes(id));
}
