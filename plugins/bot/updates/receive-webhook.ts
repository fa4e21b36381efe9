import { timingSafeEqual } from 'node:crypto';
import { errors } from '@waypost/contract';
import type { RequestContext } from '@waypost/sdk';
import type { Bot } from '../bot.ts';
import { noteState, openConfig, readConfig } from '../config/config.ts';
import { takeUpdate } from './take-update.ts';

/** How often it is noted that Telegram was heard of. */
const NOTE_MS = 60_000;

/** Takes an update that Telegram brings. Errors: `unauthenticated` 401 for whoever does not prove to be Telegram. */
export async function receiveWebhook(bot: Bot, update: unknown, { header }: RequestContext): Promise<null> {
  const { context } = bot;
  const config = await readConfig(context);
  const opened = config.mode === 'webhook' ? await openConfig(context, config) : undefined;
  if (opened === undefined || !isSame(header ?? '', opened.secret)) throw errors.unauthenticated.create();
  await takeUpdate(bot, config, update);
  const now = context.clock.now();
  if (now - (config.heard_time?.getTime() ?? 0) > NOTE_MS)
    await noteState(context, config, { heard_time: new Date(now), update_time: new Date(now) });
  return null;
}

/** Takes as long for what is nearly right as for what is not at all. */
function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return secret !== '' && one.length === other.length && timingSafeEqual(one, other);
}
