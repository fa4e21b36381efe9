import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { axeViolations } from './axe.ts';
import {
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  openScreen,
  PHONE,
  settle,
  shareBrowser,
  watchFaults,
} from './browser.ts';
import { shows } from './shows.ts';

const NAME = 'Menu of Rita';
const WHAT = 'It asked for my bank card';
const REASON = 'Asks for bank cards, which your menu needs not';

let product: Product;
let browser: Browser;
let owning: Api;
let operator: Page;
let visitor: BrowserContext;
let code: { id: string; short_code: string; short_url: string };
const faults: string[][] = [];

const visitAddress = () => `${product.origin}/${code.short_code}`;
const violations = async (page: Page) => {
  await settle(page);
  return axeViolations(page);
};

beforeAll(async () => {
  // Reports are told to everybody who may handle them: nobody else's tests shall be asked to read them.
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
  owning = await signIn(
    product.origin,
    await createAccount(product, { account: 'rita.owner', role: 'customer' }),
  );
  code = (
    await owning.call<typeof code>('qr_code_list/add', {
      name: NAME,
      // A visitor without WeChat is shown a page that stays.
      visit_restriction: 2,
      targets: [{ url: 'https://example.com/menu/of/the/terrace/in/summer' }],
    })
  ).content;
  const olga = await createAccount(product, { account: 'olga.desk', role: 'administrator' });
  operator = await (await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP })).newPage();
  faults.push(watchFaults(operator));
  await enterAs(operator, product.origin, olga);
  // Somebody who has never been here and reads Swahili.
  visitor = await browser.newContext({ locale: 'sw-KE', viewport: PHONE, reducedMotion: 'reduce' });
}, 240_000);
afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
}, 120_000);

let followAddress = '';

test('a visitor reports the link from its page, in the own language, with the address filled in', async () => {
  const page = await visitor.newPage();
  await page.goto(visitAddress());
  await page.getByRole('link', { name: 'Ripoti kiungo hiki' }).click();
  await page.getByRole('heading', { name: 'Ripoti kiungo' }).waitFor();
  await shows(page.getByLabel('Anwani ya kiungo'), { value: visitAddress().replace('http://', '') });
  await page.getByLabel('Kilichotokea').fill(WHAT);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Tuma ripoti' }).click();
  await page.getByRole('heading', { name: 'Asante kwa ripoti' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(WHAT);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Fuatilia ripoti' }).click();
  await page.getByText('Tumepokea ripoti yako').waitFor();
  followAddress = page.url();
  await page.close();
}, 240_000);

test('what a visitor has typed is back after a reload, but not for the next one at the same tab', async () => {
  const page = await visitor.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  const text = page.getByLabel('Kilichotokea');
  const form = `${product.origin}/#/report_abuse?address=${encodeURIComponent(visitAddress())}&locale=sw-KE`;
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await page.goto(form);
  await text.fill('Not sent yet');
  await page.reload();
  await page.getByText(/^Mabadiliko yako ya/).waitFor();
  await shows(text, { value: 'Not sent yet' });
  await page.goto('about:blank');
  await page.goto(form);
  await text.waitFor();
  await shows(text, { value: '' });
  expect(await kept()).not.toContain('Not sent yet');
  await page.close();
}, 240_000);

test('an operator finds it on the desk with the code, its owner and its target, and freezes the code', async () => {
  await openScreen(operator, product.origin, 'abuse_desk');
  await operator.getByRole('link', { name: new RegExp(NAME) }).click();
  const main = operator.getByRole('main');
  for (const fact of [
    WHAT,
    'rita.owner',
    'https://example.com/menu/of/the/terrace/in/summer',
    'The same as at the time',
  ])
    await main.getByText(fact).first().waitFor();
  expect(await violations(operator)).toEqual([]);
  // Two addresses that begin alike are two on a phone as well.
  await operator.setViewportSize(PHONE);
  const place = main.getByText('https://example.com/menu/of/the/terrace/in/summer', { exact: true }).first();
  expect(await place.evaluate((one) => one.scrollWidth <= one.clientWidth + 1)).toBe(true);
  await operator.setViewportSize(DESKTOP);
  await operator.getByRole('tab', { name: 'Changes of the code' }).click();
  await operator.getByRole('tabpanel').getByText('rita.owner').first().waitFor();
  await operator.getByRole('button', { name: 'Freeze this code' }).click();
  const drawer = operator.getByRole('dialog', { name: `Freeze ${NAME}` });
  const reason = drawer.getByLabel('Reason');
  await shows(reason, { value: 'Reported by a visitor: Steals passwords or data' });
  await reason.fill(REASON);
  expect(await violations(operator)).toEqual([]);
  await drawer.getByRole('button', { name: 'Freeze', exact: true }).click();
  await main.getByText('Code frozen', { exact: true }).first().waitFor();
  await operator.getByRole('button', { name: 'Open again' }).waitFor();
}, 240_000);

test('the visitor finds the link stopped and reads so of the report; the owner has the reason in the inbox', async () => {
  const page = await visitor.newPage();
  const answer = await page.goto(visitAddress());
  expect(answer?.status()).toBe(451);
  await page.goto(followAddress);
  await page.getByText('Kiungo kimesimamishwa').waitFor();
  expect(await violations(page)).toEqual([]);
  for (const kept of ['rita', REASON])
    await shows(page.locator('main').filter({ hasText: new RegExp(kept) }), { count: 0 });
  const { content } = (
    await owning.call<{ content: { content: string; screen: string }[] }>('message/inquire')
  ).content;
  expect(content).toMatchObject([
    { content: expect.stringContaining(REASON), screen: `set_qr_code?id=${code.id}` },
  ]);
  expect(faults.flat()).toEqual([]);
}, 240_000);
