import { Radio } from '@arco-design/web-react';
import { NotifyStatus, UNREAD_MESSAGE_POLL_MS } from '@waypost/contract';
import { Button, Drawer, EmptyState, ErrorState, Pagination, Skeleton, useWords } from '@waypost/host-sdk';
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
  const { data, error } = query;
  const isEmpty = state.status === 0 && data?.count === 0;
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
      {data === undefined && error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={6} height={20} />
      ) : data.count === 0 ? (
        <EmptyState
          title={words(state.status === NotifyStatus.unread ? 'inbox.none_unread' : 'inbox.none')}
          text={words('inbox.none_text')}
        />
      ) : (
        <>
          <ul className={styles.inbox}>
            {data.content.map((message) => (
              <InboxMessage
                key={message.id}
                message={message}
                onOpen={() => void read(message)}
                onLeave={onClose}
              />
            ))}
          </ul>
          <Pagination
            page={state.page}
            pageSize={state.size}
            count={data.count}
            onPage={(page) => setState({ ...state, page })}
            onPageSize={(size) => setState({ ...state, size, page: 1 })}
          />
        </>
      )}
    </Drawer>
  );
}
