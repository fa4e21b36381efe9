import { IconDelete } from '@arco-design/web-react/icon';
import { NotifyStatus, type RowOf } from '@waypost/contract';
import { readAllMessages } from '@waypost/contract/platform';
import {
  type BatchAction,
  Button,
  confirmDanger,
  type MenuItem,
  notify,
  ResourceList,
  type RowAction,
  useAction,
  useClient,
  usePermission,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { clearMessages, removeMessage } from './calls.ts';
import { MessageDetails } from './MessageDetails.tsx';
import styles from './page.module.css';
import { message } from './resource.ts';

type Row = RowOf<typeof message>;
const TONES = {
  notify_status: { [NotifyStatus.unread]: 'warning', [NotifyStatus.read]: 'neutral' },
} as const;
const DELETE = 'system.message:delete';

interface InboxProps {
  /** Locale key; default: the screen's. */
  title?: string;
  /** What else stands over the list. */
  toolbar?: ReactNode;
}

/** The own messages, and what is done with them. */
export function Inbox({ title, toolbar }: InboxProps) {
  const { reload } = useResource(message);
  const removal = useRemoval();
  const clearAll = useClearAll();
  return (
    <ResourceList
      resource={message}
      form={false}
      {...(title === undefined ? {} : { title })}
      tones={TONES}
      columns={[
        { field: 'title', render: (row) => <Subject message={row} /> },
        { field: 'send_time', width: 164 },
        { field: 'notify_status', isHidden: true },
        { field: 'content', isHidden: true },
        { field: 'view_time', isHidden: true },
      ]}
      details={(row) => <MessageDetails message={row} onRead={reload} />}
      rowActions={[removal.row]}
      batchActions={[removal.batch]}
      moreItems={clearAll}
      toolbar={({ isEmpty }) => (
        <>
          {isEmpty ? null : <ReadAll />}
          {toolbar}
        </>
      )}
    />
  );
}

/** The title, bold and with a dot until it was read, with the beginning of the text. */
function Subject({ message: { title, content, notify_status } }: { message: Row }) {
  const words = useWords();
  const isUnread = notify_status === NotifyStatus.unread;
  return (
    <span className={styles.subject} data-unread={isUnread || undefined}>
      <span className={styles.title}>
        {isUnread ? (
          <span className="wp-visually-hidden">
            {words(`system.message.notify_status.${NotifyStatus.unread}`)}:{' '}
          </span>
        ) : null}
        {title}
      </span>
      <span className={styles.preview}>{content}</span>
    </span>
  );
}

/** Deleting one, or several that were chosen. */
function useRemoval(): { row: RowAction<Row>; batch: BatchAction<Row> } {
  const words = useWords();
  const client = useClient();
  const shared = { name: 'remove', label: 'action.delete', permission: DELETE, isDangerous: true };
  const verb = words('action.delete');
  return {
    row: {
      ...shared,
      icon: <IconDelete />,
      confirm: ({ title }) => ({
        title: words('remove.title', { name: title }),
        text: words('system.message.remove.confirm', { name: title }),
        verb,
      }),
      run: async ({ id }, list) => {
        await client.call(removeMessage, { id });
        list.reload();
      },
    },
    batch: {
      ...shared,
      confirm: ({ length }) => ({
        title: words('remove.many_title', { count: length }),
        text: words('system.message.remove.many'),
        verb,
      }),
      run: async (rows, list) => {
        try {
          for (const { id } of rows) await client.call(removeMessage, { id });
        } finally {
          list.clearSelection();
          list.reload();
        }
      },
    },
  };
}

function ReadAll() {
  const words = useWords();
  const { run, isRunning } = useAction(readAllMessages);
  const { reload } = useResource(message);
  const read = async () => {
    const { count } = await run({});
    notify.success(words('system.message.read_all.done', { count }));
    await reload();
  };
  return (
    <Button isBusy={isRunning} onClick={() => void read().catch(() => undefined)}>
      {words('system.message.read_all')}
    </Button>
  );
}

/** Emptying the inbox, for those who may. */
function useClearAll(): readonly MenuItem[] {
  const words = useWords();
  const may = usePermission();
  const client = useClient();
  const { reload } = useResource(message);
  if (!may(DELETE)) return [];
  const clear = () =>
    confirmDanger({
      title: words('system.message.clear.title'),
      text: words('system.message.clear.confirm'),
      verb: words('system.message.clear'),
      run: async () => {
        const { count } = await client.call(clearMessages, {});
        notify.success(words('system.message.clear.done', { count }));
        await reload();
      },
    });
  return [
    {
      name: 'clear',
      label: words('system.message.clear'),
      icon: <IconDelete />,
      isDangerous: true,
      onSelect: () => void clear(),
    },
  ];
}
