import { IconClose, IconMessage } from '@arco-design/web-react/icon';
import { useQueryClient } from '@tanstack/react-query';
import { Button, clientStore, IconButton, useClient, useGo, useRoom, useWords } from '@waypost/host-sdk';
import { useAtom } from 'jotai';
import { useLocation } from 'react-router-dom';
import { callPlatform } from '../app/call-platform.ts';
import styles from './messages.module.css';
import { inboxOpenAtom, type Notice, noticeAtom, unreadAtom } from './state.ts';

/** The screen that shows a new message by itself. */
const OWN_SCREEN = '/customer/message_list';

/**
 * The message that has just come, as a bar under the head of the page, behind drawers and menus; a press opens the inbox to read
 * it. It takes neither the focus nor the page: it is announced when the reader of the screen pauses, stays until it is closed, and
 * what is being filled in moves down below it.
 */
export function MessageNotice() {
  const [notice, setNotice] = useAtom(noticeAtom, { store: clientStore });
  const client = useClient();
  const queries = useQueryClient();
  const isShown = useLocation().pathname !== OWN_SCREEN;
  const close = async ({ id }: Notice) => {
    setNotice(undefined);
    try {
      await callPlatform(client, 'message/update-notify-status', { id });
    } catch {
      // It stays unread, and is there in the inbox.
      return;
    }
    clientStore.set(unreadAtom, (unread) => Math.max(0, unread - 1));
    await queries.invalidateQueries({ queryKey: ['message'] });
  };
  return (
    // There from the beginning: what appears together with its text is not announced.
    <div className={styles.place} role="status">
      {notice && isShown ? (
        <OpenNotice key={notice.id} notice={notice} onClose={() => void close(notice)} />
      ) : null}
    </div>
  );
}

function OpenNotice({
  notice: { title, content, screen },
  onClose,
}: {
  notice: Notice;
  onClose: () => void;
}) {
  const words = useWords();
  const go = useGo();
  const room = useRoom({ edge: 'above', gap: 0 });
  return (
    <section ref={room} className={styles.notice} aria-label={words('inbox.notice')}>
      <IconMessage className={styles.mark ?? ''} aria-hidden="true" />
      <button
        type="button"
        className={styles.message}
        title={words('inbox.show_all')}
        onClick={() => {
          onClose();
          clientStore.set(inboxOpenAtom, true);
        }}
      >
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{content}</span>
      </button>
      {screen === undefined ? null : (
        <Button
          kind="text"
          size="small"
          onClick={() => {
            onClose();
            go(screen);
          }}
        >
          {words('inbox.open')}
        </Button>
      )}
      <IconButton label={words('action.close')} icon={<IconClose />} onClick={onClose} />
    </section>
  );
}
