import { Panel, ScreenLink, useCall, useFormat, useWords } from '@waypost/host-sdk';
import styles from '../../home/parts/home.module.css';
import { homeChangesCall } from '../calls.ts';

/** What changed while somebody was away, each with the way there; not there when nothing did. */
export function ChangesCard() {
  const words = useWords();
  const format = useFormat();
  const { data } = useCall(homeChangesCall, {});
  if (!data || data.since === null || data.lines.length === 0) return null;
  return (
    <Panel
      title={words('home_admin.changes')}
      text={words('home_admin.changes.since', { time: format.dateTime(data.since) })}
    >
      <ul className={styles.list}>
        {data.lines.map(({ text, screen }) => (
          <li key={screen} className={styles.item}>
            <ScreenLink to={screen}>{text}</ScreenLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
