import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { writeTo } from '../messages.ts';
import type { Product } from '../product.ts';
import { makeRole, operatorWith } from '../security/role-people.ts';
import { axeViolations } from './axe.ts';
import { openScreen, settle, until } from './browser.ts';
import { pickRecipient } from './pick.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';

// A message from its writing to what its sender learns of it: picked, sent, shown, read, taken back, cleared away.

const ROLE = 'Desk of letters';

let place: Place;
let product: Product;
let desk: Page;
let shop: Page;
let operator: Api;
let nia: Api;
let omar: Api;
let member: Api;
let faults: string[];

const content = () => desk.locator('#content');
const inboxOf = async (api: Api) =>
  (await api.call<{ content: { title: string; notify_status: number }[] }>('message/inquire')).content
    .content;
async function write(title: string, isToMany = false): Promise<void> {
  const form = desk.getByRole('dialog', { name: 'Send message' });
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await form.getByRole('textbox', { name: 'Text', exact: true }).fill('We are back on Monday.');
  await form.getByRole('button', { name: isToMany ? 'Send to 1 account' : 'Send', exact: true }).click();
  if (isToMany) {
    const question = desk.getByRole('dialog', { name: 'Send to 1 account?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Send to 1 account', exact: true }).click();
    await question.getByRole('button', { name: 'Send', exact: true }).click();
  }
  await desk.getByText('Sent to 1 account.').first().waitFor();
  await form.waitFor({ state: 'detached' });
}

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  const [olga, niaOf, omarOf] = await Promise.all([
    createAccount(product, { account: 'olga.letters', role: 'administrator' }),
    createAccount(product, { account: 'nia.letters', role: 'customer' }),
    createAccount(product, { account: 'omar.letters', role: 'customer' }),
  ]);
  [operator, nia, omar] = await Promise.all([
    signIn(product.origin, olga),
    signIn(product.origin, niaOf),
    signIn(product.origin, omarOf),
  ]);
  const root = await signIn(product.origin, product.administrator);
  const role = await makeRole(root, ROLE, ['system.message:read']);
  ({ api: member } = await operatorWith(product, root, { account: 'mia.letters', role }));
  [{ page: desk, faults }, { page: shop }] = await Promise.all([place.open(olga), place.open(niaOf)]);
}, 240_000);
afterAll(() => place?.close());

test('a customer is picked, sees the message over the page until it is closed, and the sender sees that it was read', async () => {
  await openScreen(desk, product.origin, 'message_list');
  await desk.getByRole('button', { name: 'Send message' }).click();
  await pickRecipient(desk, 'nia.letters');
  await write('Closed for a week');
  const notice = shop.getByRole('region', { name: 'New message' });
  await notice.getByText('Closed for a week').waitFor({ timeout: 60_000 });
  const [box, around] = [await notice.boundingBox(), await shop.locator('#content').boundingBox()];
  const middleOf = (one: typeof box) => (one?.x ?? 0) + (one?.width ?? 0) / 2;
  expect(Math.abs(middleOf(box) - middleOf(around))).toBeLessThan(12);
  await notice.getByRole('button', { name: 'Close', exact: true }).click();
  await notice.waitFor({ state: 'detached' });
  await until('it counts as read', async () => (await inboxOf(nia))[0]?.notify_status === 2);

  await desk.getByRole('tab', { name: 'Sent', exact: true }).click();
  await desk.getByRole('link', { name: 'Closed for a week' }).click();
  await desk.getByRole('heading', { level: 1, name: 'Closed for a week' }).waitFor();
  const row = desk.getByRole('row').filter({ hasText: 'nia.letters' });
  await row.getByText('Read', { exact: true }).waitFor();
  await shows(content().getByRole('button', { name: 'Take back' }), { count: 0 });
  await settle(desk);
  expect(await axeViolations(desk)).toEqual([]);
}, 240_000);

test('a role of one’s own gets a message, and nobody else', async () => {
  await openScreen(desk, product.origin, 'message_list');
  await desk.getByRole('button', { name: 'Send message' }).click();
  await desk.getByRole('dialog').getByText('A role', { exact: true }).click();
  await desk.getByRole('dialog').getByRole('combobox', { name: 'Role', exact: true }).click();
  await desk.getByRole('option', { name: ROLE, exact: true }).click();
  await write('For the desk', true);
  expect((await inboxOf(member)).map(({ title }) => title)).toEqual(['For the desk']);
  expect((await inboxOf(omar)).map(({ title }) => title)).toEqual([]);
}, 240_000);

test('what nobody has read yet is taken back after a question', async () => {
  const { id } = (await writeTo(operator, 'omar.letters', { title: 'Wrong price', content: '9 USDT' }))
    .content;
  await openScreen(desk, product.origin, `sent_message?id=${id}`);
  await content().getByRole('button', { name: 'Take back' }).click();
  const question = desk.getByRole('dialog', { name: 'Take back “Wrong price”?' });
  await question.getByText('It disappears for those who have not read it (1).').waitFor();
  await question.getByRole('button', { name: 'Take back' }).click();
  await desk.getByText('Taken back from 1 account.').waitFor();
  expect(await inboxOf(omar)).toEqual([]);
  await desk.getByRole('row').filter({ hasText: 'omar.letters' }).getByText('Taken back').waitFor();
}, 240_000);

test('clearing asks, empties the inbox, and the sender sees that it was deleted', async () => {
  await openScreen(shop, product.origin, 'message_list');
  await shop.getByRole('button', { name: 'More actions', exact: true }).click();
  await shop.getByRole('menuitem', { name: 'Delete all' }).click();
  await shop.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
  await shop.getByText('No messages yet').waitFor();
  await openScreen(desk, product.origin, 'message_list?tab=sent');
  await desk.getByRole('link', { name: 'Closed for a week' }).click();
  await desk
    .getByRole('row')
    .filter({ hasText: 'nia.letters' })
    .getByText('Deleted', { exact: true })
    .waitFor();
  expect(faults).toEqual([]);
}, 240_000);
