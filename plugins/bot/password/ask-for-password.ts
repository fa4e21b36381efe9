import type { PluginContext, Session } from '@waypost/sdk';
import { ACCOUNT_STATES, type AccountStates, newId } from '@waypost/sdk';
import type { StoredBinding } from '../binding/bindings.ts';
import type { Bot } from '../bot.ts';
import type { BotConfig } from '../config/config.ts';
import { botMessage } from '../queue/message-resource.ts';
import { say } from '../words.ts';

/** Links to a new password that one account is sent within an hour. */
const MOST_PER_HOUR = 3;
const HOUR_MS = 3_600_000;
/** How long a chat has been bound before links go there: its owner was told at once, and may have ended it by then. */
const BOUND_MS = 24 * HOUR_MS;

/**
 * Puts a link to a new password into the queue, for the chat that is bound.
 * @returns what is answered instead; undefined: the link itself is the answer
 */
export async function askForPassword(
  { context, queue }: Bot,
  { binding, config }: { binding: StoredBinding; config: BotConfig },
  session?: Session,
): Promise<string | undefined> {
  const { owner, locale, chat_id, bind_time } = binding;
  if (!config.is_password_on) return say(locale, 'password.off');
  // Before it goes out it is asked once more: the account may have become an administrator's.
  if (!(await mayResetPassword(context, owner))) return say(locale, 'password.operator');
  if (context.clock.now() - new Date(bind_time).getTime() < BOUND_MS) return say(locale, 'password.too_new');
  const since = new Date(context.clock.now() - HOUR_MS);
  const asked = await context
    .model(botMessage)
    .countDocuments({ person: owner, kind: 'password_link', create_time: { $gt: since } })
    .session(session ?? null);
  if (asked >= MOST_PER_HOUR) return say(locale, 'password.too_often');
  await queue.put(
    { chat: chat_id, person: owner, kind: 'password_link', body: '', occasion: `password ${newId(context)}` },
    session,
  );
  const target = String(binding._id);
  await context.audit({ type: 'bot.binding.password_link', target, after: { account: owner } }, session);
  return undefined;
}

/** Whether an account may get a link to a new password in a chat: an administrator's never does. */
export async function mayResetPassword(context: PluginContext, account: string): Promise<boolean> {
  const states = context.require<AccountStates>(ACCOUNT_STATES, '^1.6');
  if (states === undefined) return false;
  return (await states.isActive(account)) && (await states.isCustomer(account));
}
