import { ResourceList } from '@waypost/host-sdk';
import { sentMessage } from '../resource.ts';
import { SENT_TONES } from './sent-tones.ts';

/** Milliseconds between looks at how far messages are, and how many have read them. */
const REFETCH_MS = 10_000;

/** What was sent, the last first; a name leads to who has read it. */
export function SentList() {
  return (
    <ResourceList
      resource={sentMessage}
      call="inquire"
      owners={false}
      form={false}
      title="system.sent_message.list"
      tones={SENT_TONES}
      refetchEvery={REFETCH_MS}
      rowTo={({ id }) => `sent_message?id=${id}`}
      columns={['title', 'recipients', 'sender', 'state', 'sent_count', 'read_count', 'send_time']}
    />
  );
}
