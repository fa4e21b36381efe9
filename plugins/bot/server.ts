import { definePlugin } from '@waypost/sdk';
import { contributeAccountData } from './account-data.ts';
import { contributeChannel } from './alerts/telegram-channel.ts';
import { followPasswords } from './binding/follow-passwords.ts';
import { links } from './binding/links.ts';
import type { Bot } from './bot.ts';
import { configs } from './config/config.ts';
import { keepTending } from './config/tend-bot.ts';
import { migrations } from './migrations/index.ts';
import { offerHelp } from './password/offer-help.ts';
import { defineSendPasswordLink } from './password/send-password-link.ts';
import { mountMessages } from './queue/mount-messages.ts';
import { createQueue } from './queue/queue.ts';
import { keepSending } from './queue/send-messages.ts';
import { turns } from './queue/turn.ts';
import { mountBindings } from './screens/telegram_bot_binding/routes.ts';
import { keepPolling } from './updates/poll.ts';
import { updates } from './updates/take-update.ts';

/** A bot at Telegram: people bind their accounts to a chat, hear there what they want to hear, and ask. */
export const plugin = definePlugin({
  id: 'bot',
  migrations,
  async setup(context) {
    for (const declare of [configs, links, turns, updates]) declare(context);
    const bot: Bot = { context, queue: createQueue(context) };
    mountBindings(bot);
    mountMessages(bot);
    contributeChannel(bot);
    contributeAccountData(context);
    followPasswords(context);
    defineSendPasswordLink(bot);
    offerHelp(bot);
    await keepSending(bot);
    await keepTending(bot);
    await keepPolling(bot);
  },
});
