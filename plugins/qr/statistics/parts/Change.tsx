import { changeOf, Trend, useWords } from '@waypost/host-sdk';
import styles from './statistics.module.css';

/** A change against the earlier figure; nothing where there is nothing to compare with. */
export function Change({ value, previous }: { value: number; previous: number | null | undefined }) {
  const words = useWords();
  if (previous == null) return null;
  const change = changeOf(value, previous);
  if (change === undefined)
    return <span className={styles.faint}>{value === 0 ? '' : words('qr.statistics.new')}</span>;
  return <Trend change={change} />;
}
