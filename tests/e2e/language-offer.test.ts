import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeViolations } from './axe.ts';
import { closeContexts, PHONE, settle, shareBrowser, until } from './browser.ts';
import { type FakeServer, startFakeServer } from './shell/fake-server.ts';

// Somebody comes for the first time, with a browser that asks for another language than the installation's first one.
setDefaultTimeout(180_000);

let browser: Browser;
let server: FakeServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
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

const open = async (locale: string): Promise<void> => {
  context = await browser.newContext({ locale, viewport: PHONE, reducedMotion: 'reduce' });
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
  expect(await page.getByRole('button', { name: 'Continue in English' }).count()).toBe(0);
});

test('nobody is offered what they have, or a language that there is not', async () => {
  for (const locale of ['zh-CN', 'de-DE']) {
    await open(locale);
    expect(await page.locator('p[lang]').count()).toBe(0);
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
    expect(await page.locator('p[lang]').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('waypost.locale'))).toBeNull();
    if (locale !== 'de-DE') await context.close();
  }
});
