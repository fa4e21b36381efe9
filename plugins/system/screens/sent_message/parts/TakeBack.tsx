import { type RowOf, YesNo } from '@waypost/contract';
import {
  Button,
  Can,
  confirmDanger,
  notify,
  type ThingHandle,
  useClient,
  useFormat,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { takeBackMessage } from '../calls.ts';
import type { sentMessage } from '../resource.ts';

interface TakeBackProps {
  sent: RowOf<typeof sentMessage>;
  page: ThingHandle;
}

/** Takes a message from whoever has not read it, after a question that says from how many. */
export function TakeBack({ sent, page }: TakeBackProps) {
  const words = useWords();
  const format = useFormat();
  const client = useClient();
  const track = useTrackOperation();
  if (sent.is_open !== YesNo.yes) return null;
  const { title, unread_count, read_count } = sent;
  const ask = () =>
    confirmDanger({
      title: words('system.sent_message.take_back.title', { title }),
      text: words('system.sent_message.take_back.text', {
        unread: format.number(unread_count),
        read: format.number(read_count),
      }),
      verb: words('system.sent_message.take_back'),
      run: async () => {
        const { count, operation } = await client.call(takeBackMessage, { id: sent.id });
        if (operation === undefined) notify.success(words('system.sent_message.take_back.done', { count }));
        else track(operation);
        page.reload();
      },
    });
  return (
    <Can permission="system.sent_message:take_back">
      <Button onClick={() => void ask()}>{words('system.sent_message.take_back')}</Button>
    </Can>
  );
}
