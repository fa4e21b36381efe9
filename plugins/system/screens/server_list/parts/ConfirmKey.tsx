import { Alert } from '@arco-design/web-react';
import type { RowOf } from '@waypost/contract';
import {
  Button,
  CopyText,
  Drawer,
  Facts,
  notify,
  PendingState,
  useAction,
  useCall,
  useWords,
} from '@waypost/host-sdk';
import { serverConfirmCall, serverLookCall } from '../calls.ts';
import type { server } from '../resource.ts';
import { HowToCompare } from './HowToCompare.tsx';
import styles from './servers.module.css';

interface ConfirmKeyProps {
  row: RowOf<typeof server>;
  onClose: () => void;
  onConfirmed: () => void;
}

/** The key that a server shows now, to be held against what stands on the server itself; only then it is confirmed. */
export function ConfirmKey({ row, onClose, onConfirmed }: ConfirmKeyProps) {
  const words = useWords();
  const { data, error, refetch } = useCall(serverLookCall, { id: row.id });
  const { run, isRunning } = useAction(serverConfirmCall);
  const isOther =
    data !== undefined &&
    row.fingerprint !== '' &&
    (data.fingerprint !== row.fingerprint || data.type !== row.key_type);
  const confirm = async () => {
    if (data === undefined) return;
    try {
      await run({ id: row.id, ...data });
    } catch {
      // It has been told; the server may show another key by now.
      await refetch();
      return;
    }
    notify.success(words('system.server.confirmed', { name: row.name }));
    onConfirmed();
  };
  return (
    <Drawer
      title={words('system.server.confirm.title', { name: row.name })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words('action.cancel')}</Button>
          <Button
            kind={isOther ? 'danger' : 'primary'}
            isDisabled={data === undefined}
            isBusy={isRunning}
            onClick={() => void confirm()}
          >
            {words('system.server.confirm.verb')}
          </Button>
        </>
      }
    >
      {data === undefined ? (
        <PendingState error={error} onRetry={refetch} lines={5} />
      ) : (
        <div className={styles.stack}>
          {isOther ? (
            <Alert type="error" content={words('system.server.changed.text')} />
          ) : (
            <p className={styles.line}>{words('system.server.confirm.text')}</p>
          )}
          <Facts
            facts={[
              ...(isOther
                ? [
                    [
                      words('system.server.fingerprint'),
                      <CopyText key="known" value={row.fingerprint} isWhole />,
                    ] as const,
                  ]
                : []),
              [
                words('system.server.shown_fingerprint'),
                <CopyText key="shown" value={data.fingerprint} isWhole />,
              ],
              [words('system.server.key_type'), data.type],
            ]}
          />
          <HowToCompare type={data.type} />
        </div>
      )}
    </Drawer>
  );
}
