import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { apiOf, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { axeViolations } from './axe.ts';
import { arriveAt, openScreen, settle, until } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';

// An operator's day with one customer: found, stopped with the codes, given back, helped in, looked over the shoulder of.

const NAME = 'zuri.daily';

let place: Place;
let product: Product;
let page: Page;
let faults: string[];
let code: { short_code: string };

const visited = async () =>
  (await fetch(`${product.origin}/${code.short_code}`, { redirect: 'manual' })).status;
const heading = () => page.getByRole('heading', { level: 1, name: NAME });
const content = () => page.locator('#content');
async function verb(name: string): Promise<void> {
  await page.getByRole('button', { name: `More actions: ${NAME}` }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  const operator = await createAccount(product, { account: 'otis.daily', role: 'administrator' });
  const customer = await signIn(
    product.origin,
    await createAccount(product, { account: NAME, role: 'customer' }),
  );
  const made = await customer.call<typeof code>('qr_code_list/add', {
    name: 'Door of Zuri',
    targets: [{ url: 'https://example.com/' }],
  });
  code = made.content;
  ({ page, faults } = await place.open(operator));
}, 240_000);
afterAll(() => place?.close());

test('the list is there also where it is narrowed to who is online, or by what no export knows', async () => {
  for (const narrowed of ['online_status=2', 'search=zuri&online_status=9']) {
    await openScreen(page, product.origin, `user_list?${narrowed}`);
    await page.getByRole('heading', { level: 1, name: /^Customers/ }).waitFor();
    await page.getByText('Online', { exact: true }).first().waitFor();
  }
}, 240_000);

test('a customer is found by the beginning of the name and leads to the own page', async () => {
  await openScreen(page, product.origin, 'user_list');
  await page.getByRole('heading', { level: 1, name: /^Customers/ }).waitFor();
  await page.getByRole('textbox', { name: 'Account, name or phone' }).fill('ZURI.D');
  await arriveAt(page, /search=ZURI/);
  await page.getByRole('link', { name: NAME }).click();
  await heading().waitFor();
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  // What the list keeps for whoever asks for the column stands here without asking.
  await content().getByText('Invitation code', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Codes', exact: true }).click();
  await page.getByText('Door of Zuri').first().waitFor();
}, 240_000);

test('a customer who is made is shown at once, with what to send to them', async () => {
  await openScreen(page, product.origin, 'user_list?drawer=create');
  const form = page.getByRole('dialog', { name: 'New customer' });
  await form.getByLabel('Account').fill('new.person');
  await form.getByLabel('Password').fill('First4711');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await arriveAt(page, /user_list\?id=/);
  const shown = page.getByRole('dialog', { name: 'new.person can log in now' });
  for (const text of [`${product.origin}/#/admin_login`, 'First4711']) await shown.getByText(text).waitFor();
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await shown.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'new.person' }).waitFor();
  // Told once: it is not there again.
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'new.person' }).waitFor();
  await shows(page.getByText('First4711'), { count: 0 });
  await openScreen(page, product.origin, 'user_list?search=ZURI');
  await page.getByRole('link', { name: NAME }).click();
  await heading().waitFor();
}, 240_000);

test('the owner of a code leads to the page of the person, and the way back to where it was seen', async () => {
  await openScreen(page, product.origin, 'qr_code_list_admin?search=Door of Zuri');
  await content().getByRole('link', { name: NAME, exact: true }).click();
  await arriveAt(page, /user_list\?id=/);
  await heading().waitFor();
  await page.goBack();
  await content().getByText('Door of Zuri').first().waitFor();
  await page.goForward();
  await heading().waitFor();
}, 240_000);

test('disabling freezes the codes when that is chosen, and enabling gives them back', async () => {
  await verb('Disable');
  const form = page.getByRole('dialog', { name: `Disable ${NAME}?` });
  await form.getByText(/Freeze them/).click();
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Disable', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await content().getByText('Disabled', { exact: true }).first().waitFor();
  expect(await visited()).toBe(451);
  await verb('Enable');
  await content().getByText('Enabled', { exact: true }).first().waitFor();
  await until('the code answers again', async () => (await visited()) === 200);
}, 240_000);

test('a one-time link is shown once, and the page that it opens sets a password', async () => {
  await verb('Link to a new password');
  const shown = page.getByRole('dialog', { name: `Link for ${NAME}` });
  const address = (await shown.locator('[title*="set_password"]').getAttribute('title')) ?? '';
  expect(address.startsWith(`${product.origin}/#/set_password?token=`)).toBe(true);
  await shown.getByRole('button', { name: 'Close' }).first().click();
  const { page: guest } = await place.open();
  await guest.goto(address);
  await guest.getByRole('heading', { name: 'New password' }).waitFor();
  await guest.getByLabel('New password', { exact: true }).fill('Zuri12345');
  await guest.getByLabel('New password again').fill('Zuri12345');
  await settle(guest);
  expect(await axeViolations(guest)).toEqual([]);
  await guest.getByRole('button', { name: 'Set password' }).click();
  await guest.getByRole('heading', { level: 1, name: 'The new password holds' }).waitFor();
  await guest.reload();
  await guest.getByRole('heading', { level: 1, name: 'This link was used' }).waitFor();
  expect((await signIn(product.origin, { account: NAME, password: 'Zuri12345' })).token).toBeTruthy();
}, 240_000);

test('money is given with a reason, and the bill of the person says so', async () => {
  await page.getByRole('tab', { name: 'Money', exact: true }).click();
  await page.getByText('No transactions to show').waitFor();
  await page.getByRole('button', { name: 'Change balance' }).click();
  const form = page.getByRole('dialog', { name: `Change the balance of ${NAME}` });
  await form.getByLabel('Amount').fill('12.5');
  await form.getByLabel('Reason').fill('Paid in cash');
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Change balance', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await content().getByText('Paid in cash').waitFor();
  await content().getByText('+12.50', { exact: true }).waitFor();
}, 240_000);

test('acting as the customer is said on every screen, and the way back leads to the own account', async () => {
  await page.getByRole('button', { name: 'Act as', exact: true }).click();
  await page.getByRole('button', { name: 'Act as', exact: true }).last().click();
  const line = page.getByRole('status').filter({ hasText: `You act as ${NAME}` });
  await line.waitFor();
  await openScreen(page, product.origin, 'qr_code_list');
  await page.getByText('Door of Zuri').first().waitFor();
  await line.waitFor();
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  const theirs = (await page.evaluate(() => JSON.parse(localStorage.getItem('waypost.session') ?? '{}'))) as {
    token: string;
  };
  // Whatever the page still asks until it is left is answered: their session ends behind it.
  const refused: string[] = [];
  page.on('response', (answer) => void (answer.status() === 401 && refused.push(answer.url())));
  await page.evaluate((token) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ask = { method: 'POST', headers, body: '{}' };
    setInterval(() => fetch('/api/qr_code_list/user_inquire', ask).catch(() => undefined), 20);
  }, theirs.token);
  await page.getByRole('button', { name: 'Back to my account' }).click();
  await arriveAt(page, /user_list\?id=/);
  expect(refused).toEqual([]);
  await heading().waitFor();
  await shows(line, { count: 0 });
  await until('their session is over', async () => {
    return (await apiOf(product.origin, theirs.token).call('qr_code_list/user_inquire')).status === 401;
  });
}, 240_000);

test('nothing went wrong that a person would not see', () => {
  expect(faults).toEqual([]);
});
