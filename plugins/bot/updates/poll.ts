import type { Bot } from '../bot.ts';
import { type BotConfig, noteOffset, noteState, openConfig, readConfig } from '../config/config.ts';
import { pause } from '../queue/pause.ts';
import { takeTurn } from '../queue/turn.ts';
import { TelegramFault } from '../telegram/fault.ts';
import { openTelegram } from '../telegram/telegram.ts';
import { takeUpdate } from './take-update.ts';
import { ALLOWED_UPDATES } from './update.ts';

/** Job that asks Telegram for what people have written. */
export const POLL_UPDATES = 'poll_updates';
/** How long Telegram keeps a request open while there is nothing; the platform gives a request 30 seconds. */
const POLL_SECONDS = 20;
/** How long a process that was ended keeps others from asking. */
const TURN_MS = 40_000;
/** One run of the job: less than the queue of jobs lets one run. */
const RUN_MS = 5 * 60_000;
const SECOND_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Asks again and again, in one process at a time. */
export async function keepPolling(bot: Bot, { pollSeconds = POLL_SECONDS } = {}): Promise<void> {
  const { jobs } = bot.context;
  jobs.define(POLL_UPDATES, (_data, signal) => poll(bot, pollSeconds, signal));
  await jobs.every('1 minute', POLL_UPDATES);
  // After a start nobody waits a minute for an answer.
  await jobs.now(POLL_UPDATES);
}

async function poll(bot: Bot, seconds: number, signal: AbortSignal): Promise<void> {
  const { context } = bot;
  const turn = await takeTurn(context, 'poll', TURN_MS);
  if (turn === undefined) return;
  const end = context.clock.now() + RUN_MS;
  let failures = 0;
  try {
    while (!signal.aborted && context.clock.now() < end && (await turn.renew())) {
      // Read each time: the bot may be replaced, or told by webhook, while this runs.
      const config = await readConfig(context);
      if (config.mode !== 'polling' || config.token === '') return;
      const fault = await askOnce(bot, { config, seconds }, signal);
      failures = fault === undefined ? 0 : failures + 1;
      // Whoever else asks with the token is given time to end; a token that counts no more is looked at by the next run.
      if (fault?.kind === 'token') return;
      const wait = Math.max(fault?.retryAfter ?? 0, fault === undefined ? 0 : 2 ** Math.min(failures, 6));
      await pause(Math.min(wait * SECOND_MS, LONGEST_PAUSE_MS), signal);
    }
    if (!signal.aborted) await context.jobs.now(POLL_UPDATES);
  } finally {
    await turn.end();
  }
}

async function askOnce(
  bot: Bot,
  { config, seconds }: { config: BotConfig; seconds: number },
  signal: AbortSignal,
): Promise<TelegramFault | undefined> {
  const { context } = bot;
  const opened = await openConfig(context, config);
  if (opened === undefined) return undefined;
  const telegram = openTelegram(context, opened, { isPatient: false });
  try {
    const found = await telegram.ask(
      'getUpdates',
      { offset: config.offset, timeout: seconds, allowed_updates: [...ALLOWED_UPDATES] },
      signal,
    );
    for (const update of found) {
      // What is not acted on is brought again.
      if (signal.aborted) return undefined;
      await takeUpdate(bot, config, update);
      await noteOffset(context, config, update.update_id + 1);
    }
    await noteState(context, config, {
      heard_time: context.clock.date(),
      ...(config.fault === '' ? {} : { fault: '', fault_text: '', fault_time: null }),
    });
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof TelegramFault)) throw thrown;
    if (signal.aborted) return undefined;
    const { kind, status, description } = thrown;
    await noteState(context, config, {
      fault: kind,
      fault_time: context.clock.date(),
      fault_text: `${status === 0 ? '' : `${status} `}${description}`,
    });
    return thrown;
  }
}
