import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { LOCALES } from '@waypost/contract';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { BOT_TOKEN, type BotApi, startBotApi } from '../../bot-api.ts';
import { inTurn, openScreen } from '../../e2e/browser.ts';
import { lookByNight, looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { wordsOf } from '../../e2e/words.ts';
import { findPerson } from '../../find-person.ts';
import { startProduct } from '../../product.ts';
import { withStore } from '../../security/world.ts';
import { until } from '../../until.ts';

// An operator sets a bot up, a customer binds the account to a chat and hears there what is told, blocks the bot, and gets a
// forgotten password back.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 60_000 };
const CHAT = 4711;
const DAY_MS = 86_400_000;

let api: BotApi;
let place: Place;
let root: Api;
let customer: Awaited<ReturnType<typeof createAccount>>;
let operator: Awaited<ReturnType<typeof createAccount>>;
beforeAll(async () => {
  api = await startBotApi();
  place = await openPlace(() => startProduct({ env: { OUTGOING_HOSTS: `api.telegram.org=${api.origin}` } }));
  root = await signIn(place.product.origin, place.product.administrator);
  customer = await createAccount(place.product, { account: 'tala.tells', role: 'customer' });
  operator = await createAccount(place.product, { account: 'omar.bots', role: 'administrator' });
}, 240_000);
afterAll(async () => {
  await place?.close();
  await api?.stop();
});

const look = looking('bot');
const SCREEN = 'telegram_bot_binding';
/** Texts that the chat was sent. */
const texts = async () =>
  (await api.look()).sent.filter(({ chat_id }) => chat_id === String(CHAT)).map(({ text }) => text);
const told = (part: string) =>
  until(`the chat is told “${part}”`, async () => (await texts()).find((text) => text.includes(part)), {
    explain: async () => JSON.stringify(await texts()),
  });
const write = (text: string) => api.control('write', { token: BOT_TOKEN, chat: CHAT, text });
const linkOn = async (page: Page) => {
  const href = await page.getByRole('link', { name: 'Open in Telegram' }).getAttribute('href', LIMIT);
  return new URL(href ?? '').searchParams.get('start') ?? '';
};

test('without a bot a customer reads who can set one up', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, SCREEN);
  await page.getByText('No bot is set up yet').waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('a super administrator sets the bot up: a wrong token is refused at its field, the right one is never shown again', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, `${SCREEN}?tab=bot`);
  await page.getByText('No bot is set up yet.').waitFor(LIMIT);
  const token = page.getByLabel('Bot token', { exact: true });
  await token.fill('nonsense', LIMIT);
  await token.blur();
  await page.getByText('A token looks like').first().waitFor(LIMIT);
  await token.fill(`123456789:${'z'.repeat(35)}`, LIMIT);
  await page.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByText('Telegram knows no bot with this token').first().waitFor(LIMIT);
  await look(page);
  await token.fill(BOT_TOKEN, LIMIT);
  await page.getByLabel('Gather alerts for', { exact: true }).fill('0', LIMIT);
  await page.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByText('@waypost_test_bot works.').waitFor(LIMIT);
  await page.getByText('A bot token is stored').waitFor(LIMIT);
  await look(page);
  expect(await page.content()).not.toContain(BOT_TOKEN);
  expect((await api.look()).bots[BOT_TOKEN]?.languages.sort()).toEqual(['', 'sw', 'zh']);
  // What was refused is told by the server, and the browser's own log has it.
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
});

