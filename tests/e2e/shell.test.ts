import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { buildRemote } from '@waypost/host-sdk/build';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DATA_HEADERS } from '../../runtime/http/security-headers.ts';
import {
  arriveAt,
  calm,
  closeContexts,
  DESKTOP,
  openContext,
  shareBrowser,
  until,
  type View,
} from './browser.ts';
import { type FakeServer, failure, startFakeServer, success } from './shell/fake-server.ts';
import { shows } from './shows.ts';

// The shell and the SDK alone, against a stand-in of the server that can fail on demand. What the whole product does
// in a browser stands in the other tests of this folder.
setDefaultTimeout(180_000);

let browser: Browser;
let server: FakeServer;
let context: BrowserContext;
let page: Page;

const ENGLISH: View = { locale: 'en-US', theme: 'light', size: DESKTOP };

beforeAll(async () => {
  await buildRemote({
    directory: join(import.meta.dirname, 'shell/fixture'),
    id: 'fixture',
    version: '1.0.0',
  });
  browser = await shareBrowser();
});
afterAll(() => closeContexts(browser));
beforeEach(async () => {
  server = startFakeServer();
  await open(ENGLISH);
});
afterEach(async () => {
  await context.close();
  server.stop();
});

async function open(view: View): Promise<void> {
  context = await openContext(browser, view);
  page = await context.newPage();
}

