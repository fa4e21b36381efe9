import { Panel, RelativeTime, ScreenLink, useWords } from '@waypost/host-sdk';
import type { Home } from '../calls.ts';
import styles from './home.module.css';
import { ListSkeleton } from './ListSkeleton.tsx';

/** Messages that have not been read. */
export function MessagesCard({ messages }: { messages: Home['messages'] | undefined }) {
  const words = useWords();
  return (
    <Panel
      title={words('home.messages')}
      actions={<ScreenLink to="message_list">{words('home.all')}</ScreenLink>}
    >
      {messages === undefined ? (
        <ListSkeleton />
      ) : messages.count === 0 ? (
        <p className={styles.none}>{words('home.messages.none')}</p>
      ) : (
        <>
          <p className={styles.none}>{words('home.messages.unread', { count: messages.count })}</p>
          <ul className={styles.list}>
            {messages.recent.map(({ id, title, send_time }) => (
              <li key={id} className={styles.item}>
                <span className={styles.itemName}>
                  <ScreenLink to={`message_list?drawer=view:${id}`}>{title}</ScreenLink>
                </span>
                <span className={styles.itemTime}>
                  <RelativeTime value={send_time} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
