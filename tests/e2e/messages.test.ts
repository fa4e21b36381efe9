import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { axeViolations } from './axe.ts';
import {
  arriveAt,
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  openScreen,
  settle,
  shareBrowser,
  until,
} from './browser.ts';

let product: Product;
let browser: Browser;
let admin: Api;
let customer: Api;
let page: Page;

const rows = (api: Api) => api.call<{ content: { id: string; content: string }[] }>('message/inquire');
async function configure(change: Record<string, unknown>): Promise<void> {
  const { content } = await admin.call<{ version: number }>('configuration/inquire');
  expect((await admin.call('configuration/update', { version: content.version, ...change })).status).toBe(
    200,
  );
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
  admin = await signIn(product.origin, product.administrator);
  const account = await createAccount(product, { account: 'reader1', role: 'customer' });
  customer = await signIn(product.origin, account);
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  page = await context.newPage();
  await enterAs(page, product.origin, account);
}, 180_000);
afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

test('a customer can neither send nor read what others got', async () => {
  expect((await customer.call('message/send', { to: 'all', title: 'x', content: 'x' })).status).toBe(403);
  await admin.call('message/send', { to: 'account', account: 'admin', title: 'Mine', content: 'For admin' });
  const { content } = await rows(admin);
  const foreign = content.content[0]?.id ?? '';
  expect((await rows(customer)).content.content).toEqual([]);
  for (const call of ['details', 'remove', 'update-notify-status'])
    expect([call, (await customer.call(`message/${call}`, { id: foreign })).status]).toEqual([call, 404]);
});

test('a message shows by itself within 10 s, stays until closed, is read then, and stands in the inbox', async () => {
  await page.waitForTimeout(300);
  const sent = await admin.call<{ count: number }>('message/send', {
    to: 'role',
    role: 'customer',
    title: 'Down tonight',
    content: 'We are <b>down</b> from 22:00.',
  });
  expect(sent.content.count).toBe(1);
  const notice = page.getByText('We are <b>down</b> from 22:00.');
  await notice.waitFor({ timeout: 60_000 });
  await page.waitForTimeout(7_000);
  expect(await notice.count()).toBe(1);
  await until('the message counts as read', async () => {
    const unread = await customer.call<{ count: number }>('message/inquire', { notify_status: 1 });
    return unread.content.count === 0;
  });
  await page.locator('.arco-message-close-btn').click();
  await notice.waitFor({ state: 'detached' });
  await openScreen(page, product.origin, 'message_list');
  await page
    .getByRole('row')
    .filter({ hasText: 'Down tonight' })
    .getByText('Read', { exact: true })
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
}, 180_000);

test('clearing asks first and empties the own inbox only', async () => {
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('No messages').waitFor();
  expect((await rows(customer)).content.content).toEqual([]);
  expect((await rows(admin)).content.content).toHaveLength(1);
}, 240_000);

test('maintenance sends customers to its page and back again; administrators go on', async () => {
  await configure({ maintenance: 2 });
  // A public call that is answered after the refused ones says nothing about the maintenance.
  const website = '**/api/website_info/inquire';
  await page.route(website, async (route) => {
    await arriveAt(page, /#\/maintain/);
    await route.continue();
  });
  const answered = page.waitForResponse(website);
  await page.reload();
  await answered;
  await page.unroute(website);
  await page.getByRole('heading', { name: 'The site is under maintenance' }).first().waitFor();
  await arriveAt(page, /#\/maintain/);
  expect((await customer.call('message/inquire')).status).toBe(503);
  expect((await admin.call('message/inquire')).status).toBe(200);
  await configure({ maintenance: 1 });
  await arriveAt(page, /#\/customer\//, 60_000);
}, 180_000);

test('a title and colour that an operator sets are seen at once at the next visit, also by a stranger', async () => {
  await configure({ website_title: 'Scan House', website_color: '#37d4cf' });
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  const stranger = await context.newPage();
  await stranger.goto(`${product.origin}/`);
  await stranger.getByRole('heading', { name: 'Sign in to Scan House' }).waitFor();
  await settle(stranger);
  await stranger.waitForFunction(() => {
    const button = document.querySelector('form button[type=submit]');
    return button !== null && getComputedStyle(button).backgroundColor === 'rgb(55, 212, 207)';
  });
}, 240_000);