test('a customer binds a chat by the link, chooses what to hear, and hears it', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, SCREEN);
  await page.getByLabel('Password', { exact: true }).fill(customer.password, LIMIT);
  await page.getByRole('button', { name: 'Bind', exact: true }).click(LIMIT);
  await page.getByRole('img', { name: 'QR picture of the link' }).waitFor(LIMIT);
  await look(page);
  const token = await linkOn(page);
  await write(`/start ${token}`);
  await page.getByText('Your account is bound').waitFor(LIMIT);
  await told('is now bound to the account tala.tells');
  await look(page);
  await page.getByRole('button', { name: 'Send a test message' }).click(LIMIT);
  await told('This is a test.');
  const { id } = await findPerson(root, customer.account);
  const send = (title: string) =>
    root.call('message/send', { to: 'account', account: id, title, content: 'Text <b>&' });
  await send('First word');
  expect(await told('First word')).toContain('Text &lt;b&gt;&amp;');
  await page.getByText('Messages that people write to me').click(LIMIT);
  await page.getByRole('switch', { name: 'Quiet hours' }).click(LIMIT);
  await page.getByLabel('Quiet from', { exact: true }).waitFor(LIMIT);
  await look(page);
  await page.getByRole('switch', { name: 'Quiet hours' }).click(LIMIT);
  await page.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByText('Saved.').first().waitFor(LIMIT);
  await send('Second word');
  await write('/me');
  await told('Balance');
  expect((await texts()).filter((text) => text.includes('Second word'))).toEqual([]);
  // The same link again, by somebody else.
  await api.control('write', { token: BOT_TOKEN, chat: 99, text: `/start ${token}` });
  expect(faults).toEqual([]);
});

test('an operator sees whose account is bound to which chat, and what was sent without its text', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, `${SCREEN}?tab=bindings`);
  await page.getByRole('row').filter({ hasText: 'tala.tells' }).waitFor(LIMIT);
  for (const text of ['Amina', 'amina_k', String(CHAT)]) await page.getByText(text).first().waitFor(LIMIT);
  await look(page);
  await page.getByRole('tab', { name: 'Bot messages' }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Sent' }).first().waitFor(LIMIT);
  await look(page);
  expect(await page.content()).not.toContain('First word');
  expect(faults).toEqual([]);
});

test('whoever has forgotten the password is sent a link from the login page', async () => {
  // A chat is sent no links on its first day.
  await withStore(place.product, (database) =>
    database
      .collection('bot_binding')
      .updateMany({}, { $set: { bind_time: new Date(Date.now() - 2 * DAY_MS) } }),
  );
  const { page, faults } = await place.open();
  await page.goto(`${place.product.origin}/#/admin_login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click(LIMIT);
  // The login page has a field of that name, too.
  await page.getByRole('heading', { name: 'Forgotten password' }).waitFor(LIMIT);
  await page.getByLabel('Account', { exact: true }).fill('tala.tells', LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Send to my Telegram' }).click(LIMIT);
  await page.getByText('Look into Telegram').waitFor(LIMIT);
  await look(page);
  const [, link = ''] = /(https?:\/\/\S+set_password\?token=[\w-]+)/.exec(await told('set_password')) ?? [];
  await page.goto(link);
  await page.getByText('tala.tells').first().waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('whoever blocks the bot is unbound, and reads why', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, SCREEN);
  await page.getByText('Your account is bound').waitFor(LIMIT);
  await api.control('block', { token: BOT_TOKEN, chat: CHAT });
  await page.getByText('You blocked the bot in Telegram').waitFor(LIMIT);
  await look(page);
  await page.getByLabel('Password', { exact: true }).fill(customer.password, LIMIT);
  await page.getByRole('button', { name: 'Bind', exact: true }).click(LIMIT);
  await write(`/start ${await linkOn(page)}`);
  await page.getByText('Your account is bound').waitFor(LIMIT);
  await page.getByRole('button', { name: 'Unbind', exact: true }).click(LIMIT);
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind', exact: true }).click(LIMIT);
  await page.getByText('You ended the binding.').waitFor(LIMIT);
  expect(faults).toEqual([]);
});

for (const locale of inTurn(LOCALES, 0))
  test(`each tab reads in ${locale}, by night and on a phone`, async () => {
    const words = wordsOf(locale);
    await lookByNight(place, { locale, look: (page) => look(page) }, [
      [customer, SCREEN, words('bot.page.bind.title')],
      [operator, `${SCREEN}?tab=bindings`, words('bot.binding.state.over')],
      [operator, `${SCREEN}?tab=bot`, words('bot.settings.super')],
      [place.product.administrator, `${SCREEN}?tab=bot`, words('bot.settings.token')],
      [operator, `${SCREEN}?tab=messages`, words('bot.message.state.sent')],
    ]);
  });
