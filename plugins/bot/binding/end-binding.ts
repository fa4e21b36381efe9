import type { Session, SignedRequest } from '@waypost/sdk';
import type { Bot } from '../bot.ts';
import { botMessage } from '../queue/message-resource.ts';
import { bindingResource } from '../screens/telegram_bot_binding/resource.ts';
import type { EndReason } from '../telegram/values.ts';
import { findBound, publishBinding, type StoredBinding } from './bindings.ts';

interface Ending {
  reason: Exclude<EndReason, ''>;
  /** Missing: nobody asked for it by a call. */
  request?: SignedRequest | undefined;
}

/**
 * Ends the binding of a chat or an account, with what still waits for it. A second end changes nothing.
 * @returns whose it was; undefined: none was in force
 */
export async function endBinding(
  bot: Bot,
  { reason, request, ...which }: ({ chat: string } | { owner: string }) & Ending,
): Promise<string | undefined> {
  const { context } = bot;
  const ended = await context.transaction(async (session) => {
    const found = await findBound(context, which, session);
    if (found === undefined) return undefined;
    return (await endWithin(bot, found, { reason, request }, session)) ? found.owner : undefined;
  });
  if (ended !== undefined) publishBinding(context, ended);
  return ended;
}

/** The same within a transaction; pages are told behind it. @returns false: it was over before */
export async function endWithin(
  { context }: Bot,
  { _id, owner, chat_id, username, first_name }: StoredBinding,
  { reason, request }: Ending,
  session: Session,
): Promise<boolean> {
  const now = context.clock.date();
  const { modifiedCount } = await context.model(bindingResource).updateOne(
    { _id, state: 'bound', bound_chat: chat_id },
    {
      $set: { state: 'over', end_reason: reason, end_time: now, update_time: now },
      $unset: { bound_chat: '' },
      $inc: { version: 1 },
    },
    { session, timestamps: false },
  );
  if (modifiedCount === 0) return false;
  await context
    .model(botMessage)
    .updateMany(
      { chat_id, state: 'waiting', person: owner, claim: '' },
      { $set: { state: 'dropped', done_time: now, body: '' }, $inc: { version: 1 } },
      { session, timestamps: false },
    );
  await context.audit(
    {
      type: 'bot.binding.end',
      target: String(_id),
      after: { title: username || first_name, reason },
      ...(request === undefined ? {} : { request }),
    },
    session,
  );
  return true;
}
