import type { Session } from '@waypost/sdk';
import { findBound, type StoredBinding } from '../binding/bindings.ts';
import type { Bot } from '../bot.ts';
import { type BotConfig, openConfig } from '../config/config.ts';
import { TelegramFault } from '../telegram/fault.ts';
import { openTelegram } from '../telegram/telegram.ts';
import { localeOf, say } from '../words.ts';
import { answerPress, type Press, pressOf, turnCode } from './code-answers.ts';
import { isActive } from './commands.ts';
import type { Reply } from './reply.ts';
import { type Update, type Writer, writerOf } from './update.ts';

/** A button that somebody pressed in a chat of their own. */
export interface TakenPress {
  writer: Writer;
  press: Press;
  /** What became of the switch that it confirms; undefined: it confirms none. */
  isDone: boolean | undefined;
}

/**
 * Reads which button was pressed, and switches a code where it confirms that. That is done before the number of the update is
 * written down, as it is a transaction of another plugin: a process that ends in between does the same again.
 * @returns undefined: it is nothing that is acted on
 */
export async function readPress(
  bot: Bot,
  { callback_query: query }: Update,
): Promise<TakenPress | undefined> {
  const press = pressOf(query?.data ?? '');
  if (query?.message === undefined || press === undefined) return undefined;
  const writer = writerOf({ chat: query.message.chat, from: query.from });
  if (!writer.isPrivate) return undefined;
  const binding = await findBound(bot.context, { chat: writer.chat });
  const isDone =
    binding !== undefined && (await isActive(bot, binding))
      ? await turnCode(bot.context, binding, press)
      : undefined;
  return { writer, press, isDone };
}

/** What is answered to a press, and whose chat it is in. */
export async function sayToPress(
  bot: Bot,
  { writer, press, isDone }: TakenPress,
  session: Session,
): Promise<{ binding: StoredBinding | undefined; reply: Reply }> {
  const { context } = bot;
  const binding = await findBound(context, { chat: writer.chat }, session);
  if (binding === undefined)
    return { binding, reply: { body: say(localeOf(writer.languageCode), 'unbound') } };
  if (!(await isActive(bot, binding)))
    return { binding, reply: { body: say(binding.locale, 'account_off') } };
  if (press.kind === 'turn' && isDone === true)
    await context.audit(
      {
        type: 'bot.binding.turn_code',
        target: String(binding._id),
        after: { account: binding.owner, code: press.id, state: press.state },
      },
      session,
    );
  return { binding, reply: await answerPress(context, { binding, press }, isDone) };
}

/** Has the button stop waiting in the chat. Telegram takes that for some seconds only: what fails is not tried again. */
export async function endPress({ context }: Bot, config: BotConfig, id: string): Promise<void> {
  const opened = await openConfig(context, config);
  if (opened === undefined) return;
  try {
    await openTelegram(context, opened, { isPatient: false }).ask('answerCallbackQuery', {
      callback_query_id: id,
    });
  } catch (fault) {
    if (!(fault instanceof TelegramFault)) throw fault;
    context.log.warn({ error: fault }, 'the press of a button was not answered');
  }
}
