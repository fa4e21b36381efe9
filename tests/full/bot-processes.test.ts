import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Credentials, createAccount } from '../accounts.ts';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { BOT_TOKEN, type BotApi, startBotApi } from '../bot-api.ts';
import { type Product, startProduct } from '../product.ts';
import { until } from '../until.ts';

// The product and a Bot API server, each a process of its own: how both speak to each other.
setDefaultTimeout(180_000);
const CHAT = 815;

let api: BotApi;
let product: Product;
let root: Api;
let bella: Credentials;
let person: Api;

beforeAll(async () => {
  api = await startBotApi();
  product = await startProduct({ env: { OUTGOING_HOSTS: `api.telegram.org=${api.origin}` } });
  root = await signIn(product.origin, product.administrator);
  bella = await createAccount(product, { account: 'bella.bound', role: 'customer' });
  person = await signIn(product.origin, bella);
}, 240_000);
afterAll(async () => {
  await product?.stop();
  await api?.stop();
});

async function setUp(change: Record<string, unknown>): Promise<void> {
  const { content } = await root.call<{ version: number }>('telegram_bot/details');
  const body = {
    token: '',
    mode: 'polling',
    is_password_on: true,
    per_second: 25,
    gather_seconds: 0,
    version: content.version,
  };
  const { body: answer } = await root.call('telegram_bot/update', { ...body, ...change });
  expect(answer).toMatchObject({ status: true });
}
const told = (part: string) =>
  until(
    `the chat is told “${part}”`,
    async () => (await api.look()).sent.find(({ text }) => text.includes(part))?.text,
  );
/** The screen may be asked three hundred times a minute, by tests as well. */
const SELDOM = { everyMs: 300 };
const fault = async () => (await root.call<{ fault: string }>('telegram_bot/details')).content.fault;

test('long polling: a link binds, and a message to the inbox reaches the chat in its words', async () => {
  await setUp({ token: BOT_TOKEN });
  const wish = async () => ({
    old_password: await seal(person, bella.password, 'telegram_bot_binding', 'make_link', 'old_password'),
  });
  // A program's key opens its owner's account to nobody, whatever it knows.
  const made = await person.call<{ key: string }>('api_key/add', { name: 'Shop' });
  const program = apiOf(product.origin, made.content.key);
  expect((await program.call('telegram_bot_binding/make_link', await wish())).status).toBe(403);
  const { content } = await person.call<{ link: string }>('telegram_bot_binding/make_link', await wish());
  const start = new URL(content.link).searchParams.get('start');
  await api.control('write', { token: BOT_TOKEN, chat: CHAT, text: `/start ${start}` });
  await told('bound to the account bella.bound');
  await root.call('message/send', {
    to: 'role',
    role: 'customer',
    title: 'Down tonight',
    content: 'From ten',
  });
  expect(await told('Down tonight')).toContain('<b>Down tonight</b>\n\nFrom ten');
});

test('somebody else who polls with the same token is said to, and everything goes on when they stop', async () => {
  const ask = () =>
    fetch(`${api.origin}/bot${BOT_TOKEN}/getUpdates`, {
      method: 'POST',
      body: JSON.stringify({ timeout: 1 }),
    });
  await until(
    'the other one is told of',
    async () => {
      await ask();
      return (await fault()) === 'conflict';
    },
    SELDOM,
  );
  await until('nothing is wrong any more', async () => (await fault()) === '', SELDOM);
  await api.control('write', { token: BOT_TOKEN, chat: CHAT, text: '/stats' });
  await told('Visits today');
});

test('by webhook Telegram brings updates with its secret, and again until they were taken', async () => {
  await setUp({ mode: 'webhook' });
  const { webhook } = (await api.look()).bots[BOT_TOKEN] ?? {};
  expect(webhook?.url).toBe(`${product.origin}/api/telegram_webhook/receive`);
  expect(webhook?.secret).toMatch(/^[\w-]{43}$/);
  await api.control('forget', {});
  await api.control('write', { token: BOT_TOKEN, chat: CHAT, text: '/me' });
  await told('Balance');
  expect((await api.look()).deliveries.map(({ status }) => status)).toEqual([200]);
  // Without its secret nobody brings anything.
  const body = { update_id: 1, message: { chat: { id: CHAT, type: 'private' }, text: '/unbind' } };
  for (const headers of [{}, { 'x-telegram-bot-api-secret-token': `${webhook?.secret.slice(0, -1)}_` }])
    expect((await root.call('telegram_webhook/receive', body, headers)).status).toBe(401);
  await setUp({ mode: 'polling' });
  expect((await api.look()).bots[BOT_TOKEN]?.webhook).toBeNull();
});

test('switched off it serves nothing and nobody else notices; switched on it knows everybody', async () => {
  await root.call('plugins/disable', { id: 'bot' });
  expect((await person.call('telegram_bot_binding/own')).status).toBe(404);
  const sent = await root.call('message/send', {
    to: 'role',
    role: 'customer',
    title: 'Quiet',
    content: 'Now',
  });
  expect(sent.status).toBe(200);
  await api.control('write', { token: BOT_TOKEN, chat: CHAT, text: '/codes' });
  await root.call('plugins/enable', { id: 'bot' });
  await told('no QR codes yet');
  const own = await person.call<{ binding: { is_bound: boolean } }>('telegram_bot_binding/own');
  expect(own.content.binding.is_bound).toBe(true);
  expect((await api.look()).sent.filter(({ text }) => text.includes('Quiet'))).toEqual([]);
});

test('an answer of 100 MB is not taken, and the message comes when Telegram answers as it should', async () => {
  await api.control('huge', { times: 1 });
  await root.call('message/send', { to: 'role', role: 'customer', title: 'Patient', content: 'Word' });
  await told('Patient');
  expect((await api.look()).takenBytes).toBeGreaterThan(0);
  expect((await api.look()).takenBytes).toBeLessThan(20_000_000);
  await until('nothing is wrong any more', async () => (await fault()) === '', SELDOM);
});

test('a password that is another one, however, is told where a chat is bound', async () => {
  const { content: own } = await person.call<{ binding: { is_bound: boolean } }>('telegram_bot_binding/own');
  expect(own.binding.is_bound).toBe(true);
  await api.control('forget', {});
  const password = 'Another1234';
  const field = (name: string, text: string) => seal(person, text, 'update_password', 'update', name);
  const changed = await person.call('update_password/update', {
    old_password: await field('old_password', bella.password),
    password: await field('password', password),
  });
  expect(changed.status).toBe(200);
  bella = { ...bella, password };
  expect(await told('still')).toContain('@');
  await api.control('forget', {});
  const { content: found } = await root.call<{ content: { id: string }[] }>('user/inquire', {
    search: bella.account,
  });
  const [{ id = '' } = {}] = found.content;
  expect((await root.call('user/reset_password', { id })).status).toBe(200);
  await told('still');
});
