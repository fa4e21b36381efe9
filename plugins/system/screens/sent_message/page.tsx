import type { RowOf } from '@waypost/contract';
import { RelativeTime, Tag, type ThingHandle, ThingPage, useWords } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { Readers } from './parts/Readers.tsx';
import { SENT_TONES } from './parts/sent-tones.ts';
import { TakeBack } from './parts/TakeBack.tsx';
import { Texts } from './parts/Texts.tsx';
import { sentMessage } from './resource.ts';

type Sent = RowOf<typeof sentMessage>;

/** Milliseconds between looks at the figures: soon while it goes out, then now and then. */
const SENDING_MS = 2_000;
const READING_MS = 10_000;

/** The page of one message that was sent: who has read it, what it says, and taking it back. */
export function Page() {
  const words = useWords();
  return (
    <ThingPage
      resource={sentMessage}
      back={{ screen: 'message_list?tab=sent', label: 'system.sent_message.list' }}
      state={(sent, page) => <State sent={sent} page={page} />}
      facts={({ recipients, sender, send_time }) => (
        <>
          {words('system.sent_message.facts', { recipients, sender })} · <RelativeTime value={send_time} />
        </>
      )}
      actions={(sent, page) => <TakeBack sent={sent} page={page} />}
      tabs={[
        {
          name: 'readers',
          title: 'system.sent_message.tab.readers',
          content: (sent) => <Readers sent={sent} />,
        },
        { name: 'text', title: 'system.sent_message.tab.text', content: (sent) => <Texts sent={sent} /> },
      ]}
    />
  );
}

function State({ sent: { state }, page }: { sent: Sent; page: ThingHandle }) {
  const words = useWords();
  const { reload } = page;
  useEffect(() => {
    const timer = setInterval(reload, state === 'sending' ? SENDING_MS : READING_MS);
    return () => clearInterval(timer);
  });
  return <Tag tone={SENT_TONES.state[state]}>{words(`system.sent_message.state.${state}`)}</Tag>;
}
