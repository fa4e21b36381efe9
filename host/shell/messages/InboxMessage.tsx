import { NotifyStatus } from '@waypost/contract';
import { Button, RelativeTime, useGo, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from './messages.module.css';
import type { InboxRow } from './use-inbox.ts';

interface InboxMessageProps {
  message: InboxRow;
  /** It was opened: seeing the whole text makes it read. */
  onOpen: () => void;
  /** The person goes to what it is about. */
  onLeave: () => void;
}

/** One message: its title opens and closes the text, of which the first lines are there before. */
export function InboxMessage({ message, onOpen, onLeave }: InboxMessageProps) {
  const words = useWords();
  const go = useGo();
  const { screen } = message;
  const [isOpen, setOpen] = useState(false);
  const isUnread = message.notify_status === NotifyStatus.unread;
  const press = () => {
    setOpen(!isOpen);
    if (!isOpen) onOpen();
  };
  return (
    <li className={styles.row} data-unread={isUnread || undefined}>
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={press}>
        <span className={styles.name}>
          {isUnread ? <span className="wp-visually-hidden">{words('inbox.unread')}: </span> : null}
          {message.title}
        </span>
        <span className={styles.time}>
          <RelativeTime value={message.send_time} />
        </span>
      </button>
      <MessageText text={message.content} isWhole={isOpen} />
      {screen !== undefined && isOpen ? (
        <Button
          size="small"
          onClick={() => {
            onLeave();
            go(screen);
          }}
        >
          {words('inbox.open')}
        </Button>
      ) : null}
    </li>
  );
}

/** The whole text as it was written, or its first lines: there an empty line would stand for what could be read. */
function MessageText({ text, isWhole }: { text: string; isWhole: boolean }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return isWhole ? (
    <p className={styles.whole}>{text.trim()}</p>
  ) : (
    <p className={styles.begin}>{lines.join('\n')}</p>
  );
}
