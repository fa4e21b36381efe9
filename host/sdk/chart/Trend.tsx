import { IconArrowDown, IconArrowUp } from '@arco-design/web-react/icon';
import { useFormat } from '../format/use-format.ts';
import { useWords } from '../words/context.tsx';
import { toldChange } from './told-change.ts';
import styles from './trend.module.css';

/** A change as a share of the earlier figure (`changeOf`), with the way it goes; none at all points nowhere. */
export function Trend({ change }: { change: number }) {
  const format = useFormat();
  const words = useWords();
  const told = toldChange(change, { words, format });
  if (change === 0) return <span className={styles.same}>{told}</span>;
  return (
    <span className={`${styles.moved} ${change < 0 ? styles.down : styles.up}`}>
      {change < 0 ? <IconArrowDown /> : <IconArrowUp />}
      <span className="wp-visually-hidden">{words(change < 0 ? 'chart.down' : 'chart.up')}</span>
      {told}
    </span>
  );
}
