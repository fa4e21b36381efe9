import { useWords, type WordsFunction } from '@waypost/host-sdk';
import type { Target } from '../../screens/qr_code_list/resource.ts';
import styles from './target-summary.module.css';

/** The host of an address, which is what tells two targets apart in a narrow column. */
function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

/** What a target is called: its address, the name of its contact, or that it is a picture or a pool. */
export function targetName({ url, contact, pool }: Target, words: WordsFunction): string {
  return url ?? contact?.name ?? words(pool === undefined ? 'qr.code.target.picture' : 'qr.code.target.pool');
}

/** The first target of a code and how many there are beside it. */
export function TargetSummary({ targets }: { targets: readonly Target[] }) {
  const words = useWords();
  const [first] = targets;
  if (!first) return null;
  return (
    <span className={styles.summary} title={targets.map((target) => targetName(target, words)).join('\n')}>
      <span className={styles.host}>{hostOf(targetName(first, words))}</span>
      {targets.length > 1 ? (
        <span className={styles.more}>{words('qr.code.target_more', { count: targets.length - 1 })}</span>
      ) : null}
    </span>
  );
}
