import type { PluginContext } from '@waypost/sdk';
import { tellUntold } from '../binding/tell-bound.ts';
import type { Bot } from '../bot.ts';
import { TelegramFault } from '../telegram/fault.ts';
import { openTelegram, type Telegram } from '../telegram/telegram.ts';
import { ALLOWED_UPDATES } from '../updates/update.ts';
import { type BotConfig, noteCommands, noteState, openConfig, readConfig } from './config.ts';
import { COMMANDS_TOLD, settleCommands, settleMode, webhookAddress } from './webhook.ts';

/** Job that looks after the webhook, and after what people were not told yet. */
const TEND_BOT = 'tend_bot';
const SECOND_MS = 1_000;
/** What Telegram could not bring is of now when it was so lately. */
const RECENT_MS = 10 * 60_000;
/** In its words: we have refused it, since it did not prove itself. */
const UNAUTHORIZED = /\b401\b/;

/** Sees to it that Telegram calls where the platform is now and notes what kept it from it, and that bindings are told. */
export async function keepTending(bot: Bot): Promise<void> {
  const { context } = bot;
  context.jobs.define(TEND_BOT, async () => {
    await tellUntold(context);
    await tend(bot);
  });
  await context.jobs.every('1 minute', TEND_BOT);
}

async function tend({ context }: Bot): Promise<void> {
  const config = await readConfig(context);
  const opened = await openConfig(context, config);
  if (opened === undefined) return;
  const telegram = openTelegram(context, opened);
  await tellCommands(context, telegram, config);
  if (config.mode !== 'webhook') return leaveWebhook(context, telegram, { config, proof: opened.secret });
  const now = context.clock.now();
  const note = (kind: TelegramFault['kind'] | '', text: string) =>
    kind === config.fault && text === config.fault_text
      ? Promise.resolve()
      : noteState(context, config, {
          fault: kind,
          fault_text: text,
          fault_time: kind === '' ? null : new Date(now),
        });
  try {
    const { url, last_error_date, last_error_message, allowed_updates } = await telegram.ask(
      'getWebhookInfo',
      undefined,
    );
    const isRecent = last_error_date !== undefined && now - last_error_date * SECOND_MS < RECENT_MS;
    // It proves itself by something else than we know: a change was left half done, or the data come out of a backup.
    const isRefused = isRecent && UNAUTHORIZED.test(last_error_message ?? '');
    // The public address was changed, or somebody else has taken the webhook.
    // It was set by a release that asked for less.
    const isOld = ALLOWED_UPDATES.some((kind) => allowed_updates?.includes(kind) === false);
    if (url !== webhookAddress(context) || isRefused || isOld)
      await settleMode(context, telegram, { mode: 'webhook', proof: opened.secret });
    await note(isRecent ? 'webhook' : '', isRecent ? (last_error_message ?? '') : '');
  } catch (thrown) {
    if (!(thrown instanceof TelegramFault)) throw thrown;
    await note(thrown.kind, thrown.description);
  }
}

/** A release may have other commands, or say them otherwise, than the one that set the bot up. */
async function tellCommands(context: PluginContext, telegram: Telegram, config: BotConfig): Promise<void> {
  if (config.commands === COMMANDS_TOLD) return;
  try {
    await settleCommands(telegram);
    await noteCommands(context, config, COMMANDS_TOLD);
  } catch (thrown) {
    // What is wrong is noted by whoever asks for updates, or below.
    if (!(thrown instanceof TelegramFault)) throw thrown;
  }
}

/**
 * While Telegram is asked for updates it must not bring them: nothing is heard then. Where it brings them to us, a change was
 * left half done, or the data come out of a backup; a webhook elsewhere is somebody else's, and operators are told of it.
 */
async function leaveWebhook(
  context: PluginContext,
  telegram: Telegram,
  { config, proof }: { config: Pick<BotConfig, 'fault' | 'mode'>; proof: string },
): Promise<void> {
  if (config.fault !== 'conflict') return;
  try {
    const { url } = await telegram.ask('getWebhookInfo', undefined);
    if (url === webhookAddress(context)) await settleMode(context, telegram, { mode: config.mode, proof });
  } catch (thrown) {
    // Whoever asks for updates notes what is wrong.
    if (!(thrown instanceof TelegramFault)) throw thrown;
  }
}
