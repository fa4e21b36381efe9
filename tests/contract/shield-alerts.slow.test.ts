import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, seal, signIn } from '../api.ts';
import { BOT_TOKEN, type BotApi, startBotApi } from '../bot-api.ts';
import { KNOWN_GOOD, SHOP, type ShieldPlace, startShieldPlace } from '../shield-place.ts';
import { until } from '../until.ts';

// A block from its detection to everybody who is to hear of it, by each way: inbox, Telegram and webhook.
setDefaultTimeout(180_000);
// Operators hear of the offered spare, too.
const BLOCK = 'WeChat blocks';
const APPEAL = 'https://appeal.example/form';
const [OWNER_CHAT, OPERATOR_CHAT] = [5150, 6160];

let bot: BotApi;
let place: ShieldPlace;
let operator: Api;
beforeAll(async () => {
  bot = await startBotApi();
  place = await startShieldPlace({ OUTGOING_HOSTS: `api.telegram.org=${bot.origin}` });
  const { product, root, providers } = place;
  await bot.control('limits', { perSecond: 1_000, perChat: 1_000 });
  const { content } = await root.call<{ version: number }>('telegram_bot/details');
  const set = { token: BOT_TOKEN, mode: 'polling', is_password_on: true, per_second: 30, gather_seconds: 0 };
  expect((await root.call('telegram_bot/update', { ...set, version: content.version })).status).toBe(200);
  const account = await createAccount(product, { account: 'oda.alerts', role: 'administrator' });
  operator = await signIn(product.origin, account);
  await bind(operator, account.password, OPERATOR_CHAT);
  await bind(place.person, place.customer.password, OWNER_CHAT);
  await place.provider('one');
  await place.setDetection({ canary: KNOWN_GOOD });
  await place.setPolicy({
    appeal_link: APPEAL,
    webhook_url: `${providers.origin}/hook/in`,
    webhook_secret: 'shared',
  });
}, 240_000);
afterAll(async () => {
  await place?.stop();
  await bot?.stop();
});

async function bind(person: Api, password: string, chat: number): Promise<void> {
  const old_password = await seal(person, password, 'telegram_bot_binding', 'make_link', 'old_password');
  const { content } = await person.call<{ link: string }>('telegram_bot_binding/make_link', { old_password });
  const text = `/start ${new URL(content.link).searchParams.get('start')}`;
  await bot.control('write', { token: BOT_TOKEN, chat, text });
  await until('the chat is bound', async () => (await textsOf(chat)).length > 0);
}
const textsOf = async (chat: number) =>
  (await bot.look()).sent.filter(({ chat_id }) => chat_id === String(chat)).map(({ text }) => text);
const inboxOf = async (person: Api) => {
  const { content } = await person.call<{ content: { title: string; content: string }[] }>(
    'message/inquire',
    { page: 1, page_size: 50 },
  );
  return content.content.map(({ content: text }) => text).filter((text) => text.includes(BLOCK));
};

test('owner and operator hear of a block in the inbox and in Telegram with the way to appeal, the webhook once', async () => {
  await place.providers.block(SHOP);
  await place.checkShop();
  await place.checkShop();
  for (const [person, chat] of [
    [place.person, OWNER_CHAT],
    [operator, OPERATOR_CHAT],
  ] as const) {
    const told = await until('it is in the inbox', async () => {
      await place.follow();
      const found = await inboxOf(person);
      return found.length > 0 ? found : undefined;
    });
    expect(told).toEqual([expect.stringContaining(APPEAL)]);
    const written = await until('it is in Telegram', async () => {
      const found = (await textsOf(chat)).filter((text) => text.includes(BLOCK));
      return found.length > 0 ? found : undefined;
    });
    expect(written).toEqual([expect.stringContaining(APPEAL)]);
  }
  const hooks = await until('the webhook has it', async () => {
    await place.follow();
    const found = (await place.providers.look()).hooks.filter(({ path }) => path === 'in');
    return found.length > 0 ? found : undefined;
  });
  expect(hooks.map(({ body }) => JSON.parse(body))).toMatchObject([{ event: 'wechat.blocked', host: SHOP }]);
});
