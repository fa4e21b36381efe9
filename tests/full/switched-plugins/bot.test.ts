import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../../accounts.ts';
import { type Api, seal, signIn } from '../../api.ts';
import { BOT_TOKEN, type BotApi, startBotApi } from '../../bot-api.ts';
import { type Product, startProduct } from '../../product.ts';
import { until } from '../../until.ts';
import { errorLines, startLoad } from './load.ts';

/**
 * The bot switched off and on while people write to it and alerts go out, by either way of hearing: each update is answered once,
 * each alert that was taken comes once, visits and other calls notice nothing.
 */
setDefaultTimeout(300_000);
const ROUNDS = 3;
const WRITES = 6;
const CHAT = 5150;

let api: BotApi;
let product: Product;
let root: Api;
let person: Api;
let code: { id: string; short_code: string };
beforeAll(async () => {
  api = await startBotApi();
  product = await startProduct({ env: { OUTGOING_HOSTS: `api.telegram.org=${api.origin}` } });
  root = await signIn(product.origin, product.administrator);
  const customer = await createAccount(product, { account: 'tatu.switches', role: 'customer' });
  person = await signIn(product.origin, customer);
  const body = { name: 'Menu', targets: [{ url: 'https://menu.example/' }], jump_type: 6 };
  code = (await person.call<{ id: string; short_code: string }>('qr_code_list/add', body)).content;
  await api.control('limits', { perSecond: 1_000, perChat: 1_000 });
  await setUp({ token: BOT_TOKEN });
  const old_password = await seal(
    person,
    customer.password,
    'telegram_bot_binding',
    'make_link',
    'old_password',
  );
  const { content } = await person.call<{ link: string }>('telegram_bot_binding/make_link', { old_password });
  await write(CHAT, `/start ${new URL(content.link).searchParams.get('start')}`);
  await until('the chat is bound', async () => (await textsOf(CHAT)).length > 0);
}, 240_000);
afterAll(async () => {
  await product?.stop();
  await api?.stop();
});

async function setUp(change: object): Promise<void> {
  const { content } = await root.call<{ version: number }>('telegram_bot/details');
  const set = {
    token: '',
    mode: 'polling',
    is_password_on: true,
    per_second: 30,
    gather_seconds: 0,
    ...change,
  };
  expect((await root.call('telegram_bot/update', { ...set, version: content.version })).status).toBe(200);
}
const write = (chat: number, text: string) => api.control('write', { token: BOT_TOKEN, chat, text });
const textsOf = async (chat: number) =>
  (await api.look()).sent.filter(({ chat_id }) => chat_id === String(chat)).map(({ text }) => text);
const turn = async (verb: 'disable' | 'enable') =>
  expect((await root.call(`plugins/${verb}`, { id: 'bot' })).status).toBe(200);

for (const mode of ['polling', 'webhook'] as const)
  test(`by ${mode}: each update is answered once and each alert comes once, whatever the plugin was doing`, async () => {
    await setUp({ mode });
    await api.control('forget', {});
    const before = (await person.call<{ view_number: number }>('qr_code_list/details', { id: code.id }))
      .content.view_number;
    const load = startLoad(product);
    load.visit('visits', `/${code.short_code}`);
    load.run('calls', 150, async () =>
      String((await person.call('qr_code_list/user_inquire', { page_size: 5 })).status),
    );
    // Strangers write from a chat of their own each, so that each answer can be told from the others.
    let stranger = mode === 'polling' ? 60_000 : 70_000;
    const first = stranger;
    const alerts: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let at = 0; at < WRITES; at += 1) await write(stranger++, '/start');
      const title = `Alert ${mode} ${round}`;
      // It is taken while the plugin is on, and may be anywhere on its way when that is switched off.
      const sent = await root.call('message/send', { to: 'role', role: 'customer', title, content: 'Text' });
      expect(sent.status).toBe(200);
      alerts.push(title);
      await until('the alert is in the queue', async () => {
        const { content } = await root.call<{ content: unknown[]; count: number }>('bot_message/inquire', {
          kind: 'alert',
          page_size: 200,
        });
        return content.count >= alerts.length + (mode === 'polling' ? 0 : ROUNDS);
      });
      await turn('disable');
      for (let at = 0; at < WRITES; at += 1) await write(stranger++, '/start');
      await turn('enable');
      for (let at = 0; at < WRITES; at += 1) await write(stranger++, '/start');
    }
    const chats = Array.from({ length: stranger - first }, (_, at) => first + at);
    const all = async () => {
      const { sent } = await api.look();
      const of = new Map<string, number>();
      for (const { chat_id } of sent) of.set(chat_id, (of.get(chat_id) ?? 0) + 1);
      return of;
    };
    await until(
      'everybody is answered',
      async () => {
        const of = await all();
        return chats.every((chat) => of.has(String(chat)));
      },
      { withinMs: 150_000, everyMs: 500, explain: async () => JSON.stringify([...(await all())]) },
    );
    await until('the alerts are there', async () => {
      const texts = await textsOf(CHAT);
      return alerts.every((title) => texts.some((text) => text.includes(title)));
    });
    await load.stop();
    console.info(JSON.stringify(load.answers));
    const of = await all();
    expect(chats.map((chat) => of.get(String(chat)))).toEqual(chats.map(() => 1));
    const texts = await textsOf(CHAT);
    expect(alerts.map((title) => texts.filter((text) => text.includes(title)).length)).toEqual(
      alerts.map(() => 1),
    );
    expect(Object.keys(load.answers.visits ?? {})).toEqual(['https://menu.example/']);
    expect(Object.keys(load.answers.calls ?? {})).toEqual(['200']);
    const wanted = before + load.times('visits', 'https://menu.example/');
    await until('each visit is counted', async () => {
      const { content } = await person.call<{ view_number: number }>('qr_code_list/details', { id: code.id });
      return content.view_number === wanted;
    });
    expect(errorLines(product.output())).toEqual([]);
  });
