import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { buildRemote } from '@waypost/host-sdk/build';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeViolations } from '../../e2e/axe.ts';
import { closeContexts, DESKTOP, PHONE, settle, shareBrowser, until } from '../../e2e/browser.ts';
import { type FakeServer, startFakeServer } from '../../e2e/shell/fake-server.ts';
import { shows } from '../../e2e/shows.ts';

// Somebody comes for the first time, with a browser that asks for another language than the installation's first one.
setDefaultTimeout(180_000);

let browser: Browser;
let server: FakeServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const directory = join(import.meta.dirname, '../../e2e/shell/fixture');
  await buildRemote({ directory, id: 'fixture', version: '1.0.0' });
  browser = await shareBrowser();
});
afterAll(() => closeContexts(browser));
beforeEach(() => {
  server = startFakeServer();
});
afterEach(async () => {
  await context.close();
  server.stop();
});

const open = async (locale: string, viewport: typeof DESKTOP | typeof PHONE = PHONE): Promise<void> => {
  context = await browser.newContext({ locale, viewport, reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.goto(`${server.origin}/`);
  await page.locator('input[name=account]').waitFor();
};
const language = () => page.evaluate(() => document.documentElement.lang);

test('one line in their language switches to it, and it stays', async () => {
  await open('sw-TZ');
  expect(await language()).toBe('zh-CN');
  const offer = page.getByRole('button', { name: 'Endelea kwa Kiswahili' });
  await offer.waitFor();
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await offer.click();
  await until('the page is in Swahili', async () => (await language()) === 'sw-KE');
  await offer.waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('input[name=account]').waitFor();
  expect(await language()).toBe('sw-KE');
});

test('whoever keeps the first language is not asked again', async () => {
  await open('en-GB');
  await page.getByRole('button', { name: 'Keep this language' }).click();
  await page.reload();
  await page.locator('input[name=account]').waitFor();
  expect(await language()).toBe('zh-CN');
  await shows(page.getByRole('button', { name: 'Continue in English' }), { count: 0 });
});

test('nobody is offered what they have, or a language that there is not', async () => {
  for (const locale of ['zh-CN', 'de-DE']) {
    await open(locale);
    await shows(page.locator('p[lang]'), { count: 0 });
    if (locale === 'zh-CN') await context.close();
  }
});

test('a page for visitors follows the browser and asks nothing; where nobody speaks its language it is in the first', async () => {
  for (const [locale, expected] of [
    ['sw-TZ', 'sw-KE'],
    ['en-GB', 'en-US'],
    ['de-DE', 'zh-CN'],
  ] as const) {
    context = await browser.newContext({ locale, viewport: PHONE, reducedMotion: 'reduce' });
    page = await context.newPage();
    await page.goto(`${server.origin}/#/report_abuse`);
    await page.locator('main').waitFor();
    await until(`a visitor with ${locale} reads ${expected}`, async () => (await language()) === expected);
    await shows(page.locator('p[lang]'), { count: 0 });
    expect(await page.evaluate(() => localStorage.getItem('waypost.locale'))).toBeNull();
    if (locale !== 'de-DE') await context.close();
  }
});

test('words of a plugin that are not there any more keep nobody from another language', async () => {
  await open('zh-CN', DESKTOP);
  await page.fill('input[name=account]', 'admin');
  await page.fill('input[name=password]', 'secret1');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /优惠券/ }).waitFor();
  // As after a removal: the files of the release that this tab has loaded are gone.
  const files = /\/plugins\/.*\.js/;
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitemradio', { name: 'Kiswahili' }).click();
  await until('the page is in Swahili', async () => (await language()) === 'sw-KE');
  await page.getByRole('button', { name: 'Menyu ya akaunti' }).waitFor();
  // The next screen of a plugin that is there brings them.
  await page.unroute(files);
  const screens = page.getByRole('navigation').getByRole('link');
  await screens.nth(1).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await screens.first().click();
  await page.getByRole('heading', { name: /Kuponi/ }).waitFor();
});
