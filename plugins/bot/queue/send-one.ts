import { newId, type Stored } from '@waypost/sdk';
import { findBound } from '../binding/bindings.ts';
import { endBinding } from '../binding/end-binding.ts';
import type { Bot } from '../bot.ts';
import { type BotConfig, noteState } from '../config/config.ts';
import { passwordLetter } from '../password/password-letter.ts';
import type { TelegramFault } from '../telegram/fault.ts';
import { plainOf } from '../telegram/html.ts';
import type { Telegram } from '../telegram/telegram.ts';
import { botMessage } from './message-resource.ts';
import type { Pace } from './pace.ts';

export type StoredMessage = Stored<typeof botMessage>;

/** What messages are sent with. */
export interface Sender {
  bot: Bot;
  config: BotConfig;
  telegram: Telegram;
  pace: Pace;
}

/** Tries until a message is given up: with the pauses below, about a day. */
export const MOST_ATTEMPTS = 30;
const SECOND_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** How long a message is its sender's. Longer than a request may last: nobody else begins one meanwhile. */
const CLAIM_MS = 120_000;

type Outcome =
  | { state: 'sent' | 'failed' | 'dropped'; answer: string }
  | { state: 'waiting'; answer: string; waitMs: number; isOwnFault: boolean };

/** Sends one message and notes what became of it. @returns false: Telegram takes nothing now */
export async function sendOne(sender: Sender, row: StoredMessage): Promise<boolean> {
  const { context } = sender.bot;
  const claim = newId(context);
  if (!(await claimIt(sender, row, claim))) return true;
  const outcome = await tryToSend(sender, row);
  await settle(sender, { ...row, claim }, outcome);
  return outcome.state !== 'waiting' || outcome.isOwnFault;
}

/** Another process may have taken the turn over meanwhile. */
async function claimIt(
  { bot: { context } }: Sender,
  { _id }: StoredMessage,
  claim: string,
): Promise<boolean> {
  const now = context.clock.date();
  const { modifiedCount } = await context.model(botMessage).updateOne(
    {
      _id,
      state: 'waiting',
      $or: [{ claimed_until: null }, { claimed_until: { $lte: now } }],
    } as never,
    {
      $set: { claim, claimed_until: new Date(now.getTime() + CLAIM_MS) },
      $inc: { attempts: 1 },
    } as never,
    { timestamps: false },
  );
  return modifiedCount === 1;
}

async function tryToSend(sender: Sender, row: StoredMessage): Promise<Outcome> {
  const { bot, config, telegram, pace } = sender;
  const { chat_id, person } = row;
  // Whoever has unbound meanwhile is told nothing more.
  const binding = person === '' ? undefined : await findBound(bot.context, { owner: person });
  if (person !== '' && binding?.chat_id !== chat_id) return { state: 'dropped', answer: '' };
  const body =
    row.kind === 'password_link' ? await passwordLetter(bot, person, binding?.locale ?? 'en-US') : row.body;
  if (body === undefined) return { state: 'dropped', answer: '' };
  const send = (text: string, marks: { parse_mode?: 'HTML' }) =>
    telegram.ask('sendMessage', {
      ...{ chat_id, text, ...marks },
      link_preview_options: { is_disabled: true },
    });
  pace.sent(chat_id);
  try {
    await send(body, { parse_mode: 'HTML' }).catch((fault: TelegramFault) => {
      // Better without bold letters than not at all.
      if (fault.status === 400 && /can't parse entities/i.test(fault.description))
        return send(plainOf(body), {});
      throw fault;
    });
    if (config.fault === 'away' || config.fault === 'token')
      await noteState(bot.context, config, { fault: '', fault_text: '', fault_time: null });
    return { state: 'sent', answer: '' };
  } catch (thrown) {
    return afterFault(sender, row, thrown as TelegramFault);
  }
}

/** Ids of groups are below zero. */
const isGroup = (chat: string): boolean => chat.startsWith('-');

/** What a refusal means for the message, the binding and everything behind it. */
async function afterFault(sender: Sender, row: StoredMessage, fault: TelegramFault): Promise<Outcome> {
  const { bot, config, pace } = sender;
  const { context } = bot;
  const { status, description, retryAfter, kind } = fault;
  const answer = `${status === 0 ? '' : `${status} `}${description}`;
  if (retryAfter > 0) {
    // A group takes less than a person, and is told so by itself: nobody else waits for it.
    if (!isGroup(row.chat_id)) pace.hold(retryAfter * SECOND_MS);
    return { state: 'waiting', answer, waitMs: retryAfter * SECOND_MS, isOwnFault: true };
  }
  if (status === 403 || (status === 400 && /chat not found|user is deactivated/i.test(description))) {
    await endBinding(bot, { chat: row.chat_id, reason: status === 403 ? 'blocked' : 'gone' });
    return { state: 'dropped', answer };
  }
  if (kind === 'away' || kind === 'token') {
    await noteState(context, config, { fault: kind, fault_text: answer, fault_time: context.clock.date() });
    if (row.attempts + 1 >= MOST_ATTEMPTS) return { state: 'failed', answer };
    const waitMs = Math.min(LONGEST_PAUSE_MS, 2 ** Math.min(row.attempts, 20) * 5 * SECOND_MS);
    return { state: 'waiting', answer, waitMs, isOwnFault: false };
  }
  return { state: 'failed', answer };
}

/** Only whoever has the claim still. */
async function settle(
  { bot: { context } }: Sender,
  { _id, claim }: StoredMessage,
  outcome: Outcome,
): Promise<void> {
  const now = context.clock.now();
  const { state, answer } = outcome;
  await context.model(botMessage).updateOne(
    { _id, claim } as never,
    {
      $set: {
        ...{ state, answer, claim: '', claimed_until: null, update_time: new Date(now) },
        ...(outcome.state === 'waiting'
          ? { next_time: new Date(now + outcome.waitMs) }
          : { done_time: new Date(now) }),
        ...(state === 'sent' || state === 'dropped' ? { body: '' } : {}),
      },
      $inc: { version: 1, ...(outcome.state === 'waiting' && outcome.isOwnFault ? { attempts: -1 } : {}) },
    } as never,
    { timestamps: false },
  );
}
