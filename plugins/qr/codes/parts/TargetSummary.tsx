import { useWords } from '@waypost/host-sdk';
import type { Target } from '../../screens/qr_code_list/resource.ts';
import { targetName, targetPlace } from '../target-name.ts';
import styles from './target-summary.module.css';

/** The first target of a code and how many there are beside it. */
export function TargetSummary({ targets }: { targets: readonly Target[] }) {
  const words = useWords();
  const [first] = targets;
  if (!first) return null;
  return (
    <span className={styles.summary} title={targets.map((target) => targetName(target, words)).join('\n')}>
      <span className={styles.host}>{targetPlace(first, words)}</span>
      {targets.length > 1 ? (
        <span className={styles.more}>{words('qr.code.target_more', { count: targets.length - 1 })}</span>
      ) : null}
    </span>
  );
}
