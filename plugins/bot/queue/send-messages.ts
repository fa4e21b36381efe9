import type { PluginContext } from '@waypost/sdk';
import type { Bot } from '../bot.ts';
import { type BotConfig, openConfig, readConfig } from '../config/config.ts';
import { openTelegram } from '../telegram/telegram.ts';
import { botMessage } from './message-resource.ts';
import { createPace, type Pace } from './pace.ts';
import { pause } from './pause.ts';
import { SEND_MESSAGES } from './queue.ts';
import { type Sender, type StoredMessage, sendOne } from './send-one.ts';
import { takeTurn } from './turn.ts';

/** How long a process that was ended keeps others from sending. */
const TURN_MS = 60_000;
/** One run of the job: less than the queue of jobs lets one run. */
const RUN_MS = 5 * 60_000;
/** Looked at at once, and on their way at once. */
const BATCH = 100;
const MOST_AT_ONCE = 10;
/** Alerts that gather for less than this are waited for: the job itself comes once a minute. */
const GATHERING_MS = 60_000;
/**
 * What comes while the last message goes out is looked for once more, after `idleMs`. How time passes between two requests: tests
 * have it pass by their own clock.
 */
export const sending = { idleMs: 700, now: () => performance.now(), pause };

/** Sends what waits: within seconds, within Telegram's limits, by one process at a time. */
export async function keepSending(bot: Bot): Promise<void> {
  const { jobs } = bot.context;
  jobs.define(SEND_MESSAGES, (_data, signal) => sendWaiting(bot, signal));
  await jobs.every('1 minute', SEND_MESSAGES);
}

async function sendWaiting(bot: Bot, signal: AbortSignal): Promise<void> {
  const { context } = bot;
  const turn = await takeTurn(context, 'send', TURN_MS);
  if (turn === undefined) return;
  const end = context.clock.now() + RUN_MS;
  let sender: Sender | undefined;
  let isIdle = false;
  try {
    while (!signal.aborted && context.clock.now() < end && (await turn.renew())) {
      sender = await senderOf(bot, sender);
      if (sender === undefined) return;
      const { ready, wait } = await nextMessages(context, sender.pace);
      if (ready.length > 0) {
        isIdle = false;
        if (!(await sendAll(sender, ready, signal))) return;
      } else if (wait !== undefined) {
        await sending.pause(wait, signal);
      } else {
        if (isIdle) return;
        isIdle = true;
        await sending.pause(sending.idleMs, signal);
      }
    }
  } finally {
    await turn.end();
  }
}

/** By the bot as it is now: it may be replaced while this runs. Undefined: there is none. */
async function senderOf(bot: Bot, before: Sender | undefined): Promise<Sender | undefined> {
  const config = await readConfig(bot.context);
  if (before !== undefined && isSame(before.config, config)) return { ...before, config };
  const opened = await openConfig(bot.context, config);
  if (opened === undefined) return undefined;
  const telegram = openTelegram(bot.context, opened, { isPatient: false });
  const isPaced = before !== undefined && before.config.per_second === config.per_second;
  return { bot, config, telegram, pace: isPaced ? before.pace : createPace(config.per_second, sending.now) };
}

const isSame = (one: BotConfig, other: BotConfig): boolean =>
  one.version === other.version && one.bot_id === other.bot_id;

/**
 * What may go out now: of each chat the message that has waited longest.
 * @returns `wait`: milliseconds until a chat that was just written to may be written to again, or alerts have gathered
 */
async function nextMessages(
  context: PluginContext,
  pace: Pace,
): Promise<{ ready: StoredMessage[]; wait?: number }> {
  const now = context.clock.date();
  const due = {
    state: 'waiting' as const,
    next_time: { $lte: now },
    $or: [{ claimed_until: null }, { claimed_until: { $lte: now } }],
  };
  const busy = pace.busyChats();
  const model = context.model(botMessage);
  const found = await model
    .find({ ...due, chat_id: { $nin: busy } })
    .sort({ next_time: 1, _id: 1 })
    .limit(BATCH)
    .lean();
  const first = new Map<string, StoredMessage>();
  for (const row of found) if (!first.has(row.chat_id)) first.set(row.chat_id, row);
  if (first.size > 0) return { ready: [...first.values()] };
  if (busy.length > 0 && (await model.exists(due)) !== null) return { ready: [], wait: pace.untilFree() };
  const gathering = { kind: 'alert', attempts: 0, answer: '', state: 'waiting', claim: '' } as const;
  const soon = { $gt: now, $lte: new Date(now.getTime() + GATHERING_MS) };
  // Whatever comes meanwhile goes out before.
  return (await model.exists({ ...gathering, next_time: soon })) === null
    ? { ready: [] }
    : { ready: [], wait: sending.idleMs };
}

/** @returns false: Telegram takes nothing now, the next run goes on */
async function sendAll(
  sender: Sender,
  rows: readonly StoredMessage[],
  signal: AbortSignal,
): Promise<boolean> {
  const left = [...rows];
  let isGoingOn = true;
  const work = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      await sending.pause(sender.pace.take(), signal);
      if (signal.aborted || !isGoingOn) return;
      isGoingOn = (await sendOne(sender, row)) && isGoingOn;
    }
  };
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, rows.length) }, work));
  return isGoingOn;
}
