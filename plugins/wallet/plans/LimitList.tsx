import { useFormat, useWords } from '@waypost/host-sdk';
import styles from './plans.module.css';
import { LIMIT_KINDS, type Limits } from './values.ts';

/** What a plan bounds: one a line, or in a line of their own. */
export function LimitList({ limits, isInline = false }: { limits: Limits; isInline?: boolean }) {
  const words = useWords();
  const format = useFormat();
  return (
    <ul className={isInline ? styles.inline : styles.limits}>
      {LIMIT_KINDS.map((kind) => {
        const most = limits[kind];
        return (
          <li key={kind} data-open={most === null || undefined}>
            {most === null
              ? words(`wallet.limit.${kind}.open`)
              : words(`wallet.limit.${kind}`, { count: format.number(most) })}
          </li>
        );
      })}
    </ul>
  );
}
