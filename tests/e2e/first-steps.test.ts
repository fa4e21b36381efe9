import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { type Product, startProduct } from '../product.ts';
import { axeViolations } from './axe.ts';
import {
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  openScreen,
  PHONE,
  PUBLIC_NAME,
  settle,
  shareBrowser,
  until,
  watchFaults,
} from './browser.ts';
import { scan } from './scan.ts';
import { shows } from './shows.ts';
import { WECHAT_PHONE } from './visitors.ts';

// A new installation in one go, on a busy machine.
setDefaultTimeout(240_000);

const TARGET = 'https://example.com/menu';
const folder = mkdtempSync(join(tmpdir(), 'waypost-first-'));
let product: Product;
let browser: Browser;
let page: Page;
let faults: string[];
/** The product under a name that is no private one, as the people outside open it. */
let outside: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ env: { TIME_ZONE: '', TRUSTED_PROXIES: '', ADMIN_HOSTS: PUBLIC_NAME } }),
    shareBrowser(),
  ]);
  outside = `http://${PUBLIC_NAME}:${product.port}`;
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  page = await context.newPage();
  faults = watchFaults(page);
  await enterAs(page, product.origin, product.administrator, outside);
}, 180_000);

afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const step = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
const said = (name: string, text: string | RegExp) => step(name).getByText(text).waitFor();

test('a new installation says on its Overview what it needs, and that its pictures lead nowhere', async () => {
  await openScreen(page, outside, 'home_admin');
  await page.getByRole('heading', { level: 2, name: 'First steps' }).waitFor();
  await said(
    'Public address',
    `Your QR codes point to ${product.origin}, the server itself: nobody outside can open them.`,
  );
  await said('Time zone', 'Days of the statistics begin at midnight in Asia/Shanghai.');
  await said('Addresses of visitors', 'The server believes that you are at 127.0.0.1');
  await said('Addresses of visitors', 'TRUSTED_PROXIES=127.0.0.1');
  await said('Backup', 'There is no backup yet.');
  await said('First code', 'Make a code');
  await said('Plans', 'Until a plan is on sale');
  await page.getByText('This machine only').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  await settle(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.setViewportSize(DESKTOP);
  await settle(page);
});

test('a wrong address is refused where it is typed, with what is wrong', async () => {
  const field = step('Public address').getByRole('textbox', { name: 'Public address' });
  await shows(field, { value: outside });
  await field.fill(`${outside}/path`);
  await step('Public address').getByRole('button', { name: 'Use this address' }).click();
  await step('Public address').getByRole('alert').getByText('Leave out everything after the host').waitFor();
  await field.fill(outside);
});

test('the address of the page is one press away, and so is the zone of the browser', async () => {
  await step('Public address').getByRole('button', { name: 'Use this address' }).click();
  await said('Public address', `Your QR codes point to ${outside} without https`);
  await step('Time zone').getByRole('button', { name: 'Use this zone' }).click();
  await step('Time zone').getByText('Done').waitFor({ state: 'attached' });
});

test('a backup that is made on the server is seen', async () => {
  await runCommand(product, ['backup', join(folder, 'waypost.tar')]);
  await page.reload();
  await settle(page);
  await step('Backup').getByText('Done').waitFor({ state: 'attached' });
});

test('the first code is made, downloaded and scanned: it leads to the public address, and from there to its target', async () => {
  await step('First code').getByRole('link', { name: 'Make the first code' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Menu');
  await page.getByRole('textbox', { name: 'Address' }).fill(TARGET);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('without https: phones warn before they open it').first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PNG' }).first().click(),
  ]);
  const read = (await scan(await Bun.file(await download.path()).bytes())) ?? '';
  expect(read).toStartWith(`${outside}/`);
  const answer = await fetch(read.replace(outside, product.origin), {
    headers: { host: new URL(outside).host, 'user-agent': WECHAT_PHONE.userAgent },
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(TARGET)]);
});

test('what is put away stays away until something else is wrong; with nothing left to do the list is gone', async () => {
  await openScreen(page, outside, 'home_admin');
  await step('First code').getByText('Done').waitFor({ state: 'attached' });
  for (const name of ['Public address', 'Addresses of visitors', 'Plans']) {
    await step(name)
      .getByRole('button', { name: `Hide this ${name}` })
      .click();
    // What follows moves up: a press while it does would miss it.
    await step(name).waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { level: 2, name: 'First steps' }).waitFor({ state: 'detached' });
  await page.reload();
  await settle(page);
  await shows(page.getByRole('heading', { level: 2, name: 'First steps' }), { count: 0 });

  const api = await signIn(product.origin, product.administrator);
  // Nothing but a step is put away.
  expect((await api.call('home_admin/hide_step', { name: 'a.b', said: '' })).status).toBe(404);
  const { version } = (await api.call<{ version: number }>('configuration/inquire')).content;
  await api.call('configuration/update', { version, public_url: 'http://192.168.1.5' });
  await until('the step is back', async () => {
    await page.reload();
    await settle(page);
    return (await page.getByRole('heading', { level: 2, name: 'First steps' }).count()) === 1;
  });
  await said('Public address', 'in a private network: nobody outside can open them');
});

test('a change says first what becomes of printed codes, and the settings show whose word holds', async () => {
  await openScreen(page, outside, 'configuration');
  const field = page.getByRole('textbox', { name: 'Public address' });
  await field.fill('https://qr.waypost-shop.com/menu');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // Nobody is asked about an address that cannot be one.
  await page.getByText('Leave out everything after the host').waitFor();
  await shows(page.getByRole('dialog'), { count: 0 });
  await field.fill('https://qr.waypost-shop.com');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Codes that are printed already keep answering under http://192.168.1.5').waitFor();
  await dialog.getByRole('button', { name: 'Change the address' }).click();
  await until('the address is set', async () => {
    const api = await signIn(product.origin, product.administrator);
    return (
      (await api.call<{ public_url: string }>('configuration/inquire')).content.public_url !==
      'http://192.168.1.5'
    );
  });
  await page
    .getByText('Statistics count days in this time zone')
    .or(page.getByText('Cannot change once visits are counted'))
    .first()
    .waitFor();
  // Chromium says of each page of plain http that such a header is not heeded, and of a refused call that it was refused.
  expect(faults.filter((fault) => !/Cross-Origin-Opener-Policy|status of 422/.test(fault))).toEqual([]);
});
