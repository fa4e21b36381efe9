import { PASSWORD_CHANGED_EVENT, type PluginContext, tellNow } from '@waypost/sdk';
import { z } from 'zod';
import { chatName, findBound, publishBinding } from './bindings.ts';
import { links } from './links.ts';

const zPasswordChanged = z.object({ account: z.string() });

/**
 * Whoever had the old password may have made a link, or bound a chat that goes on having links to new passwords sent to it: with
 * the password a waiting link ends, and the account is told of the chat that stays.
 */
export function followPasswords(context: PluginContext): void {
  context.events.on(PASSWORD_CHANGED_EVENT, async (payload) => {
    const { account } = zPasswordChanged.parse(payload);
    const { deletedCount } = await links(context).deleteOne({ _id: account, used_time: null });
    if (deletedCount > 0) publishBinding(context, account);
    await tellWhatStays(context, account);
  });
}

async function tellWhatStays(context: PluginContext, owner: string): Promise<void> {
  const bound = await findBound(context, { owner });
  if (bound === undefined) return;
  const chat = chatName(bound);
  await tellNow(context, {
    to: { accounts: [owner] },
    words: 'bot.notice.still_bound',
    params: { chat },
    plain: { title: 'Telegram', content: chat },
    occasion: `${String(bound._id)} still ${context.clock.date().toISOString()}`,
    screen: 'telegram_bot_binding',
  });
}
