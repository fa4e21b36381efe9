import { NotifyStatus, type RowOf } from '@waypost/contract';
import { updateNotifyStatus } from '@waypost/contract/platform';
import { RelativeTime, ScreenLink, useClient, useWords } from '@waypost/host-sdk';
import { useEffect } from 'react';
import styles from './page.module.css';
import type { message } from './resource.ts';

interface MessageDetailsProps {
  message: RowOf<typeof message>;
  onRead: () => void;
}

/** The whole text. Seeing it makes it read. */
export function MessageDetails({
  message: { id, content, notify_status, send_time, screen },
  onRead,
}: MessageDetailsProps) {
  const words = useWords();
  const client = useClient();
  const isUnread = notify_status === NotifyStatus.unread;
  useEffect(() => {
    if (!isUnread) return;
    // A mark that fails leaves the message unread, which is what the list then shows.
    client.call(updateNotifyStatus, { id }).then(onRead, () => undefined);
  }, [client, id, isUnread, onRead]);
  return (
    <article className={styles.message}>
      <p className={styles.time}>
        <RelativeTime value={send_time} />
      </p>
      <p className={styles.content}>{content}</p>
      {screen === undefined ? null : <ScreenLink to={screen}>{words('system.message.open')}</ScreenLink>}
    </article>
  );
}
