import { afterAll, afterEach, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { buildRemote } from '@waypost/host-sdk/build';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { arriveAt, closeContexts, DESKTOP, openContext, shareBrowser } from './browser.ts';
import { type FakeServer, startFakeServer } from './shell/fake-server.ts';

// What somebody meets whose server goes away while they work, and comes back.
setDefaultTimeout(180_000);

let browser: Browser;
let server: FakeServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const directory = join(import.meta.dirname, 'shell/fixture');
  await buildRemote({ directory, id: 'fixture', version: '1.0.0' });
  browser = await shareBrowser();
  server = startFakeServer();
});
afterAll(async () => {
  server.stop();
  await closeContexts(browser);
});
afterEach(() => context.close());

const signIn = async (): Promise<void> => {
  context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  page = await context.newPage();
  await page.goto(`${server.origin}/`);
  await page.fill('input[name=account]', 'admin');
  await page.fill('input[name=password]', 'secret1');
  await page.keyboard.press('Enter');
  await arriveAt(page, /#\/customer\/coupon/);
  await page.getByRole('table').waitFor();
};

const go = (path: string) => page.evaluate((hash) => location.assign(`#/customer/${hash}`), path);
const goAway = (): void => server.stop();
const comeBack = (): void => {
  server = startFakeServer(Number(new URL(server.origin).port));
};

test('a screen whose code could not be had comes by itself when the server is back', async () => {
  await signIn();
  goAway();
  await go('figures');
  await page.getByRole('alert').getByText('could not be loaded').waitFor();
  await page.getByText('The server cannot be reached').waitFor();
  comeBack();
  await page.getByRole('heading', { level: 1, name: 'Figures' }).waitFor();
  // The screen and the line over it look for the server each by itself.
  await page.getByText('The server cannot be reached').waitFor({ state: 'detached' });
});

test('one that failed once, with the server there, is asked for again without a press', async () => {
  await signIn();
  let refused = 0;
  await page.route(/figures.*\.js$/, async (route) => {
    refused += 1;
    if (refused === 1) await route.abort();
    else await route.continue();
  });
  await go('figures');
  await page.getByRole('heading', { level: 1, name: 'Figures' }).waitFor();
});
