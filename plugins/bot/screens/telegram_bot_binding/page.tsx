import { ResourceList, TabbedPage, useWords } from '@waypost/host-sdk';
import { botMessage } from '../../queue/message-resource.ts';
import { Bindings } from './parts/Bindings.tsx';
import { BotSettings } from './parts/BotSettings.tsx';
import { OwnBinding } from './parts/OwnBinding.tsx';

const MESSAGE_TONES = {
  state: { waiting: 'warning', sent: 'good', failed: 'bad', dropped: 'neutral' },
} as const;

/** The own chat; for operators also whose account is bound to which chat, the bot itself and what it sent. */
export function Page() {
  const words = useWords();
  return (
    <TabbedPage
      title={words('menu.telegram_bot_binding')}
      text={words('bot.page.text')}
      tabs={[
        { name: 'own', title: 'bot.page.tab.own', content: <OwnBinding /> },
        {
          name: 'bindings',
          title: 'bot.page.tab.bindings',
          permission: 'bot.binding:read_all',
          content: <Bindings />,
        },
        { name: 'bot', title: 'bot.page.tab.bot', permission: 'bot.settings:read', content: <BotSettings /> },
        {
          name: 'messages',
          title: 'bot.page.tab.messages',
          permission: 'bot.message:read',
          content: <Messages />,
        },
      ]}
    />
  );
}

function Messages() {
  return (
    <ResourceList
      resource={botMessage}
      form={false}
      title="bot.message.title"
      tones={MESSAGE_TONES}
      columns={['account', 'kind', 'state', 'answer', 'attempts', 'chat_id', 'done_time']}
    />
  );
}
