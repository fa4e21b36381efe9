import { type PluginContext, tellNow } from '@waypost/sdk';
import { chatName, findBound } from './bindings.ts';
import { links } from './links.ts';

/** Accounts that are told in one look. */
const MOST_TOLD = 100;

/** Links by which a chat was bound, and nobody was told. */
const UNTOLD = { used_time: { $ne: null }, told_time: null };

/** Tells those whom `tellBound` could not reach, or whose process ended before it did. */
export async function tellUntold(context: PluginContext): Promise<void> {
  const found = await links(context).find(UNTOLD).limit(MOST_TOLD).lean();
  for (const { _id } of found) await tellBound(context, _id);
}

/**
 * Tells somebody in the inbox that a chat is bound to the account: whoever did not do it themselves learns of it where the chat
 * cannot take the message away. Of one binding once, however often it is said.
 */
export async function tellBound(context: PluginContext, owner: string): Promise<void> {
  const link = await links(context)
    .findOne({ _id: owner, ...UNTOLD })
    .lean();
  if (link === null) return;
  try {
    if (!(await tell(context, owner))) return;
    const told_time = context.clock.date();
    await links(context).updateOne({ _id: owner, hash: link.hash }, { $set: { told_time } });
  } catch (error) {
    // The binding stands, and its screen says so; the next look tells it.
    context.log.error({ error, owner }, 'an account was not told that a chat was bound to it');
  }
}

/** @returns false: nobody takes messages now */
async function tell(context: PluginContext, owner: string): Promise<boolean> {
  const bound = await findBound(context, { owner });
  if (bound === undefined) return true;
  const { _id, bind_time } = bound;
  const chat = chatName(bound);
  return tellNow(context, {
    to: { accounts: [owner] },
    words: 'bot.notice.bound',
    params: { chat },
    plain: { title: 'Telegram', content: chat },
    occasion: `${String(_id)} ${bind_time.toISOString()}`,
    screen: 'telegram_bot_binding',
  });
}
