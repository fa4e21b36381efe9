import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { BOT_TOKEN } from '../../../tests/bot-api.ts';
import { bindingSteps } from '../testing/binding-steps.ts';
import { type BotPlace, startBot } from '../testing/start-bot.ts';
import { configs } from './config.ts';

setDefaultTimeout(60_000);
const ROOT = 'https://tg.example.com:8443/path';

let place: BotPlace;
beforeAll(async () => {
  place = await startBot();
  await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
});
afterAll(() => place?.stop());
beforeEach(async () => {
  await configs(place.t.context).deleteMany({});
  place.asked.length = 0;
});

const { write } = bindingSteps(() => place);
const details = () =>
  place.t.call<Record<string, unknown> & { version: number }>(
    'telegram_bot/details',
    {},
    { as: place.operator },
  );

// With the token goes everything that people write and are told.
test('token and API root are set, and the token forgotten, by a super administrator alone', async () => {
  await place.setUp();
  const clerk = await place.t.person('clerk.op', {
    permissions: ['bot.settings:read', 'bot.settings:update'],
  });
  const { version } = await details();
  const body = { mode: 'polling', is_password_on: false, per_second: 30, gather_seconds: 0, version };
  const update = (change: object) =>
    place.t.call('telegram_bot/update', { ...body, ...change }, { as: clerk });
  for (const change of [{ token: BOT_TOKEN }, { api_root: ROOT }])
    await expect(update(change)).rejects.toMatchObject({ code: 'forbidden', status: 403 });
  await expect(place.t.call('telegram_bot/remove', { version }, { as: clerk })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(place.asked).toEqual([]);
  await update({ api_root: '' });
  expect(await details()).toMatchObject({ mode: 'polling', has_token: true, may_lead_out: true });
  const seen = await place.t.call<object>('telegram_bot/details', {}, { as: clerk });
  expect(seen).toMatchObject({ may_lead_out: false, is_password_on: false });
});

test('everything goes to the API root that is set, and to Telegram again without it', async () => {
  await place.setUp({ api_root: `${ROOT}/` });
  await write(41, '/start');
  await place.turn();
  expect(await place.textsOf(41)).toHaveLength(1);
  expect(new Set(place.asked)).toEqual(new Set(['tg.example.com:8443']));
  expect(await details()).toMatchObject({ api_root: ROOT });
  place.asked.length = 0;
  await place.setUp({ api_root: '' });
  expect(place.asked).toEqual([]);
});

test.each([
  ['https://inner.example.com', 'OUTGOING_INNER_ADDRESSES'],
  ['https://silent.example.com', 'Nothing answers there'],
  ['ftp://tg.example.com', 'such as https://'],
  ['https://user:word@tg.example.com', 'such as https://'],
  ['https://tg.example.com/?to=me', 'such as https://'],
])('an API root that cannot be one is told at its field, and nothing is kept: %s', async (api_root, text) => {
  await expect(place.setUp({ api_root })).rejects.toMatchObject({
    errors: [{ path: 'api_root', message: expect.stringContaining(text) }],
  });
  expect(await details()).toMatchObject({ has_token: false, api_root: '' });
});

test('operators read since when the bot is connected, when something last came and what last went wrong', async () => {
  await place.setUp();
  const begun = place.t.clock.date().toISOString();
  expect(await details()).toMatchObject({ connected_time: begun, update_time: null, last_fault: '' });
  await write(42, '/start');
  await place.api.control('faults', { faults: [{ status: 502, description: 'Bad Gateway' }] });
  await place.turn();
  expect(await details()).toMatchObject({
    connected_time: null,
    update_time: begun,
    fault: 'away',
    last_fault: 'away',
    last_fault_text: '502 Bad Gateway',
    last_fault_time: begun,
  });
  place.t.clock.set(new Date(place.t.clock.now() + 60_000));
  await place.turn();
  expect(await details()).toMatchObject({
    connected_time: place.t.clock.date().toISOString(),
    fault: '',
    last_fault: 'away',
    last_fault_time: begun,
  });
});
