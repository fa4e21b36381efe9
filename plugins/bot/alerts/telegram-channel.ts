import { MESSAGE_CHANNEL_POINT, type MessageChannel } from '@waypost/sdk';
import type { StoredBinding } from '../binding/bindings.ts';
import type { Bot } from '../bot.ts';
import { readConfig } from '../config/config.ts';
import { bindingResource } from '../screens/telegram_bot_binding/resource.ts';
import { titled } from '../telegram/html.ts';
import { say } from '../words.ts';
import { quietHoursOf, quietUntil } from './quiet-hours.ts';

const SECOND_MS = 1_000;
type Delivered = Parameters<MessageChannel['deliver']>[0];

/**
 * Lets every message of the platform and its plugins reach bound chats as well, but for kinds that people do not want there. It waits
 * for others of its kind, and for the end of hours in which somebody wants to hear nothing.
 */
export function contributeChannel(bot: Bot): void {
  const channel = { title: 'plugin.bot', deliver: (message: Delivered) => deliver(bot, message) };
  bot.context.points.contribute(MESSAGE_CHANNEL_POINT, '^1.1', 'bot.telegram', channel);
}

async function deliver({ context, queue }: Bot, message: Delivered): Promise<void> {
  const { token, gather_seconds } = await readConfig(context);
  if (token === '') return;
  const gathered = context.clock.now() + gather_seconds * SECOND_MS;
  const told = new Map(message.recipients.map((one) => [one.id, one.message]));
  const bound = await context
    .model(bindingResource)
    .find({ owner: { $in: [...told.keys()] }, state: 'bound', muted: { $ne: message.kind } })
    .lean();
  for (const { owner, chat_id, locale, ...chosen } of bound) {
    const quiet = quietHoursOf(chosen, context.platform.timeZone);
    await queue.put({
      chat: chat_id,
      person: String(owner),
      kind: 'alert',
      about: message.kind,
      after: new Date((quiet && quietUntil(quiet, gathered)) ?? gathered),
      body: textOf(message, locale, context.platform.publicUrl),
      // The same message in the inbox, handed over again, is the same message here.
      occasion: `inbox ${told.get(String(owner)) ?? ''}`,
    });
  }
  if (bound.length > 0) await queue.wake();
}

function textOf({ texts, screen }: Delivered, locale: StoredBinding['locale'], publicUrl: string): string {
  const { title, content } = texts[locale];
  const link =
    screen === undefined
      ? undefined
      : { text: say(locale, 'open'), url: `${publicUrl}/#/customer/${screen}` };
  return titled({ title, content, link });
}
