import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { signIn } from '../api.ts';
import { BOT_TOKEN, type BotApi, startBotApi } from '../bot-api.ts';
import { freePort, type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';

// Thousands of alerts wait when the process that sends them is killed: all arrive, within what Telegram takes.
setDefaultTimeout(600_000);
/** `WAYPOST_ALERTS=10000` is the long form. */
const ALERTS = Number(process.env.WAYPOST_ALERTS ?? 1_000);
/** What the server takes in a second, and what the bot is set to: a bot that pays for more, so that the test ends. */
const TAKEN = 260;
const SET = 200;
/** On their way when a process is killed: these may come twice, because nobody knows whether they have arrived. */
const ON_THEIR_WAY = 10;

let api: BotApi;
let product: Product;

beforeAll(async () => {
  api = await startBotApi();
  product = await startProduct({
    env: { OUTGOING_HOSTS: `api.telegram.org=${api.origin}` },
    port: await freePort(),
  });
}, 240_000);
afterAll(async () => {
  await product?.stop();
  await api?.stop();
});

test('a flood of 10,000 alerts is sent within the limits, and a kill in the middle loses none', async () => {
  await api.control('limits', { perSecond: TAKEN, perChat: 1 });
  await api.control('open_chats', { from: 1, count: ALERTS });
  const now = new Date();
  const row = (chat: number) => ({
    _id: chat.toString(16).padStart(24, '0'),
    chat_id: String(chat),
    person: '',
    kind: 'alert',
    state: 'waiting',
    attempts: 0,
    answer: '',
    next_time: now,
    done_time: null,
    claim: '',
    claimed_until: null,
    body: `<b>Alert ${chat}</b>`,
    version: 1,
    create_time: now,
    update_time: now,
    remove_time: null,
    remove_by: null,
  });
  await withStore(product, async (database) => {
    for (let from = 1; from <= ALERTS; from += 1_000)
      await database
        .collection('bot_message')
        .insertMany(Array.from({ length: 1_000 }, (_, index) => row(from + index)) as never);
  });
  const root = await signIn(product.origin, product.administrator);
  const { content } = await root.call<{ version: number }>('telegram_bot/details');
  const set = { token: BOT_TOKEN, mode: 'polling', is_password_on: true, per_second: SET, gather_seconds: 0 };
  await root.call('telegram_bot/update', { ...set, version: content.version });
  const sentCount = async () => (await api.look()).sent.length;
  while ((await sentCount()) < ALERTS / 4) await Bun.sleep(500);
  const { runtime } = product.childPids();
  if (runtime === undefined) throw new Error('the runtime does not run');
  process.kill(runtime, 'SIGKILL');
  const end = Date.now() + 480_000;
  const chats = async () => new Set((await api.look()).sent.map(({ chat_id }) => chat_id));
  while ((await chats()).size < ALERTS && Date.now() < end) await Bun.sleep(2_000);
  const { sent, requests } = await api.look();
  expect(new Set(sent.map(({ chat_id }) => chat_id)).size).toBe(ALERTS);
  expect(sent.length - ALERTS).toBeLessThanOrEqual(ON_THEIR_WAY);
  // Nothing had to be refused: the pace is kept on our side.
  expect(requests.filter(({ status }) => status === 429)).toEqual([]);
  const seconds = new Map<number, number>();
  for (const { time } of sent) {
    const second = Math.floor(time / 1_000);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  expect(Math.max(...seconds.values())).toBeLessThanOrEqual(TAKEN);
});
