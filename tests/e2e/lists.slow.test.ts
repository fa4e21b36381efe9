import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { buildRemote } from '@waypost/host-sdk/build';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeViolations } from './axe.ts';
import {
  arriveAt,
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  PHONE,
  settle,
  shareBrowser,
  until,
} from './browser.ts';
import { type FakeServer, startFakeServer, success } from './shell/fake-server.ts';
import { shows } from './shows.ts';

// What a list does where there is little room, and how it is narrowed; against a stand-in of the server.
setDefaultTimeout(180_000);

const LAPTOP = { width: 1024, height: 768 } as const;

let browser: Browser;
let server: FakeServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  await buildRemote({
    directory: join(import.meta.dirname, 'shell/fixture'),
    id: 'fixture',
    version: '1.0.0',
  });
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

async function open(size: { width: number; height: number }, address = 'coupon'): Promise<void> {
  context = await openContext(browser, { locale: 'en-US', theme: 'light', size });
  page = await context.newPage();
  await enterAs(page, server.origin, { account: 'admin', password: 'secret1' });
  await page.goto(`${server.origin}/#/customer/${address}`);
  await page.getByText('Spring sale 1', { exact: true }).waitFor();
}

const heads = () => page.locator('thead th button').allTextContents();
const frame = () => page.getByRole('region', { name: 'Coupons' });
const isScrolled = () => frame().evaluate((element) => element.scrollWidth > element.clientWidth);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const lastQuery = () => server.seen.filter(({ call }) => call === 'coupon/inquire').at(-1)?.body;

test('with room every column is there; without, those that matter least have gone into the row', async () => {
  for (const row of server.rows)
    row.address = `https://example.com/a/rather/long/way/to/${row.id}?from=poster`;
  await open(DESKTOP);
  const title = (name: string) => page.getByRole('columnheader', { name });
  await title('Created').waitFor();
  await shows(button(/^More of/), { count: 0 });

  await page.setViewportSize(LAPTOP);
  await title('Created').waitFor({ state: 'detached' });
  await until('what is left fits', async () => !(await isScrolled()));
  // The name, the state and what can be done stay, and the name can be read.
  for (const name of ['Name', 'State', 'Actions']) await shows(title(name), { count: 1 });
  const name = page.getByRole('cell', { name: 'Spring sale 1', exact: true });
  expect((await name.boundingBox())?.width).toBeGreaterThanOrEqual(200);
  await page.getByRole('button', { name: 'More of Spring sale 1', exact: true }).click();
  await page.getByRole('term').filter({ hasText: 'Created' }).waitFor();
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);

  await page.setViewportSize(DESKTOP);
  await title('Created').waitFor();
});

test('what left for long rows is back once shorter ones leave room, the place being as wide as before', async () => {
  for (const row of server.rows)
    row.address = `https://example.com/a/rather/long/way/to/${row.id}?from=poster`;
  await open(LAPTOP);
  const created = page.getByRole('columnheader', { name: 'Created' });
  await created.waitFor({ state: 'detached' });
  for (const row of server.rows) row.address = 'https://e.co';
  await button('Paused').click();
  await arriveAt(page, /state=paused/);
  await created.waitFor();
  expect(await isScrolled()).toBe(false);
});

test('what still does not fit is scrolled to, and the edge says so; no address breaks', async () => {
  await open({ width: 780, height: 700 }, 'coupon?columns=name,state,address,amount,create_time');
  await until('the columns that may go have gone', async () => (await heads()).length <= 2);
  await until('what is left fits', async () => !(await isScrolled()));
  await page.addStyleTag({ content: 'td { min-width: 400px }' });
  await page.setViewportSize({ width: 790, height: 700 });
  await until('more is hidden at the end', async () => (await frame().getAttribute('data-hidden')) === 'end');
  await frame().evaluate((element) => element.scrollBy(element.scrollWidth, 0));
  await until(
    'more is hidden at the start',
    async () => (await frame().getAttribute('data-hidden')) === 'start',
  );
});

test('on a phone a row is a card with all of it, and its address keeps to one line', async () => {
  await open(PHONE);
  const card = page.getByRole('listitem').filter({ hasText: 'Spring sale 1' }).first();
  const address = card.getByTitle(/^https:/);
  expect((await address.boundingBox())?.height).toBeLessThan(30);
  await settle(page);
  // A thumb hits the links of a card as well as its buttons.
  const heights = await card
    .locator('a, button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(0);
  expect(heights.filter((height) => height < 32)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await axeViolations(page)).toEqual([]);
});

test('what is asked for most is a press away, stands in the address, and is cleared with the rest', async () => {
  for (const size of [DESKTOP, PHONE]) {
    await open(size);
    const chips = page.getByRole('group', { name: 'Filter by State' });
    await shows(chips.getByRole('button', { name: 'All' }), { attribute: ['aria-pressed', 'true'] });
    await chips.getByRole('button', { name: 'Paused' }).click();
    await arriveAt(page, /state=paused/);
    await chips.getByRole('button', { name: 'Ended' }).click();
    await arriveAt(page, /state=paused&state=ended/);
    await until('both are asked for', async () => String(lastQuery()?.state) === 'paused,ended');
    await chips.getByRole('button', { name: 'Paused' }).click();
    await until('one is left', async () => String(lastQuery()?.state) === 'ended');
    await button('Reset').click();
    await page.getByText('Spring sale 1', { exact: true }).waitFor();
    await page.waitForURL((address) => !address.href.includes('state='));
    if (size === DESKTOP) await context.close();
  }
});

test('two presses before the list is drawn again are both heard', async () => {
  await open(DESKTOP);
  const chips = page.getByRole('group', { name: 'Filter by State' });
  await chips.evaluate((row) => {
    for (const chip of row.querySelectorAll('button'))
      if (['Paused', 'Ended'].includes(chip.textContent ?? '')) chip.click();
  });
  await arriveAt(page, /state=paused&state=ended/);
  await until('both are asked for', async () => String(lastQuery()?.state) === 'paused,ended');
});

test('a search that waits for the end of typing does not call back whoever has left the list meanwhile', async () => {
  await open(DESKTOP);
  // The moment between the press and the next screen is made as long as it takes: the pause in typing ends within it.
  await page.evaluate(() => {
    const late: (() => void)[] = [];
    const { setTimeout } = window;
    const keep = (run: () => void, pause?: number) =>
      pause === 300 ? late.push(run) : setTimeout(run, pause);
    Object.assign(window, { late, setTimeout: keep });
  });
  await page.locator('search input').first().fill('Spring');
  const figures = page.getByRole('navigation').getByRole('link', { name: 'Figures', exact: true });
  await figures.evaluate(async (link: HTMLElement) => {
    link.click();
    while (!location.hash.endsWith('/figures')) await Promise.resolve();
    for (const run of (window as unknown as { late: (() => void)[] }).late) run();
  });
  await page.getByRole('heading', { level: 1, name: 'Figures' }).waitFor();
  await arriveAt(page, /#\/customer\/figures$/);
});

test('"nothing yet" is said where there is nothing, and nowhere else', async () => {
  await open(DESKTOP);
  server.faults.set('coupon/inquire', () => success({ content: [], count: 600, page: 1, page_size: 20 }));
  await button('Ended').click();
  await page.getByText('Nothing on this page').waitFor();
  server.faults.set('coupon/inquire', () => success({ content: [], count: 0, page: 1, page_size: 20 }));
  await button('Try again').click();
  await page.getByText('No match').waitFor();
  await button('Clear filters').click();
  await page.getByText('No coupons yet').waitFor();
  await arriveAt(page, /^(?!.*state=)/);
});
