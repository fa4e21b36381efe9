import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { type Credentials, createAccount } from '../accounts.ts';
import { signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { withStore } from '../security/world.ts';
import { axeViolations } from './axe.ts';
import { arriveAt, calm, enterAs, openScreen, until } from './browser.ts';
import { endSession, question, storedToken, typePassword } from './ended-place.ts';
import { pickRecipient } from './pick.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';

// Whoever works for an hour on a form finds out at Save that the session has ended: nothing of it may be lost.
setDefaultTimeout(180_000);

let place: Place;
let product: Product;
let context: BrowserContext;
let page: Page;
let customer: Credentials;

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  customer = await createAccount(product, { account: 'ended.customer', role: 'customer' });
});
afterAll(() => place?.close());
beforeEach(async () => {
  ({ context, page } = await place.open());
  // Leaving a page with unsaved work is what these tests do.
  page.on('dialog', (dialog) => void dialog.accept());
});
afterEach(() => context.close());

const field = (label: string): Locator => page.getByRole('textbox', { name: label, exact: true }).last();
const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();

interface Case {
  name: string;
  who: () => Credentials;
  open: () => Promise<void>;
  typed: Record<string, string>;
  button: string;
  call: string;
  isDone: () => Promise<void>;
}

const FORMS: Case[] = [
  {
    name: 'a resource in a drawer, with a password that is sealed for one use',
    who: () => product.administrator,
    open: async () => {
      await openScreen(page, product.origin, 'administrators');
      await press('New administrator');
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
    typed: { Account: 'ended.operator', Password: 'Operator123', Phone: '123 456' },
    button: 'Create',
    call: 'administrator/add',
    isDone: async () => {
      await page.getByRole('row').filter({ hasText: 'ended.operator' }).waitFor();
      await signIn(product.origin, { account: 'ended.operator', password: 'Operator123' });
    },
  },
  {
    name: 'a page of its own',
    who: () => customer,
    open: () => openScreen(page, product.origin, 'update_password'),
    typed: {
      'Old password': 'Customer123',
      'New password': 'Another123',
      'New password again': 'Another123',
    },
    button: 'Change password',
    call: 'update_password/update',
    isDone: async () => {
      await arriveAt(page, /#\/customer\/(?!update_password)/);
      customer = { ...customer, password: 'Another123' };
      await signIn(product.origin, customer);
    },
  },
  {
    name: 'a call',
    who: () => product.administrator,
    open: async () => {
      await openScreen(page, product.origin, 'message_list');
      await press('Send message');
      await pickRecipient(page, 'ended.customer');
    },
    typed: { Title: 'After the pause', Text: 'Still the same text' },
    button: 'Send',
    call: 'message/send',
    isDone: async () => {
      await page.getByText('Sent to 1 account.').waitFor();
      const reader = await signIn(product.origin, customer);
      const { content } = await reader.call<{ content: { content: string }[] }>('message/inquire');
      expect(content.content.map(({ content: text }) => text)).toEqual(['Still the same text']);
    },
  },
];

test.each(FORMS)('$name: what was typed is saved after the password, once', async (form) => {
  await enterAs(page, product.origin, form.who());
  await form.open();
  for (const [label, text] of Object.entries(form.typed)) await field(label).fill(text);
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith(`/api/${form.call}`)) answers.push(response.status());
  });
  await endSession(page, product);
  await press(form.button);
  await question(page).waitFor();
  await until('the token is forgotten', async () => (await storedToken(page)) === '');
  await calm(page);
  expect(await axeViolations(page)).toEqual([]);
  await typePassword(page, form.who());
  await form.isDone();
  expect(answers.filter((status) => status === 200)).toHaveLength(1);
});

test('the channel is back; a wrong password is told in the place; the session can be left for another account', async () => {
  await enterAs(page, product.origin, product.administrator);
  await openScreen(page, product.origin, 'message_list');
  await page.locator('header [data-state=connected]').waitFor();
  await press('Send message');
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  await field('Title').fill('Kept');
  await endSession(page, product);
  await question(page).waitFor();
  // No key takes it away.
  await page.keyboard.press('Escape');
  await question(page).locator('input[name=password]').fill('Wrong12345');
  await page.keyboard.press('Enter');
  await question(page).getByText('Account or password is wrong.').waitFor();
  // The next key goes where the mistake is, not to the account that cannot be changed here.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await until('the password has the focus', async () => (await focused()) === 'password');
  await typePassword(page, product.administrator);
  await page.locator('header [data-state=connected]').waitFor();
  await shows(field('Title'), { value: 'Kept' });

  await endSession(page, product);
  await question(page).getByRole('button', { name: 'Log in as somebody else' }).click();
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await asked.getByRole('button', { name: 'Keep editing' }).click();
  await asked.waitFor({ state: 'detached' });
  await shows(field('Title'), { value: 'Kept' });
  await question(page).getByRole('button', { name: 'Log in as somebody else' }).click();
  await asked.getByRole('button', { name: 'Leave' }).click();
  await arriveAt(page, /#\/admin_login/);
  // The question with its field may still be on its way out.
  const accounts = () =>
    page
      .locator('input[name=account]')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).join('|'));
  await until('one field for the account, and nothing in it', async () => {
    const isThere = (await page.locator('input[name=account]').count()) === 1;
    return isThere && (await accounts()) === '';
  });
});

test('what was typed is back after a reload, but no password; it goes when it is discarded, saved or left', async () => {
  const list = 'administrators?drawer=create';
  const line = page.getByText(/^Your unsaved changes from \d\d:\d\d are back\.$/);
  await enterAs(page, product.origin, product.administrator);
  await openScreen(page, product.origin, list);
  await field('Account').fill('kept.operator');
  await field('Password').fill('Operator123');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Operator123');
  await page.reload();
  await line.waitFor();
  await shows(field('Account'), { value: 'kept.operator' });
  await shows(field('Password'), { value: '' });
  await calm(page);
  expect(await axeViolations(page)).toEqual([]);
  await press('Discard');
  await shows(field('Account'), { value: '' });
  await field('Account').fill('kept.operator');
  await field('Password').fill('Operator123');
  await press('Create');
  await page.getByRole('row').filter({ hasText: 'kept.operator' }).waitFor();
  // The row may be there while the drawer still closes, and its address is the one that is opened next.
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await openScreen(page, product.origin, list);
  await shows(field('Account'), { value: '' });
  await shows(line, { count: 0 });
  await field('Account').fill('left.operator');
  await press('Cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await openScreen(page, product.origin, list);
  await shows(field('Account'), { value: '' });
  await shows(line, { count: 0 });
});

test('a setting that leads data out is saved once the password is confirmed in the place, and not when that is left', async () => {
  await enterAs(page, product.origin, product.administrator);
  // As if everybody had logged in an hour ago.
  await withStore(product, (database) =>
    database
      .collection('system_session')
      .updateMany({}, { $set: { create_time: new Date(Date.now() - 3_600_000) } }),
  );
  await openScreen(page, product.origin, 'mail_config');
  await field('SMTP server').fill('smtp.shop.example');
  const dialog = page.getByRole('dialog', { name: 'Confirm with your password' });
  await press('Save');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await shows(field('SMTP server'), { value: 'smtp.shop.example' });
  await press('Save');
  await dialog.locator('input[name=password]').fill(product.administrator.password);
  await calm(page);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await shows(field('SMTP server'), { value: 'smtp.shop.example' });
});
