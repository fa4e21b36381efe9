import { createHash } from 'node:crypto';
import type { Locale } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { Telegram } from '../telegram/telegram.ts';
import { COMMANDS, type Mode } from '../telegram/values.ts';
import { ALLOWED_UPDATES } from '../updates/update.ts';
import { say } from '../words.ts';

/** Where Telegram brings what people write. */
export const webhookAddress = ({ platform }: Pick<PluginContext, 'platform'>): string =>
  `${platform.publicUrl}/api/telegram_webhook/receive`;

/** Connections of Telegram to us at once. */
const MOST_CONNECTIONS = 10;

/**
 * Tells Telegram how the bot hears of updates: both ways exclude each other. What is on its way is kept.
 * Errors: `TelegramFault`
 */
export async function settleMode(
  context: Pick<PluginContext, 'platform'>,
  telegram: Telegram,
  { mode, proof }: { mode: Mode; proof: string },
): Promise<void> {
  if (mode === 'polling') {
    await telegram.ask('deleteWebhook', { drop_pending_updates: false });
    return;
  }
  await telegram.ask('setWebhook', {
    url: webhookAddress(context),
    secret_token: proof,
    max_connections: MOST_CONNECTIONS,
    allowed_updates: [...ALLOWED_UPDATES],
  });
}

const LANGUAGES = [
  ['en-US', undefined],
  ['zh-CN', 'zh'],
  ['sw-KE', 'sw'],
] as const;

const commandsIn = (locale: Locale) =>
  COMMANDS.map((command) => ({ command, description: say(locale, `command.${command}`) }));

/** Which commands Telegram has been told: another text with each release that says something else. */
export const COMMANDS_TOLD = createHash('sha256')
  .update(JSON.stringify(LANGUAGES.map(([locale]) => commandsIn(locale))))
  .digest('hex');

/** What Telegram shows people who begin to type a command, in their language where we have it. */
export async function settleCommands(telegram: Telegram): Promise<void> {
  for (const [locale, language_code] of LANGUAGES)
    await telegram.ask('setMyCommands', {
      commands: commandsIn(locale),
      ...(language_code === undefined ? {} : { language_code }),
    });
}