async function signIn(): Promise<void> {
  await page.goto(`${server.origin}/`);
  await page.fill('input[name=account]', 'admin');
  await page.fill('input[name=password]', 'secret1');
  await page.keyboard.press('Enter');
  await arriveAt(page, /#\/customer\/coupon/);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const go = (path: string) => page.evaluate((hash) => location.assign(`#/customer/${hash}`), path);
const rows = () => page.locator('tbody tr');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const alert = () => page.getByRole('alert').first();

test('signing in seals the password and leads to the first screen; the session survives a reload', async () => {
  await signIn();
  const sent = server.seen.find(({ call }) => call === 'administrator/login')?.body.password as {
    v: number;
    ct: string;
  };
  expect(sent.v).toBe(1);
  expect(JSON.stringify(server.seen)).not.toContain('secret1');
  await page.reload();
  await page.getByRole('table').waitFor();
  expect(await page.title()).toBe('Coupons · Waypost');
});

test('a wrong password, a lock-out and a second factor are each told', async () => {
  await page.goto(`${server.origin}/`);
  await button('Log in').click();
  await page.getByText('Enter your account name.').waitFor();
  await page.fill('input[name=account]', 'nobody');
  await page.fill('input[name=password]', 'secret1');
  await button('Log in').click();
  await page.getByText('Account or password is wrong.').waitFor();
  server.faults.set('administrator/login', () => failure(401, 'totp_required', 'Code, please.'));
  await button('Log in').click();
  await page.getByLabel('One-time code').fill('123456');
  server.faults.set('administrator/login', () => failure(429, 'locked_out', 'Wait.', { seconds: 65 }));
  await button('Log in').click();
  await page.getByText(/Too many attempts\. Try again in 1:0\d\./).waitFor();
  await shows(button('Log in'), { enabled: false });
});

test('an account without a screen is told so and stays signed out', async () => {
  for (const name of ['coupon', 'figures', 'faulty', 'gone']) server.hidden.add(name);
  await page.goto(`${server.origin}/`);
  await page.fill('input[name=account]', 'admin');
  await page.fill('input[name=password]', 'secret1');
  await page.keyboard.press('Enter');
  await page.getByText('This account cannot open any page yet.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('waypost.session'))).toBeNull();
});

test('a refused token is forgotten and asked for in the place; a server that is down changes nothing', async () => {
  await signIn();
  server.faults.set('coupon/inquire', () => failure(503, 'store_unavailable', 'The database is away.'));
  server.faults.set('readyz', () => Response.json({ ready: false }, { status: 503, headers: DATA_HEADERS }));
  await go('coupon?page=2');
  await page.getByText('The server cannot work right now.').waitFor();
  await page.waitForResponse(/\/readyz$/);
  expect(await page.evaluate(() => localStorage.getItem('waypost.session'))).not.toBeNull();
  server.faults.clear();
  await page.getByText('The server cannot work right now.').waitFor({ state: 'detached' });
  await page.getByRole('table').waitFor();
  // Nothing that was asked while it was down stays open.
  await calm(page);
  server.faults.set('coupon/inquire', () => failure(401, 'unauthenticated', 'Sign in first.'));
  await go('coupon?page=3');
  const question = page.getByRole('dialog', { name: 'Your session has ended' });
  await question.waitFor();
  await page.waitForFunction(() => localStorage.getItem('waypost.session') === null);
  // What login says is said here: it is the same call, behind the same gate.
  const send = () => question.getByRole('button', { name: 'Log in', exact: true }).click();
  server.faults.set('administrator/login', () => failure(401, 'totp_required', 'Code, please.'));
  await question.locator('input[name=password]').fill('secret1');
  await send();
  await question.getByLabel('One-time code').fill('123456');
  server.faults.set('administrator/login', () => failure(403, 'account_disabled', 'It is disabled.'));
  await send();
  await question.getByText('This account is disabled.').waitFor();
  server.faults.clear();
  await send();
  await question.waitFor({ state: 'detached' });
  await page.getByText('41–57 of 57').waitFor();
  await arriveAt(page, /#\/customer\/coupon\?page=3/);
  const sent = server.seen.filter(({ call }) => call === 'administrator/login').at(-1);
  expect(sent).toMatchObject({ body: { account: 'admin', totp: '123456' }, token: undefined });
  server.faults.set('coupon/inquire', () => failure(401, 'unauthenticated', 'Sign in first.'));
  server.faults.set('administrator/login', () => failure(429, 'locked_out', 'Wait.', { seconds: 65 }));
  await go('coupon?search=Lunch');
  await question.locator('input[name=password]').fill('secret1');
  await send();
  await question.getByText(/Too many attempts\. Try again in 1:0\d\./).waitFor();
});

test('an empty profile ends the session', async () => {
  await signIn();
  server.faults.set('administrator/profile', () => success({ user_info: null, token: '' }));
  await page.reload();
  await arriveAt(page, /admin_login/);
});

test('a link reproduces the list: filters, order, page and columns', async () => {
  await signIn();
  await go('coupon?state=paused&state=ended&sort_field=amount&sort_order=asc&columns=name,state');
  await page.waitForFunction(
    () =>
      document.querySelectorAll('thead th').length === 4 &&
      /^(?!.*Off).*Paused/s.test(document.querySelector('tbody')?.textContent ?? ''),
  );
  const states = await page.locator('tbody td:nth-child(3)').allTextContents();
  expect(new Set(states)).toEqual(new Set(['Paused', 'Ended']));
  const query = server.seen.filter(({ call }) => call === 'coupon/inquire').at(-1)?.body;
  expect(query).toMatchObject({ sort_field: 'amount', sort_order: 'asc', state: ['paused', 'ended'] });
});

test('typing narrows, no match offers to clear, paging turns', async () => {
  await signIn();
  await page.getByRole('link', { name: 'Spring sale 1', exact: true }).waitFor();
  await shows(rows(), { count: 20 });
  await page.getByRole('textbox', { name: 'Search' }).fill('no such thing');
  await button('Clear filters').click();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 20);
  await button('Next page').click();
  await arriveAt(page, /page=2/);
  await page.getByText('21–40 of 57').waitFor();
});

test('a page that a list no longer has leads to its last one: of an old link, and when its rows were deleted', async () => {
  await signIn();
  await go('coupon?page=30');
  await page.getByText('41–57 of 57').waitFor();
  await arriveAt(page, /page=3/);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('region', { name: 'Batch actions' }).getByRole('button', { name: 'Delete' }).click();
  await page.locator('.arco-modal').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('21–40 of 40').waitFor();
  await shows(rows(), { count: 20 });
});

test('a list that cannot load says why, with its code, and tries again', async () => {
  server.faults.set('coupon/inquire', () => failure(403, 'forbidden', 'You may not see this.'));
  await signIn();
  await page.getByText('You may not see this.').waitFor();
  await shows(alert().locator('code'), { text: 'forbidden' });
  server.faults.clear();
  await button('Try again').click();
  await page.getByRole('table').waitFor();
});

test('a form leads to its first fault, shows the server’s faults at their fields, and saves', async () => {
  await signIn();
  await button('New coupon').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await until('the first fault has the focus', () =>
    dialog.getByLabel('Name').evaluate((input) => input === document.activeElement),
  );
  await shows(dialog.getByText('This field is required.', { exact: true }), { count: 3 });
  await dialog.getByLabel('Name').fill('Autumn sale');
  await dialog.getByLabel('Target').fill('javascript:alert(1)');
  await dialog.getByLabel('Amount').fill('500');
  await dialog.getByText(/^Enter a full web address/).waitFor();
  await dialog.getByLabel('Target').fill('https://example.com/autumn');
  await dialog.getByText('Gift').click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Gifts have at most 100 pieces.', { exact: true }).waitFor();
  await dialog.getByLabel('Amount').fill('50');
  server.faults.set('coupon/add', () =>
    failure(422, 'invalid_input', 'Check the fields.', undefined, [
      { path: 'name', message: 'Already taken.' },
    ]),
  );
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Already taken.', { exact: true }).waitFor();
  server.faults.set('coupon/add', () =>
    failure(422, 'invalid_input', 'Check the fields.', undefined, [
      { path: 'owner', message: 'This customer has enough coupons.' },
    ]),
  );
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('alert').getByText('This customer has enough coupons.').waitFor();
  server.faults.clear();
  await dialog.getByLabel('Name').fill('Autumn sale 2');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Autumn sale 2' }).waitFor();
  const body = server.seen.filter(({ call }) => call === 'coupon/add').at(-1)?.body;
  expect(body).toEqual({
    name: 'Autumn sale 2',
    state: 'on',
    address: 'https://example.com/autumn',
    amount: 50,
    open_log: 1,
    kind: 'gift',
    ends_at: null,
  });
});

test('unsaved changes ask before they are lost', async () => {
  await signIn();
  await page.getByRole('link', { name: 'Spring sale 1', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Changed');
  await page.keyboard.press('Escape');
  await page.getByText('Leave without saving?').waitFor();
  await page.locator('.arco-modal').getByRole('button', { name: 'Keep editing' }).click();
  await page.locator('.arco-modal').waitFor({ state: 'detached' });
  await shows(page.getByRole('dialog').getByLabel('Name'), { value: 'Changed' });
  await page.goBack();
  await page.getByText('Leave without saving?').waitFor();
  await page.locator('.arco-modal').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('two people editing one row: the second sees what changed and may save over it', async () => {
  await signIn();
  await page.getByRole('link', { name: 'Spring sale 1', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Mine');
  Object.assign(server.rows[0] ?? {}, { name: 'Theirs', version: 4 });
  await button('Save').click();
  await page.getByText('Somebody saved this first').waitFor();
  await shows(page.locator('.arco-modal td'), { texts: ['Theirs', 'Mine'] });
  await button('Save mine over it').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(server.rows[0]).toMatchObject({ name: 'Mine', version: 5 });
  const sent = server.seen.filter(({ call }) => call === 'coupon/update').at(-1)?.body;
  expect(Object.keys(sent ?? {}).sort()).toEqual(['id', 'name', 'version']);
});

test('what goes to the bin can be brought back at once', async () => {
  await signIn();
  await button(/^More actions: Spring sale 1$/).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('“Spring sale 1” is in the bin.').waitFor();
  expect(server.rows[0]?.remove_time).not.toBeNull();
  await button('Undo').click();
  await page.getByRole('link', { name: 'Spring sale 1', exact: true }).waitFor();
  expect(server.rows[0]?.remove_time).toBeNull();
});

test('a batch names its size and asks first', async () => {
  await signIn();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByText('20 selected').waitFor();
  await page.getByRole('region', { name: 'Batch actions' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Delete 20 records?').waitFor();
  await page.locator('.arco-modal').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('20 records are in the bin.').waitFor();
  expect(server.rows.filter(({ remove_time }) => remove_time !== null)).toHaveLength(20);
});

test('a screen that throws or cannot be loaded leaves the shell standing, and can be tried again', async () => {
  await signIn();
  await go('faulty');
  await alert().waitFor();
  await shows(alert().locator('code'), { text: 'unexpected' });
  await page.evaluate(() => sessionStorage.setItem('fixture.healthy', '1'));
  await button('Try again').click();
  await page.getByRole('heading', { name: 'Recovered' }).waitFor();
  await go('gone');
  await page.getByRole('heading', { level: 1, name: 'This screen could not be loaded.' }).waitFor();
  await shows(alert().locator('code'), { text: 'remote_unreachable' });
  await page.getByRole('link', { name: 'Figures' }).click();
  await page.getByText('12,345').waitFor();
  await go('no_such_screen');
  await page.getByRole('heading', { level: 1, name: 'No screen here' }).waitFor();
});

test('the language switch reaches menu, screen, document and server, and stays', async () => {
  await signIn();
  await button('Language').click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await page.getByRole('heading', { name: /优惠券/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  await page.waitForFunction(() => localStorage.getItem('waypost.locale') === 'zh-CN');
  await until('the server is asked in Chinese', () => server.seen.at(-1)?.locale === 'zh-CN');
});

test('in a small window the menu narrows by itself and can be opened; a large one remembers what was chosen', async () => {
  const width = () => page.locator('aside').evaluate((side) => side.clientWidth);
  await signIn();
  expect(await width()).toBeGreaterThan(200);
  await page.setViewportSize({ width: 1024, height: 768 });
  await until('the menu is narrow', async () => (await width()) < 100);
  await button('Expand menu').click();
  await until('the menu is open', async () => (await width()) > 200);
  await page.setViewportSize(DESKTOP);
  await button('Collapse menu').click();
  await page.reload();
  await page.getByRole('table').waitFor();
  await until('the menu is narrow again', async () => (await width()) < 100);
});

test('the keyboard reaches content, menus and charts', async () => {
  await signIn();
  await page.reload();
  await page.getByRole('table').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'content');
  await button('Account menu').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  await page.keyboard.press('Escape');
  await go('figures');
  await page.getByRole('region', { name: /Visits by hour/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('0 · Today 3 · Yesterday 5').waitFor();
});
