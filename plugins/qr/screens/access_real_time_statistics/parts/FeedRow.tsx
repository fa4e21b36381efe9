import { RelativeTime, useWords } from '@waypost/host-sdk';
import { CodeLink } from '../../../codes/parts/CodeLink.tsx';
import { VisitorDevice } from '../../visitor/parts/cells.tsx';
import { VisitorPlace } from '../../visitor/parts/VisitorPlace.tsx';
import type { LiveVisit } from './feed.ts';
import styles from './live.module.css';

/** One visit in two lines: the code and when; who, from where, with what. */
export function FeedRow({ visit }: { visit: LiveVisit }) {
  const words = useWords();
  return (
    <li className={styles.visit}>
      <span className={styles.code}>
        <CodeLink id={visit.link} name={visit.name} />
      </span>
      <span className={styles.time}>
        <RelativeTime value={visit.last_time} />
      </span>
      <span className={styles.facts}>
        <span className={styles.address}>{visit.ip}</span>
        <VisitorPlace visitor={visit} />
        <VisitorDevice visitor={visit} />
        <span>{words.first([`qr.visit.app.${visit.app}`, visit.app])}</span>
      </span>
      <span className={styles.times}>{words('qr.live.times', { count: visit.count })}</span>
    </li>
  );
}
