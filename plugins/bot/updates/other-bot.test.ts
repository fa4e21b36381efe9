import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { BOT_TOKEN, OTHER_TOKEN } from '../../../tests/bot-api.ts';
import { type BotPlace, startBot } from '../testing/start-bot.ts';

setDefaultTimeout(60_000);

let place: BotPlace;
beforeAll(async () => {
  place = await startBot();
  await place.setUp();
  await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
  await place.api.control('open_chats', { from: 72, count: 1 });
});
afterAll(() => place?.stop());

/** Brings an update as Telegram does, with the secret that the bot has been given. */
async function bring(token: string, update: object): Promise<void> {
  const { secret } = (await place.api.control('take_updates', { token })) as { secret: string };
  const headers = { 'x-telegram-bot-api-secret-token': secret };
  expect((await place.t.send('telegram_webhook/receive', update, { headers })).status).toBe(200);
  await place.t.jobs.run('send_messages');
}

// The number of an update is its bot's own, and the chat of a person is the same with each bot.
test('after another bot has taken the place, what people write is answered, whatever number it comes under', async () => {
  const message = {
    message_id: 1,
    date: 1,
    chat: { id: 72, type: 'private' },
    text: '/help',
    from: { id: 72, is_bot: false, first_name: 'Amina' },
  };
  await bring(BOT_TOKEN, { update_id: 9_500, message });
  expect(await place.textsOf(72)).toHaveLength(1);
  await place.api.control('add_bot', { token: OTHER_TOKEN, username: 'other_bot' });
  await place.setUp({ token: OTHER_TOKEN });
  await bring(OTHER_TOKEN, { update_id: 9_500, message });
  expect(await place.textsOf(72)).toHaveLength(2);
});
