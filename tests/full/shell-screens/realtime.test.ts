import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import {
  arriveAt,
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  openScreen,
  shareBrowser,
  signInOn,
  until,
  watchFaults,
} from '../../e2e/browser.ts';
import { DESKTOP_CHROME, visitAs } from '../../e2e/visitors.ts';
import { type Product, startProduct } from '../../product.ts';

setDefaultTimeout(180_000);

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
let root: Api;
let address: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
  root = await signIn(product.origin, product.administrator);
  const made = await root.call<{ short_url: string }>('qr_code_list/add', {
    name: 'Live card',
    targets: [{ url: 'https://example.com/' }],
  });
  address = made.content.short_url;
  context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  page = await context.newPage();
  faults = watchFaults(page);
  await enterAs(page, product.origin, product.administrator);
  await openScreen(page, product.origin, 'today_statistics');
}, 120_000);
afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

const dot = (on: Page, state: string) => on.locator(`header [data-state=${state}]`);
const seen = (on: Page, count: number) =>
  on.waitForFunction(
    (wanted) => document.querySelector('main dl dd')?.textContent?.trim().startsWith(String(wanted)),
    count,
    { timeout: 40_000, polling: 20 },
  );
/** Visits the code and waits until the page shows it. */
async function visitAndSee(on: Page, count: number): Promise<void> {
  // A runtime that has just started may refuse; what it refuses it does not count.
  await until('a visit is answered', async () => (await visitAs(DESKTOP_CHROME, address)).status === 200);
  await seen(on, count);
}

describe('a page that is open', () => {
  test('shows visits without a reload and without asking', async () => {
    await dot(page, 'connected').waitFor();
    // A tab is called the same: what tells of the channel is no link.
    await page
      .locator('#content span')
      .filter({ hasText: /^Live$/ })
      .first()
      .waitFor();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const calls: string[] = [];
    const note = (request: { url(): string }) => calls.push(request.url());
    page.on('request', note);
    for (const count of [1, 2, 3]) await visitAndSee(page, count);
    page.off('request', note);
    expect(calls.filter((url) => url.includes('today_statistics'))).toEqual([]);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    // Beside the sums it says who it is.
    await page.getByRole('list', { name: 'Latest visits' }).getByText('Live card').first().waitFor();
  });

  test('shows the same in a second tab', async () => {
    const tab = await context.newPage();
    await openScreen(tab, product.origin, 'today_statistics');
    await dot(tab, 'connected').waitFor();
    await seen(tab, 3);
    await Promise.all([visitAndSee(tab, 4), seen(page, 4)]);
    await tab.close();
  });

  test('links again after the runtime was killed, and goes on', async () => {
    process.kill(product.childPids().runtime ?? 0, 'SIGKILL');
    await dot(page, 'reconnecting').waitFor();
    await dot(page, 'connected').waitFor({ timeout: 40_000 });
    await visitAndSee(page, 5);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    // The channel is there before everything else is.
    await until('calls are answered', async () => (await root.call('administrator/profile')).status === 200);
  });

  test('has no fault but those of the outage', () => {
    expect(faults.filter((fault) => !/ERR_CONNECTION|WebSocket connection|50[23]/.test(fault))).toEqual([]);
  });

  test('asks for the password when its session ends elsewhere, without being touched', async () => {
    const { content } = await root.call<{ user_info: { id: string } }>('administrator/profile');
    const second = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    const other = await second.newPage();
    await signInOn(other, product.origin, product.administrator);
    await dot(other, 'connected').waitFor();
    const token = await other.evaluate(
      () => (JSON.parse(localStorage.getItem('waypost.session') ?? '{}') as { token: string }).token,
    );
    expect(content.user_info.id).not.toBe('');
    await fetch(`${product.origin}/api/administrator/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{}',
    });
    await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await second.close();
  });
});

describe('somebody who changes the own password', () => {
  test('stays signed in, with a channel of the new session', async () => {
    const account = await createAccount(product, { account: 'changes.password', role: 'customer' });
    const own = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    const form = await own.newPage();
    await signInOn(form, product.origin, account);
    await dot(form, 'connected').waitFor();
    await openScreen(form, product.origin, 'update_password');
    await form.getByLabel('Old password', { exact: true }).fill(account.password);
    await form.getByLabel('New password', { exact: true }).fill('Changed123');
    await form.getByLabel('New password again', { exact: true }).fill('Changed123');
    await form.getByRole('button', { name: 'Change password', exact: true }).click();
    await form.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    // Longer than the page waits before it asks whether it is still signed in.
    await form.waitForTimeout(2_000);
    await dot(form, 'connected').waitFor();
    await arriveAt(form, /#\/customer\/today_statistics/);
    await own.close();
  });
});

describe('a browser without WebSocket', () => {
  test('says so and polls', async () => {
    const old = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    await old.addInitScript(() => Reflect.deleteProperty(window, 'WebSocket'));
    const plain = await old.newPage();
    // Said once and for six seconds: whoever looks for it behind the login may come too late.
    const told = plain
      .getByText('Sorry, your browser does not support WebSocket. Change the browser and try again.')
      .waitFor();
    await Promise.all([told, signInOn(plain, product.origin, product.administrator)]);
    await openScreen(plain, product.origin, 'today_statistics');
    await plain.getByText('Refreshed every 2 seconds', { exact: true }).waitFor();
    const today = await root.call<{ view_number: number }>('today_statistics/inquire');
    const { view_number } = today.content;
    await seen(plain, view_number);
    await visitAndSee(plain, view_number + 1);
    await old.close();
  });
});

describe('the test vectors in Chromium', () => {
  test('open and seal the same there', async () => {
    const built = await Bun.build({
      entrypoints: [join(import.meta.dir, '../../e2e/realtime-vectors.ts')],
      target: 'browser',
      format: 'iife',
    });
    const script = await built.outputs[0]?.text();
    const blank = await context.newPage();
    await blank.evaluate(script ?? '');
    expect(await blank.evaluate('vectorFaults')).toEqual([]);
    expect(await blank.evaluate('vectorCount')).toBeGreaterThan(8);
    await blank.close();
  });
});
