import { IconNotification } from '@arco-design/web-react/icon';
import { clientStore, IconButton, usePermission, useWords } from '@waypost/host-sdk';
import { useAtom, useAtomValue } from 'jotai';
import { InboxDrawer } from './InboxDrawer.tsx';
import styles from './messages.module.css';
import { inboxOpenAtom, unreadAtom } from './state.ts';

/** More than this are not told apart beside the bell. */
const MOST_SHOWN = 99;

/** Counts the messages that were never opened, and opens the list of all. */
export function MessageBell() {
  const words = useWords();
  const may = usePermission();
  const unread = useAtomValue(unreadAtom, { store: clientStore });
  const [isOpen, setOpen] = useAtom(inboxOpenAtom, { store: clientStore });
  if (!may('system.message:read')) return null;
  return (
    <span className={styles.bell}>
      <IconButton
        label={unread === 0 ? words('inbox.title') : words('inbox.bell', { count: unread })}
        icon={<IconNotification />}
        hasPopup="dialog"
        onClick={() => setOpen(true)}
      />
      {unread === 0 ? null : (
        <b className={styles.count} aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </b>
      )}
      {isOpen ? <InboxDrawer onClose={() => setOpen(false)} /> : null}
    </span>
  );
}
