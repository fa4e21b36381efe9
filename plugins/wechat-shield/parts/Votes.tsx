import { useFormat, useWords } from '@waypost/host-sdk';
import type { Vote } from '../detection/values.ts';
import { StatusTag } from './StatusTag.tsx';
import styles from './shield.module.css';

/** What each provider said of an address, and whether it counts. */
export function Votes({ votes }: { votes: readonly Vote[] }) {
  const words = useWords();
  if (votes.length === 0) return <p className={styles.text}>{words('wechat-shield.votes.none')}</p>;
  return (
    <ul className={styles.votes}>
      {votes.map((vote) => (
        <VoteLine key={vote.provider} vote={vote} />
      ))}
    </ul>
  );
}

function VoteLine({ vote: { name, status, fault, counts, raw, ms } }: { vote: Vote }) {
  const words = useWords();
  const format = useFormat();
  return (
    <li className={styles.vote}>
      <div>
        <h3 className={styles.name}>{name}</h3>
        {ms === 0 ? null : (
          <p className={styles.quiet}>{words('wechat-shield.votes.took', { count: format.number(ms) })}</p>
        )}
      </div>
      <div>
        <StatusTag status={status} />
        {status !== 4 && !counts ? (
          <p className={styles.quiet}>{words('wechat-shield.votes.uncounted')}</p>
        ) : null}
      </div>
      <div className={styles.answer}>
        {fault === '' ? null : <p className={styles.text}>{words(`wechat-shield.vote.fault.${fault}`)}</p>}
        {raw === '' ? (
          <p className={styles.quiet}>{words('wechat-shield.votes.no_raw')}</p>
        ) : (
          <section
            className={styles.raw}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its box is scrolled with the keyboard, too
            tabIndex={0}
            aria-label={words('wechat-shield.votes.raw', { name })}
          >
            {raw}
          </section>
        )}
      </div>
    </li>
  );
}
