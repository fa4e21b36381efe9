import { IconCheck, IconMinus } from '@arco-design/web-react/icon';
import { useFormat, useWords } from '@waypost/host-sdk';
import { inForce, limitChanges } from './limit-changes.ts';
import styles from './plans.module.css';
import { LIMIT_KINDS, type Limits } from './values.ts';

interface LimitListProps {
  limits: Limits;
  /** In a line of their own instead of one a line. */
  isInline?: boolean;
  /** A tick before what a plan includes. */
  isTicked?: boolean;
}

/** What a plan bounds. */
export function LimitList({ limits, isInline = false, isTicked = false }: LimitListProps) {
  const limitText = useLimitText();
  return (
    <ul className={isInline ? styles.inline : styles.limits}>
      {LIMIT_KINDS.map((kind) => (
        <li key={kind} data-open={limits[kind] === null || undefined}>
          {isTicked ? <Mark isIncluded={limits[kind] !== 0} /> : null}
          {limitText(kind, inForce(kind, limits))}
        </li>
      ))}
    </ul>
  );
}

function Mark({ isIncluded }: { isIncluded: boolean }) {
  return (
    <span className={styles.mark} data-included={isIncluded || undefined}>
      {isIncluded ? <IconCheck /> : <IconMinus />}
    </span>
  );
}

/** What a purchase changes of the limits: each as it is, and as it will be. */
export function LimitChanges({ before, after }: { before: Limits; after: Limits }) {
  const words = useWords();
  const limitText = useLimitText();
  const changed = limitChanges(before, after);
  if (changed.length === 0) return words('wallet.limit.unchanged');
  return (
    <ul className={styles.limits}>
      {changed.map((change) => (
        <li key={change.kind} data-less={change.isLess || undefined}>
          {limitText(change.kind, change.before)} → {limitText(change.kind, change.after)}
        </li>
      ))}
    </ul>
  );
}

function useLimitText() {
  const words = useWords();
  const format = useFormat();
  return (kind: keyof Limits, most: number | null): string =>
    most === null
      ? words(`wallet.limit.${kind}.open`)
      : words.first([...(most === 0 ? [`wallet.limit.${kind}.none`] : []), `wallet.limit.${kind}`], {
          count: format.number(most),
        });
}
