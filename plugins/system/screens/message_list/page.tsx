import {
  Button,
  Page as Frame,
  Tabs,
  useGo,
  usePermission,
  useQuery,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { SendMessage } from '../sent_message/parts/SendMessage.tsx';
import { SentList } from '../sent_message/parts/SentList.tsx';
import { SEND, sentMessage } from '../sent_message/resource.ts';
import { Inbox } from './Inbox.tsx';
import { message } from './resource.ts';

const TABS = ['inbox', 'sent'] as const;

/** The own inbox; for those who write to others, what they have sent as well. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const go = useGo();
  const [query] = useQuery();
  if (!may(`${sentMessage.name}:read`)) return <Inbox toolbar={<Send />} />;
  const tab = query.get('tab') === 'sent' ? 'sent' : 'inbox';
  return (
    <Frame title={words('menu.message_list')} actions={<Send />}>
      <Tabs
        label={words('menu.message_list')}
        tabs={TABS.map((name) => ({ name, title: words(`system.message.tab.${name}`) }))}
        current={tab}
        // What one list was narrowed by is nothing to the other.
        onChange={(name) => go('message_list', name === 'inbox' ? {} : { tab: name })}
      >
        {tab === 'inbox' ? <Inbox title="system.message.tab.inbox" /> : <SentList />}
      </Tabs>
    </Frame>
  );
}

/** Writing to others, for those who may. */
function Send() {
  const words = useWords();
  const may = usePermission();
  const reloadInbox = useReloadArea(message.area);
  const reloadSent = useReloadArea(sentMessage.area);
  const [isOpen, setOpen] = useState(false);
  if (!may(SEND)) return null;
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {words('system.sent_message.send')}
      </Button>
      {isOpen ? (
        <SendMessage
          onClose={() => setOpen(false)}
          onSent={() => void Promise.all([reloadInbox(), reloadSent()])}
        />
      ) : null}
    </>
  );
}
