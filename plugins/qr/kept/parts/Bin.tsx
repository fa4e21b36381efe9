import {
  Button,
  Drawer,
  notify,
  RelativeTime,
  useAction,
  useFormat,
  usePermission,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import type { CodeRow } from '../../codes/code-row.ts';
import { type Clearing, keptVisitsCall, restoreAccessRecordsCall } from '../calls.ts';
import styles from './kept.module.css';

/** What was cleared of a code and can still be brought back. */
export function Bin({ code, clearings }: { code: CodeRow; clearings: readonly Clearing[] }) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words('qr.kept_visit.bin', { count: clearings.length })}</Button>
      <Drawer
        title={words('qr.kept_visit.bin.title', { name: code.name })}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        width={520}
      >
        <p className={styles.text}>{words('qr.kept_visit.bin.text')}</p>
        <ul className={styles.bin}>
          {clearings.map((clearing) => (
            <BinEntry
              key={clearing.id}
              code={code}
              clearing={clearing}
              onRestored={() => {
                if (clearings.length === 1) setOpen(false);
              }}
            />
          ))}
        </ul>
      </Drawer>
    </>
  );
}

interface BinEntryProps {
  code: CodeRow;
  clearing: Clearing;
  onRestored: () => void;
}

function BinEntry({ code, clearing, onRestored }: BinEntryProps) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const reload = useReloadArea(keptVisitsCall.area);
  const { run, isRunning } = useAction(restoreAccessRecordsCall);
  const { id, count, is_whole, time, until } = clearing;
  const shown = format.number(count);
  const restore = async (): Promise<void> => {
    // A failure has been told by then.
    const answer = await run({ id: code.id, clearing: id }).catch(() => undefined);
    if (answer === undefined) return;
    onRestored();
    await reload();
    const { restored } = answer;
    notify.success(words('qr.kept_visit.restored', { count: restored, shown: format.number(restored) }));
  };
  return (
    <li className={styles.entry}>
      <span>
        <strong>{words('qr.kept_visit.bin.visits', { count, shown })}</strong>{' '}
        {is_whole ? words('qr.kept_visit.bin.whole') : null}
        <span className={styles.minor}>
          {words('qr.kept_visit.bin.cleared')} <RelativeTime value={time} /> ·{' '}
          {words('qr.kept_visit.bin.until')} <RelativeTime value={until} mayLieAhead />
        </span>
      </span>
      {may('qr.visit:clear') ? (
        <Button isBusy={isRunning} onClick={() => void restore()}>
          {words('qr.kept_visit.restore')}
        </Button>
      ) : null}
    </li>
  );
}
