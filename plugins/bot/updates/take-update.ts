import { againWhenTaken, type CollectionDeclaration, type PluginContext, type Session } from '@waypost/sdk';
import { bind } from '../binding/bind.ts';
import { findBound, publishBinding } from '../binding/bindings.ts';
import { endWithin } from '../binding/end-binding.ts';
import { tellBound } from '../binding/tell-bound.ts';
import type { Bot } from '../bot.ts';
import type { BotConfig } from '../config/config.ts';
import { botMessage } from '../queue/message-resource.ts';
import { localeOf, say } from '../words.ts';
import { answerCommand } from './commands.ts';
import type { Reply } from './reply.ts';
import { endPress, readPress, sayToPress, type TakenPress } from './take-press.ts';
import { commandOf, type Update, type Writer, writerOf, zUpdate } from './update.ts';

/** Days for which it is known what was acted on: Telegram keeps updates for one. */
const KEPT_SECONDS = 3 * 86_400;
/** Answers that wait for one chat; whoever writes faster than Telegram lets us answer is not answered. */
const MOST_WAITING = 10;
/** A group is answered once in so long, whoever there writes and however often. */
const GROUP_MS = 3_600_000;

const UPDATES: CollectionDeclaration<{ _id: string; time: Date }> = {
  name: 'update',
  onUninstall: 'drop',
  fields: { _id: String, time: Date },
  indexes: [{ keys: { time: 1 }, expireAfterSeconds: KEPT_SECONDS }],
};

export const updates = (context: PluginContext) => context.collection(UPDATES);

/**
 * Acts on what Telegram tells, once: what follows is written in one transaction with the number of the update, so that the
 * same update again, from whichever process, changes nothing and is not answered twice.
 */
export async function takeUpdate(bot: Bot, config: BotConfig, given: unknown): Promise<void> {
  const { context, queue } = bot;
  const parsed = zUpdate.safeParse(given);
  if (!parsed.success) {
    context.log.warn({ error: parsed.error.message }, 'an update of Telegram could not be read');
    return;
  }
  const update = parsed.data;
  const id = `${config.bot_id}:${update.update_id}`;
  // Whoever presses a button twice may have changed their mind: one that was acted on is not acted on again.
  const isKnown =
    update.callback_query !== undefined && (await updates(context).exists({ _id: id })) !== null;
  const press = isKnown ? undefined : await readPress(bot, update);
  const told = await context.transaction((session) =>
    againWhenTaken(async () => {
      const { upsertedCount } = await updates(context).updateOne(
        { _id: id },
        { $setOnInsert: { time: context.clock.date() } },
        { upsert: true, session },
      );
      return upsertedCount === 0 ? undefined : act(bot, { config, update, press }, session);
    }),
  );
  if (told !== undefined) {
    publishBinding(context, told);
    await tellBound(context, told);
  }
  await queue.wake();
  if (update.callback_query !== undefined) await endPress(bot, config, update.callback_query.id);
}

/** @returns whose pages have to be told */
async function act(
  bot: Bot,
  { config, update, press }: { config: BotConfig; update: Update; press: TakenPress | undefined },
  session: Session,
): Promise<string | undefined> {
  const { message, my_chat_member: member } = update;
  // Numbers of updates are a bot's own: another one in its place may bring the same.
  const occasion = `update ${config.bot_id}:${update.update_id}`;
  if (member !== undefined) return followMembership(bot, member, session);
  if (press !== undefined) {
    const { binding, reply } = await sayToPress(bot, press, session);
    await answer(bot, { writer: press.writer, person: binding?.owner ?? '', reply, occasion }, session);
    return undefined;
  }
  if (message === undefined) return undefined;
  const writer = writerOf(message);
  if (!writer.isPrivate) {
    // In a group only what is meant for the bot: everybody there reads the answer.
    if (commandOf(message.text ?? '')?.name === 'start') await answerGroup(bot, { config, writer }, session);
    return undefined;
  }
  const command = commandOf(message.text ?? '');
  if (command?.name === 'start' && command.argument !== '') {
    const { text, account } = await bind(
      bot.context,
      { writer, token: command.argument, botId: config.bot_id },
      session,
    );
    await answer(bot, { writer, person: '', reply: { body: text }, occasion }, session);
    return account;
  }
  const binding = await findBound(bot.context, { chat: writer.chat }, session);
  if (binding === undefined) {
    await answer(
      bot,
      { writer, person: '', reply: { body: say(localeOf(writer.languageCode), 'unbound') }, occasion },
      session,
    );
    return undefined;
  }
  if (command?.name === 'unbind') {
    await endWithin(bot, binding, { reason: 'command' }, session);
    await answer(
      bot,
      { writer, person: '', reply: { body: say(binding.locale, 'unbind') }, occasion },
      session,
    );
    return binding.owner;
  }
  const reply = await answerCommand(bot, { binding, config, command }, session);
  if (reply !== undefined) await answer(bot, { writer, person: binding.owner, reply, occasion }, session);
  return undefined;
}

/** Says to write alone, where nobody there was told so lately. */
async function answerGroup(
  bot: Bot,
  { config, writer }: { config: BotConfig; writer: Writer },
  session: Session,
): Promise<void> {
  const now = bot.context.clock.now();
  const answered = await bot.context
    .model(botMessage)
    .exists({ chat_id: writer.chat, create_time: { $gt: new Date(now - GROUP_MS) } })
    .session(session);
  if (answered !== null) return;
  const body = say(localeOf(writer.languageCode), 'private_only');
  // Of two that come at once one is answered.
  const occasion = `group ${config.bot_id} ${Math.floor(now / GROUP_MS)}`;
  await answer(bot, { writer, person: '', reply: { body }, occasion }, session);
}

/** Whoever blocks the bot is told nothing more; the page says so. */
async function followMembership(
  bot: Bot,
  { chat, new_chat_member: { status } }: NonNullable<Update['my_chat_member']>,
  session: Session,
): Promise<string | undefined> {
  if (status !== 'kicked' && status !== 'left') return undefined;
  const binding = await findBound(bot.context, { chat: chat.id }, session);
  if (binding === undefined) return undefined;
  await endWithin(bot, binding, { reason: 'blocked' }, session);
  return binding.owner;
}

async function answer(
  { context, queue }: Bot,
  { writer, person, reply, occasion }: { writer: Writer; person: string; reply: Reply; occasion: string },
  session: Session,
): Promise<void> {
  const waiting = await context
    .model(botMessage)
    .countDocuments(
      { chat_id: writer.chat, state: 'waiting', kind: { $in: ['answer', 'picture'] } },
      {
        limit: MOST_WAITING,
      },
    )
    .session(session);
  if (waiting >= MOST_WAITING) return;
  const { body, buttons, picture } = reply;
  const kind = picture === undefined ? 'answer' : 'picture';
  await queue.put(
    { chat: writer.chat, person, kind, body, buttons, occasion, about: picture ?? '' },
    session,
  );
}
