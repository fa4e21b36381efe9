import type { FakeBot, World } from './world.ts';

/** Pauses between tries to bring an update; Telegram's grow likewise. */
const PAUSES_MS = [100, 200, 400, 800, 1_500, 3_000, 3_000, 3_000] as const;

/** Puts an update on its way to a bot: to whoever waits for it, or to the webhook until that takes it. */
export function addUpdate(world: World, bot: FakeBot, part: Record<string, unknown>): number {
  const update = { ...part, update_id: bot.next };
  bot.next += 1;
  bot.updates.push(update);
  bringOn(world, bot, update);
  return update.update_id;
}

/** Brings an update that may have been brought before. */
export function bringOn(world: World, bot: FakeBot, update: FakeBot['updates'][number]): void {
  if (bot.webhook !== undefined) void callWebhook(world, bot, update);
  else bot.poll?.end({ status: 200, body: { ok: true, result: bot.updates.slice(0, 100) } });
}

async function callWebhook(world: World, bot: FakeBot, update: FakeBot['updates'][number]): Promise<void> {
  for (const wait of PAUSES_MS) {
    const { webhook } = bot;
    if (webhook === undefined) return;
    const status = await post(webhook, update);
    world.deliveries.push({ update_id: update.update_id, status });
    if (status >= 200 && status < 300) {
      bot.updates = bot.updates.filter((one) => one !== update);
      return;
    }
    webhook.last_error_date = Math.floor(Date.now() / 1_000);
    webhook.last_error_message =
      status === 0 ? 'Connection refused' : `Wrong response from the webhook: ${status}`;
    await Bun.sleep(wait);
  }
}

async function post({ url, secret }: NonNullable<FakeBot['webhook']>, update: object): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret === '' ? {} : { 'x-telegram-bot-api-secret-token': secret }),
      },
      body: JSON.stringify(update),
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
