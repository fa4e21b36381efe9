import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { arriveAt, calm, enterAs, openScreen, until } from '../../e2e/browser.ts';
import { endSession, question, typePassword } from '../../e2e/ended-place.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import type { Product } from '../../product.ts';

// What else is under way when a session ends: lists, batches, sealed calls, other tabs, other people's changes.
setDefaultTimeout(180_000);

let place: Place;
let product: Product;
let context: BrowserContext;
let page: Page;
let customer: Credentials;
let root: Api;

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  customer = await createAccount(product, { account: 'ended.customer', role: 'customer' });
  root = await signIn(product.origin, product.administrator);
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
const textOf = async (call: string, body = {}) => JSON.stringify((await root.call(call, body)).content);

test('a list goes on where it was: the search that was refused, and a batch', async () => {
  const own = await signIn(product.origin, customer);
  for (const name of ['Ended menu', 'Ended flyer', 'Other'])
    await own.call('qr_code_list/add', { name, targets: [{ url: 'https://example.com/' }] });
  await enterAs(page, product.origin, customer);
  await openScreen(page, product.origin, 'qr_code_list');
  await page.getByText('Ended menu').first().waitFor();
  await endSession(page, product);
  await page.getByRole('textbox', { name: 'Search' }).first().fill('Ended');
  await typePassword(page, customer);
  await page.getByText('Other', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await endSession(page, product);
  await page.getByRole('region', { name: 'Batch actions' }).getByRole('button', { name: 'Delete' }).click();
  await page.locator('.arco-modal').getByRole('button', { name: 'Delete' }).click();
  await typePassword(page, customer);
  await page.getByText('2 records are in the bin.').waitFor();
});

test('what is sealed for one use by a press is sealed anew; and what is refused is told, wherever it was refused', async () => {
  const own = await signIn(product.origin, customer);
  const { content } = await own.call<{ id: string }>('qr_code_list/add', {
    name: 'Ended and shared',
    targets: [{ url: 'https://example.com/' }],
  });
  await enterAs(page, product.origin, customer);
  await openScreen(page, product.origin, `set_qr_code?id=${content.id}&tab=access`);
  await page.route('**/api/*/challenge', (route) =>
    route.fulfill({ status: 429, json: { status: false, code: 'too_many_requests', message: 'Later.' } }),
  );
  await press('Start sharing');
  await page.locator('.arco-message-error').waitFor();
  await page.unroute('**/api/*/challenge');
  // It ends between the challenge and the call that it was asked for.
  await page.route(
    '**/api/*/start_sharing',
    async (route) => {
      await endSession(page, product);
      await route.continue();
    },
    { times: 1 },
  );
  await press('Start sharing');
  await typePassword(page, customer);
  await page.getByRole('button', { name: 'Copy link', exact: true }).waitFor();
});

test('one tab wakes the others; nothing that one person typed is sent for another', async () => {
  await enterAs(page, product.origin, product.administrator);
  await openScreen(page, product.origin, 'message_list');
  await press('Send message');
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  await field('Title').fill('Mine');
  const second = await context.newPage();
  await openScreen(second, product.origin, 'administrators');
  await endSession(page, product);
  await Promise.all([question(page).waitFor(), question(second).waitFor()]);
  await typePassword(second, product.administrator);
  await question(page).waitFor({ state: 'detached' });
  await shows(field('Title'), { value: 'Mine' });

  const other = await signIn(product.origin, customer);
  const { content } = await other.call<{ user_info: unknown }>('administrator/profile');
  const session = JSON.stringify({ token: other.token, user: content.user_info });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.headers().authorization ?? ''));
  await second.evaluate((text) => localStorage.setItem('waypost.session', text), session);
  const told = page.getByRole('dialog', { name: 'This browser is now logged in as ended.customer' });
  await told.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(sent.filter((header) => header.includes(String(other.token)))).toEqual([]);
  await told.getByRole('button', { name: 'Continue as ended.customer' }).click();
  await page.getByRole('button', { name: 'Account menu ended.customer' }).waitFor();
});

test('who leaves in one tab instead of giving the password has left in the others', async () => {
  await enterAs(page, product.origin, product.administrator);
  await openScreen(page, product.origin, 'message_list');
  const second = await context.newPage();
  await openScreen(second, product.origin, 'administrators');
  await endSession(page, product);
  await Promise.all([question(page).waitFor(), question(second).waitFor()]);
  await question(second).getByRole('button', { name: 'Log in as somebody else' }).click();
  await question(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Account menu/ }).waitFor({ state: 'detached' });
});

test('the settings of the installation keep what was typed as every form does', async () => {
  await enterAs(page, product.origin, product.administrator);
  await openScreen(page, product.origin, 'configuration');
  const before = await field('Website title').inputValue();
  await field('Website title').fill('Kept title');
  await page.reload();
  await page.getByText(/^Your unsaved changes from/).waitFor();
  await shows(field('Website title'), { value: 'Kept title' });
  await press('Discard');
  await shows(field('Website title'), { value: before });
});

test('what comes back belongs to a row that somebody else has changed since: both are shown', async () => {
  await createAccount(product, { account: 'kept.changed', role: 'administrator' });
  const rows = JSON.parse(await textOf('administrator/inquire', { search: 'kept.changed' })) as {
    content: { id: string; version: number }[];
  };
  const { id = '', version = 0 } = rows.content[0] ?? {};
  await enterAs(page, product.origin, product.administrator);
  await openScreen(page, product.origin, `administrators?drawer=edit:${id}`);
  await field('Name').fill('Mine');
  await root.call('administrator/update', { id, version, name: 'Theirs' });
  await page.reload();
  const stale = page.getByRole('dialog', { name: 'Somebody saved this first' });
  const told = page.getByText('Somebody else has saved this since.');
  const shown = async () => {
    await stale.waitFor();
    await shows(stale.locator('td'), { texts: ['Theirs', 'Mine'] });
  };
  const close = async () => {
    await stale.getByRole('button', { name: 'Close' }).click();
    await stale.waitFor({ state: 'detached' });
  };
  await shown();
  await calm(page);
  expect(await axeViolations(page)).toEqual([]);
  // To close it decides nothing, however often the page is loaded and Save is pressed.
  await close();
  await press('Save');
  await shown();
  await close();
  await told.waitFor();
  await field('Phone').fill('987 654');
  await page.reload();
  await shown();
  await close();
  await shows(field('Name'), { value: 'Mine' });
  await shows(field('Phone'), { value: '987 654' });
  expect(await textOf('administrator/details', { id })).toContain('"Theirs"');
  await press('Compare');
  await shown();
  await stale.getByRole('button', { name: 'Save mine over it' }).click();
  await until('mine is saved', async () =>
    (await textOf('administrator/details', { id })).includes('"Mine"'),
  );
});

test('who is not logged in at all is asked whether to, in the words of old', async () => {
  await page.route('**/api/abuse_report/add', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: JSON.stringify({ status: false, code: 'unauthenticated', message: 'Sign in.' }),
    }),
  );
  await page.goto(`${product.origin}/#/report_abuse`);
  await field('Address of the link').fill(`${product.origin}/NoSuchCode`);
  await press('Send report');
  await page
    .getByText('You have not logged in yet, this operation cannot be performed, log in now?')
    .waitFor();
  await press('Log in');
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await arriveAt(page, /#\/admin_login/);
});
