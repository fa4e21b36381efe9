import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { BOT_TOKEN } from '../../../tests/bot-api.ts';
import { type BotPlace, startBot } from '../testing/start-bot.ts';
import { configs } from './config.ts';
import { webhookAddress } from './webhook.ts';

setDefaultTimeout(60_000);
const CHAT = 15;
const REFUSED = 'Wrong response from the webhook: 401 Unauthorized';

let place: BotPlace;
beforeAll(async () => {
  place = await startBot();
  await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
});
afterAll(() => place?.stop());
beforeEach(async () => {
  await configs(place.t.context).deleteMany({});
});

/** How Telegram would bring updates, if it does. */
const webhook = async () => (await place.api.look()).bots[BOT_TOKEN]?.webhook ?? null;
const own = () => webhookAddress(place.t.context);
const leaveAt = (url: string, error = '') =>
  place.api.control('webhook', { token: BOT_TOKEN, url, secret: 'of-another-day', error });
const note = (fault: 'conflict' | '') => configs(place.t.context).updateOne({}, { $set: { fault } });
const fault = async () =>
  (await place.t.call<{ fault: string }>('telegram_bot/details', {}, { as: place.operator })).fault;
const tend = () => place.t.jobs.run('tend_bot');

// After a restore the data know the secret of an earlier day: each update would be refused for good.
test('a webhook that we refuse is given the secret that we know, and the bot hears again', async () => {
  await place.setUp({ mode: 'webhook' });
  const before = await webhook();
  await leaveAt(own(), REFUSED);
  await tend();
  expect(await webhook()).toEqual(before);
  expect(await fault()).toBe('webhook');
  await tend();
  expect(await fault()).toBe('');
  await place.api.control('write', { token: BOT_TOKEN, chat: CHAT, text: '/start' });
  await place.turn();
  expect(await place.textsOf(CHAT)).toHaveLength(1);
});

test('a webhook that fails otherwise is left as it is, and operators read why', async () => {
  await place.setUp({ mode: 'webhook' });
  await leaveAt(own(), 'Connection refused');
  await tend();
  expect(await webhook()).toMatchObject({ secret: 'of-another-day' });
  expect(await fault()).toBe('webhook');
});

test('a webhook of ours that keeps the bot from asking for updates is taken away', async () => {
  await place.setUp({ mode: 'polling' });
  await leaveAt(own());
  await note('conflict');
  await tend();
  expect(await webhook()).toBeNull();
});

test('a webhook of somebody else is theirs while the bot asks for updates', async () => {
  await place.setUp({ mode: 'polling' });
  await leaveAt('https://elsewhere.example/hook');
  await note('conflict');
  await tend();
  expect(await webhook()).toMatchObject({ url: 'https://elsewhere.example/hook' });
});

test('a webhook of an earlier release, which asked for less, is asked for everything', async () => {
  await place.setUp({ mode: 'webhook' });
  await place.api.control('webhook', { token: BOT_TOKEN, url: own(), secret: 'old', allowed: ['message'] });
  await tend();
  expect(await webhook()).toMatchObject({ allowed: ['message', 'callback_query', 'my_chat_member'] });
});

test('a release with other commands tells them to Telegram, once', async () => {
  await place.setUp();
  await configs(place.t.context).updateOne({}, { $set: { commands: 'of-another-release' } });
  await place.api.control('forget', {});
  for (const _time of [1, 2]) await tend();
  const told = (await place.api.look()).requests.filter(({ method }) => method === 'setMyCommands');
  expect(told).toHaveLength(3);
});
