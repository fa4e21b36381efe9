import { IconArrowDown, IconArrowUp } from '@arco-design/web-react/icon';
import { changeOf, useFormat, useWords } from '@waypost/host-sdk';
import styles from './statistics.module.css';

/** A change in percent; nothing where there is nothing to compare with. */
export function Change({ value, previous }: { value: number; previous: number | null | undefined }) {
  const words = useWords();
  const format = useFormat();
  if (previous == null) return null;
  const change = changeOf(value, previous);
  if (change === undefined)
    return <span className={styles.faint}>{value === 0 ? '' : words('qr.statistics.new')}</span>;
  if (change === 0) return <span className={styles.faint}>{format.percent(0)}</span>;
  return (
    <span className={change < 0 ? styles.down : styles.up}>
      {change < 0 ? <IconArrowDown /> : <IconArrowUp />}
      <span className="wp-visually-hidden">{words(change < 0 ? 'chart.down' : 'chart.up')}</span>
      {format.percent(Math.abs(change))}
    </span>
  );
}
