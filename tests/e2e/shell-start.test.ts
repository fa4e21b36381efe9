import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { buildRemote } from '@waypost/host-sdk/build';
import type { Browser } from 'playwright-core';
import { DATA_HEADERS } from '../../runtime/http/security-headers.ts';
import { arriveAt, closeContexts, DESKTOP, openContext, shareBrowser, until } from './browser.ts';
import { type FakeServer, failure, startFakeServer, success } from './shell/fake-server.ts';

// What every page asks when it starts, of a server whose plugins may contribute nothing to it.
setDefaultTimeout(120_000);
const CALLS = ['pay_config/inquire', 'url_key_platform/inquire'];
let browser: Browser;
let server: FakeServer;

beforeAll(async () => {
  browser = await shareBrowser();
  server = startFakeServer();
});
afterAll(async () => {
  server?.stop();
  await closeContexts(browser);
});

test('a page asks what plugins contribute and works whatever comes: nothing, nonsense, a failure', async () => {
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  const page = await context.newPage();
  const faults: Error[] = [];
  page.on('pageerror', (error) => faults.push(error));
  const answers = [
    () => success(null),
    () => success('none'),
    () => success([]),
    () => failure(503, 'store_unavailable', 'Later.'),
  ];
  for (const [round, answer] of answers.entries()) {
    let asked = 0;
    for (const call of CALLS)
      server.faults.set(call, () => {
        asked += 1;
        return answer();
      });
    // The whole page rather than the form alone: a screen of somebody who is not logged in.
    await page.goto(`${server.origin}/?round=${round}#/admin_register`);
    await until('both calls', () => asked >= CALLS.length);
    await page.locator('input[name=account]').waitFor();
  }
  server.faults.clear();
  const before = server.seen.length;
  await page.goto(`${server.origin}/?round=usual#/admin_register`);
  const seen = () => server.seen.slice(before).find(({ call }) => call === 'url_key_platform/inquire');
  await until('the call', () => seen() !== undefined);
  expect(seen()?.body).toEqual({ data_only: 1 });
  expect(faults).toEqual([]);
  await context.close();
});

test('whoever changes the language reads in that one why nobody was logged in, in our words and in the server’s', async () => {
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  const page = await context.newPage();
  const language = page.locator('header select');
  await page.goto(`${server.origin}/`);
  await page.fill('input[name=account]', 'nobody');
  await page.fill('input[name=password]', 'secret1');
  await page.keyboard.press('Enter');
  await page.getByText('Account or password is wrong.').waitFor();
  await language.selectOption('sw-KE');
  await page.getByText('Akaunti au nenosiri si sahihi.').waitFor();
  await page.fill('input[name=account]', '');
  await page.locator('input[name=account]').press('Enter');
  await page.getByText('Weka akaunti yako.').waitFor();
  await language.selectOption('zh-CN');
  await page.getByText('请输入账号').waitFor();
  // What only the server has words for is not left in another language.
  server.faults.set('administrator/login', () => failure(403, 'no_such_words', '只有服务器知道'));
  await page.fill('input[name=account]', 'nobody');
  await page.locator('input[name=account]').press('Enter');
  await page.getByText('只有服务器知道').waitFor();
  await language.selectOption('en-US');
  await page.getByText('只有服务器知道').waitFor({ state: 'detached' });
  server.faults.clear();
  await context.close();
});

test('what failed while the server was away comes by itself, also where another call was answered before', async () => {
  const directory = join(import.meta.dirname, 'shell/fixture');
  await buildRemote({ directory, id: 'fixture', version: '1.0.0' });
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  const page = await context.newPage();
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.goto(`${server.origin}/`);
  await page.fill('input[name=account]', 'admin');
  await page.fill('input[name=password]', 'secret1');
  await page.keyboard.press('Enter');
  await arriveAt(page, /#\/customer\/coupon/);
  await page.getByRole('table').waitFor();
  server.faults.set('coupon/inquire', () => failure(503, 'store_unavailable', 'The database is away.'));
  server.faults.set('readyz', () => Response.json({ ready: false }, { status: 503, headers: DATA_HEADERS }));
  await page.evaluate(() => location.assign('#/customer/coupon?page=2'));
  const banner = page.getByText('The server cannot work right now.');
  await banner.waitFor();
  // The list has given up.
  await button('Try again').waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /message/i })
    .click();
  await banner.waitFor({ state: 'detached' });
  server.faults.clear();
  await page.getByRole('table').waitFor();
  await context.close();
});
