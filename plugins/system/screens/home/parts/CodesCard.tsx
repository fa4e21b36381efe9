import { EmptyState, Panel, RelativeTime, ScreenLink, useWords } from '@waypost/host-sdk';
import type { Home } from '../calls.ts';
import styles from './home.module.css';
import { ListSkeleton } from './ListSkeleton.tsx';

/** The codes made last. */
export function CodesCard({ codes }: { codes: Home['codes'] }) {
  const words = useWords();
  return (
    <Panel
      title={words('home.codes')}
      {...(codes ? { text: words('home.codes.count', { count: codes.count }) } : {})}
      actions={<ScreenLink to="qr_code_list">{words('home.all')}</ScreenLink>}
    >
      {codes === undefined ? (
        <ListSkeleton />
      ) : codes.recent.length === 0 ? (
        <EmptyState title={words('home.codes.empty.title')} text={words('home.codes.empty.text')} />
      ) : (
        <ul className={styles.list}>
          {codes.recent.map(({ id, title, detail, screen, create_time }) => (
            <li key={id} className={styles.item}>
              <span className={styles.itemName}>
                <ScreenLink to={screen}>{title}</ScreenLink>
              </span>
              <span className={styles.mono}>{detail}</span>
              <span className={styles.itemTime}>
                <RelativeTime value={create_time} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
