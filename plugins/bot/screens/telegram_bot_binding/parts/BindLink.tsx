import type { ResultOf } from '@waypost/contract';
import { CopyText, clockOf, QrPicture, useSecondsLeft, useWords } from '@waypost/host-sdk';
import type { makeLinkCall } from '../calls.ts';
import styles from './bot.module.css';

/** A link that binds, as text and as a picture to scan, and how long it works. */
export function BindLink({ made: { link, picture, expires_at } }: { made: ResultOf<typeof makeLinkCall> }) {
  const words = useWords();
  const seconds = useSecondsLeft(expires_at);
  if (seconds === 0) return <p role="status">{words('bot.page.link.over')}</p>;
  return (
    <div className={styles.link}>
      <QrPicture picture={picture} label={words('bot.page.link.picture')} />
      <div className={styles.where}>
        <CopyText value={link} isWhole />
        <p>
          <a href={link} target="_blank" rel="noreferrer">
            {words('bot.page.link.open')}
          </a>
        </p>
        <p>
          {words('bot.page.link.left')}: <span className={styles.clock}>{clockOf(seconds)}</span>
        </p>
      </div>
    </div>
  );
}
