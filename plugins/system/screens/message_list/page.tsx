import { NotifyStatus } from '@waypost/contract';
import {
  Button,
  confirmDanger,
  notify,
  ResourceList,
  useClient,
  usePermission,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { clearMessages, SEND } from './calls.ts';
import { MessageDetails } from './MessageDetails.tsx';
import { message } from './resource.ts';
import { SendMessage } from './SendMessage.tsx';

const TONES = {
  notify_status: { [NotifyStatus.unread]: 'warning', [NotifyStatus.read]: 'neutral' },
} as const;

/** The own inbox; for those who may, a form to write to others. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const client = useClient();
  const { reload } = useResource(message);
  const [isSending, setSending] = useState(false);

  const clear = () =>
    confirmDanger({
      title: words('system.message.clear.title'),
      text: words('system.message.clear.confirm'),
      verb: words('system.message.clear'),
      run: async () => {
        const { count } = await client.call(clearMessages, {});
        notify.success(words('system.message.clear.done', { count }));
        reload();
      },
    });

  return (
    <>
      <ResourceList
        resource={message}
        form={false}
        tones={TONES}
        columns={['title', 'content', 'notify_status', 'send_time', 'view_time']}
        details={(row) => <MessageDetails message={row} onRead={reload} />}
        toolbar={
          <>
            {may('system.message:delete') ? (
              <Button onClick={() => void clear()}>{words('system.message.clear')}</Button>
            ) : null}
            {may(SEND) ? (
              <Button kind="primary" onClick={() => setSending(true)}>
                {words('system.message.send')}
              </Button>
            ) : null}
          </>
        }
      />
      {isSending ? <SendMessage onClose={() => setSending(false)} onSent={reload} /> : null}
    </>
  );
}
