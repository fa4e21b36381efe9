import { type Filter, newId, type PluginContext, type Stored } from '@waypost/sdk';
import { quietHoursOf, quietUntil } from '../alerts/quiet-hours.ts';
import { findBound } from '../binding/bindings.ts';
import { endBinding } from '../binding/end-binding.ts';
import type { Bot } from '../bot.ts';
import { type BotConfig, noteState } from '../config/config.ts';
import { passwordLetter } from '../password/password-letter.ts';
import type { TelegramFault } from '../telegram/fault.ts';
import type { Telegram } from '../telegram/telegram.ts';
import { botMessage } from './message-resource.ts';
import type { Pace } from './pace.ts';
import { sendOut } from './send-out.ts';

export type StoredMessage = Stored<typeof botMessage>;

/** What messages are sent with. */
export interface Sender {
  bot: Bot;
  config: BotConfig;
  telegram: Telegram;
  pace: Pace;
}

/** How long a message that Telegram does not take waits before it is given up: whoever reads it later than this reads no news. */
const MOST_WAIT_MS = 24 * 3_600_000;
/** Telegram that is back is found out within so long. */
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Alerts that go out as one message, and its letters. */
const MOST_TOGETHER = 20;
const MOST_LETTERS = 4_096;
const GAP_LETTERS = 2;
const SECOND_MS = 1_000;
/** How long a message is its sender's. Longer than a request may last: nobody else begins one meanwhile. */
const CLAIM_MS = 120_000;

type Outcome =
  | { state: 'sent' | 'failed' | 'dropped'; answer: string }
  | { state: 'waiting'; answer: string; waitMs: number; isOwnFault: boolean };

/** Sends a message, with the alerts of its kind that wait for the same chat, and notes what became of it. @returns false: Telegram takes nothing now */
export async function sendOne(sender: Sender, row: StoredMessage): Promise<boolean> {
  const { context } = sender.bot;
  const claim = newId(context);
  const rows = await claimTogether(context, row, claim);
  const [first] = rows;
  if (first === undefined) return true;
  const outcome = await tryToSend(sender, first, rows.map(({ body }) => body).join('\n\n'));
  await settle(sender, claim, outcome);
  return outcome.state !== 'waiting' || outcome.isOwnFault;
}

/** @returns what is this sender's now; another process may have taken the turn over meanwhile, and then it is nothing */
async function claimTogether(
  context: PluginContext,
  row: StoredMessage,
  claim: string,
): Promise<StoredMessage[]> {
  const now = context.clock.date();
  const model = context.model(botMessage);
  const free: Filter<StoredMessage> = {
    state: 'waiting',
    $or: [{ claimed_until: null }, { claimed_until: { $lte: now } }],
  };
  // What waited while the release was changed has no kind.
  const ids = row.kind === 'alert' && row.about ? await idsOfKind(context, row, free) : [row._id];
  await model.updateMany(
    { _id: { $in: ids }, ...free },
    {
      $set: { claim, claimed_until: new Date(now.getTime() + CLAIM_MS) },
      $inc: { attempts: 1 },
    },
    { timestamps: false },
  );
  return await model.find({ claim }).sort({ create_time: 1, _id: 1 }).lean();
}

/** The oldest alerts of the same kind that wait for the chat, as many as one message holds. */
async function idsOfKind(
  context: PluginContext,
  { chat_id, about }: StoredMessage,
  free: Filter<StoredMessage>,
): Promise<StoredMessage['_id'][]> {
  const found = await context
    .model(botMessage)
    .find({ chat_id, about, kind: 'alert', ...free }, { body: 1 })
    .sort({ create_time: 1, _id: 1 })
    .limit(MOST_TOGETHER)
    .lean();
  let letters = 0;
  return found
    .filter(({ body }, position) => {
      letters += body.length + GAP_LETTERS;
      return position === 0 || letters <= MOST_LETTERS;
    })
    .map(({ _id }) => _id);
}

async function tryToSend(sender: Sender, row: StoredMessage, text: string): Promise<Outcome> {
  const { bot, config, telegram, pace } = sender;
  const { chat_id, person } = row;
  // Whoever has unbound meanwhile is told nothing more.
  const binding = person === '' ? undefined : await findBound(bot.context, { owner: person });
  if (person !== '' && binding?.chat_id !== chat_id) return { state: 'dropped', answer: '' };
  const now = bot.context.clock.now();
  const quiet = row.kind === 'alert' && binding && quietHoursOf(binding, bot.context.platform.timeZone);
  const quietEnd = quiet ? quietUntil(quiet, now) : undefined;
  if (quietEnd !== undefined)
    return { state: 'waiting', answer: '', waitMs: quietEnd - now, isOwnFault: true };
  const body =
    row.kind === 'password_link' ? await passwordLetter(bot, person, binding?.locale ?? 'en-US') : text;
  if (body === undefined) return { state: 'dropped', answer: '' };
  pace.sent(chat_id);
  try {
    if (!(await sendOut({ context: bot.context, telegram }, row, body)))
      return { state: 'dropped', answer: '' };
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
    if (context.clock.now() - row.create_time.getTime() >= MOST_WAIT_MS) return { state: 'failed', answer };
    const waitMs = Math.min(LONGEST_PAUSE_MS, 2 ** Math.min(row.attempts - 1, 20) * 5 * SECOND_MS);
    return { state: 'waiting', answer, waitMs, isOwnFault: false };
  }
  return { state: 'failed', answer };
}

/** Only of what is claimed still. */
async function settle({ bot: { context } }: Sender, claim: string, outcome: Outcome): Promise<void> {
  const now = context.clock.now();
  const { state, answer } = outcome;
  await context.model(botMessage).updateMany(
    { claim },
    {
      $set: {
        state,
        answer,
        claim: '',
        claimed_until: null,
        update_time: new Date(now),
        ...(outcome.state === 'waiting'
          ? { next_time: new Date(now + outcome.waitMs) }
          : { done_time: new Date(now) }),
        ...(state === 'sent' || state === 'dropped' ? { body: '' } : {}),
      },
      $inc: { version: 1, ...(outcome.state === 'waiting' && outcome.isOwnFault ? { attempts: -1 } : {}) },
    },
    { timestamps: false },
  );
}
