import type { Locale } from '@waypost/contract';
import { ACCOUNT_STATES, type AccountStates, newRow, type PluginContext, type Session } from '@waypost/sdk';
import { bindingResource } from '../screens/telegram_bot_binding/resource.ts';
import type { Writer } from '../updates/update.ts';
import { localeOf, say } from '../words.ts';
import { findBound } from './bindings.ts';
import { hashOf, links } from './links.ts';

/** What is answered, in which language, and whose pages are to hear of it. */
export interface Bound {
  text: string;
  /** Whose page shows what became of the link; undefined: nobody's. */
  account?: string;
}

/** Binds the chat of somebody who opened a link to the account that it was made for. */
export async function bind(
  context: PluginContext,
  { writer, token, botId }: { writer: Writer; token: string; botId: string },
  session: Session,
): Promise<Bound> {
  const link = await links(context)
    .findOne({ hash: hashOf(token) })
    .session(session)
    .lean();
  if (link === null) return { text: say(localeOf(writer.languageCode), 'link.unknown') };
  const locale = link.locale as Locale;
  const account = link._id;
  const now = context.clock.date();
  const refused = async (key: string, params: Record<string, string> = {}): Promise<Bound> => {
    await links(context).updateOne({ _id: account }, { $set: { refused_time: now } }, { session });
    return { text: say(locale, key, params), account };
  };
  if (link.used_time !== null) return refused('link.used');
  if (link.expires_at <= now) return refused('link.late');
  const states = context.require<AccountStates>(ACCOUNT_STATES, '^1.6');
  if (!(await states?.isActive(account))) return refused('link.unknown');
  const [taken, own] = [
    await findBound(context, { chat: writer.chat }, session),
    await findBound(context, { owner: account }, session),
  ];
  if (taken !== undefined) return refused(taken.owner === account ? 'link.used' : 'link.chat_taken');
  if (own !== undefined) return refused('link.account_taken');
  await links(context).updateOne({ _id: account }, { $set: { used_time: now } }, { session });
  const id = await write(context, { writer, account, locale, botId }, session);
  await context.audit(
    {
      type: 'bot.binding.bind',
      target: id,
      after: { title: writer.username || writer.firstName, account, chat_id: writer.chat },
    },
    session,
  );
  const name = (await states?.names([account]))?.[account] ?? '';
  const title = context.platform.systemTitle;
  return { text: `${say(locale, 'bound', { account: name, title })}\n\n${say(locale, 'commands')}`, account };
}

/** The account's row, which may be there from an earlier binding, with what was chosen then. @returns its id */
async function write(
  context: PluginContext,
  { writer, account, locale, botId }: { writer: Writer; account: string; locale: Locale; botId: string },
  session: Session,
): Promise<string> {
  const model = context.model(bindingResource);
  const now = context.clock.date();
  const fields = {
    first_name: writer.firstName,
    username: writer.username,
    language_code: writer.languageCode ?? '',
    chat_id: writer.chat,
    bound_chat: writer.chat,
    bind_time: now,
    bot_id: botId,
    locale,
    state: 'bound' as const,
    end_reason: '' as const,
    end_time: null,
  };
  const found = await model
    .findOneAndUpdate(
      { owner: account },
      { $set: { ...fields, update_time: now }, $inc: { version: 1 } },
      { session },
    )
    .lean();
  if (found !== null) return String(found._id);
  const row = newRow(context, bindingResource, fields, { owner: account });
  await model.create([row], { session });
  return String(row._id);
}
