import { Select } from '@arco-design/web-react';
import { useWords } from '@waypost/host-sdk';
import { DEVICE_KINDS } from '../calls.ts';
import styles from './statistics.module.css';
import type { StatisticsState } from './use-statistics-state.ts';

/** Narrows a screen to one kind of device. */
export function KindFilter({ state }: { state: StatisticsState }) {
  const words = useWords();
  const { kind } = state.query;
  return (
    <Select
      className={styles.kind ?? ''}
      aria-label={words('qr.statistics.by.kind')}
      placeholder={words('qr.statistics.kind.all')}
      {...(kind === undefined ? {} : { value: kind })}
      allowClear
      options={DEVICE_KINDS.map((value) => ({ value, label: words(`qr.statistics.kind.${value}`) }))}
      onChange={(value: string | undefined) => state.change({ kind: value, only: undefined })}
    />
  );
}
