import { OPERATIONS_TOPIC } from '@waypost/contract';
import {
  Absent,
  Button,
  Drawer,
  type Fact,
  Facts,
  notify,
  PendingState,
  Tag,
  useAction,
  useCall,
  useFormat,
  usePermission,
  useTopic,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { logState, logVerify } from './calls.ts';
import styles from './log.module.css';

/** Milliseconds between two looks while the drawer is open and the channel brings nothing. */
const POLL_MS = 3_000;

/** Whether the log is whole, as a button; behind it when that was looked at, and what to do if it is not. */
export function ChainState() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useCall(logState, {}, isOpen ? { refetchInterval: POLL_MS } : {});
  useTopic(OPERATIONS_TOPIC, () => void refetch());
  const isBroken = data?.checked?.fault != null;
  return (
    <>
      <Button kind={isBroken ? 'danger' : 'secondary'} onClick={() => setOpen(true)}>
        {words(isBroken ? 'system.log.chain.broken' : 'system.log.chain')}
      </Button>
      <Drawer title={words('system.log.chain')} isOpen={isOpen} onClose={() => setOpen(false)}>
        {data ? <Known state={data} /> : <PendingState error={error} onRetry={refetch} lines={5} />}
      </Drawer>
    </>
  );
}

type State = NonNullable<ReturnType<typeof useCall<typeof logState>>['data']>;

function Known({ state: { checked, newest, removed } }: { state: State }) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const track = useTrackOperation();
  const verify = useAction(logVerify);
  const start = async () => {
    // A failure has been told by then.
    const started = await verify.run({}).catch(() => undefined);
    if (started === undefined) return;
    track(started.id);
    notify.info(words('operation.started'));
  };
  const number = (value: number) => format.number(value);
  const cut = removed && {
    entry: number(removed.through),
    until: format.dateTime(removed.until),
    time: format.dateTime(removed.time),
  };
  const facts: readonly Fact[] = [
    [words('system.log.chain.state'), <Whole key="state" checked={checked} />],
    [
      words('system.log.chain.checked'),
      checked === null ? <Absent key="checked" /> : format.exact(checked.time),
    ],
    [words('system.log.chain.newest'), number(newest)],
    [
      words('system.log.chain.removed'),
      cut === null ? <Absent key="removed" /> : words('system.log.chain.removed_through', cut),
    ],
  ];
  return (
    <div className={styles.stack}>
      <p className={styles.text}>{words('system.log.chain.text')}</p>
      {checked?.fault ? (
        <div role="alert">
          <p className={styles.text}>
            {words(`system.log.chain.fault.${checked.fault}`, { entry: number(checked.broken_at ?? 0) })}
          </p>
          <p className={styles.text}>{words('system.log.chain.what_to_do')}</p>
        </div>
      ) : null}
      <Facts facts={facts} />
      {may('system.log:verify') ? (
        <div>
          <Button kind="primary" isBusy={verify.isRunning} onClick={() => void start()}>
            {words('system.log.verify')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** How far the log is whole, as it was found the last time. */
function Whole({ checked }: Pick<State, 'checked'>) {
  const words = useWords();
  const format = useFormat();
  if (checked === null) return <Tag tone="neutral">{words('system.log.chain.never')}</Tag>;
  const entry = format.number(checked.through);
  return checked.fault ? (
    <Tag tone="bad">{words('system.log.chain.broken_after', { entry })}</Tag>
  ) : (
    <Tag tone="good">{words('system.log.chain.whole', { entry })}</Tag>
  );
}
