import { Radio } from '@arco-design/web-react';
import { NotifyStatus, UNREAD_MESSAGE_POLL_MS } from '@waypost/contract';
import { Button, Drawer, PagedContent, useWords } from '@waypost/host-sdk';
import { InboxMessage } from './InboxMessage.tsx';
import styles from './messages.module.css';
import { useInbox } from './use-inbox.ts';

const FILTERS = [
  { value: 0, label: 'inbox.all' },
  { value: NotifyStatus.unread, label: 'inbox.unread' },
  { value: NotifyStatus.read, label: 'inbox.read' },
] as const;

/** The own messages, newest first, beside whatever page is open: opening it leaves nothing and loses nothing. */
export function InboxDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const { query, state, setState, read, readAll } = useInbox({ pollMs: UNREAD_MESSAGE_POLL_MS });
  const isEmpty = state.status === 0 && query.data?.count === 0;
  return (
    <Drawer
      title={words('inbox.title')}
      isOpen
      onClose={onClose}
      width={520}
      footer={
        // Never disabled: a button that goes out under the finger takes the focus along, and Esc with it.
        isEmpty ? null : <Button onClick={() => void readAll()}>{words('inbox.read_all')}</Button>
      }
    >
      <Radio.Group
        type="button"
        aria-label={words('inbox.filter')}
        value={state.status}
        onChange={(status: number) => setState({ ...state, status, page: 1 })}
        options={FILTERS.map(({ value, label }) => ({ value, label: words(label) }))}
      />
      <PagedContent
        query={query}
        paging={{
          bar: {
            page: state.page,
            pageSize: state.size,
            onPage: (page) => setState({ ...state, page }),
            onPageSize: (size) => setState({ ...state, size, page: 1 }),
          },
        }}
        empty={{
          title: words(state.status === NotifyStatus.unread ? 'inbox.none_unread' : 'inbox.none'),
          text: words('inbox.none_text'),
        }}
        barHeight={20}
      >
        {(messages) => (
          <ul className={styles.inbox}>
            {messages.map((message) => (
              <InboxMessage
                key={message.id}
                message={message}
                onOpen={() => void read(message)}
                onLeave={onClose}
              />
            ))}
          </ul>
        )}
      </PagedContent>
    </Drawer>
  );
}
