import { useFormat, useWords } from '@waypost/host-sdk';
import styles from './plans.module.css';
import { LIMIT_KINDS, type Limits } from './values.ts';

/** What a plan bounds: one a line, or in a line of their own. */
export function LimitList({ limits, isInline = false }: { limits: Limits; isInline?: boolean }) {
  const limitText = useLimitText();
  return (
    <ul className={isInline ? styles.inline : styles.limits}>
      {LIMIT_KINDS.map((kind) => (
        <li key={kind} data-open={limits[kind] === null || undefined}>
          {limitText(kind, limits[kind])}
        </li>
      ))}
    </ul>
  );
}

/** What a purchase changes of the limits: each as it is, and as it will be. */
export function LimitChanges({ before, after }: { before: Limits; after: Limits }) {
  const words = useWords();
  const limitText = useLimitText();
  const changed = LIMIT_KINDS.filter((kind) => before[kind] !== after[kind]);
  if (changed.length === 0) return words('wallet.limit.unchanged');
  return (
    <ul className={styles.limits}>
      {changed.map((kind) => (
        <li key={kind} data-less={isLess(after[kind], before[kind]) || undefined}>
          {limitText(kind, before[kind])} → {limitText(kind, after[kind])}
        </li>
      ))}
    </ul>
  );
}

/** Whether one limit is stricter than another; null: there is none. */
const isLess = (one: number | null, other: number | null): boolean =>
  one !== null && (other === null || one < other);

function useLimitText() {
  const words = useWords();
  const format = useFormat();
  return (kind: keyof Limits, most: number | null): string =>
    most === null
      ? words(`wallet.limit.${kind}.open`)
      : words(`wallet.limit.${kind}`, { count: format.number(most) });
}
