import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { axeViolations } from './axe.ts';
import { arriveAt, enterAs, openScreen, settle, until } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';
import { visitAs, WECHAT_PHONE } from './visitors.ts';

// Somebody who runs the platform looks at one customer's things, screen by screen, and gives a code to another.

setDefaultTimeout(180_000);

interface Made {
  id: string;
  short_code: string;
  qr_url: string;
}

let place: Place;
let product: Product;
let page: Page;
let wang: Api;
let amani: Api;
let ofWang: Made;
let faults: string[];

const add = async (api: Api, name: string): Promise<Made> =>
  (await api.call<Made>('qr_code_list/add', { name, targets: [{ url: 'https://example.com/' }] })).content;

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  const person = (account: string, role: 'administrator' | 'customer') =>
    createAccount(product, { account, role });
  const operator = await person('otto.operator', 'administrator');
  wang = await signIn(product.origin, await person('wang.owner', 'customer'));
  amani = await signIn(product.origin, await person('amani.owner', 'customer'));
  ofWang = await add(wang, 'Door of Wang');
  await add(amani, 'Door of Amani');
  await visitAs(WECHAT_PHONE, ofWang.qr_url);
  ({ page, faults } = await place.open(operator));
}, 240_000);
afterAll(() => place?.close());

const whose = () => page.getByRole('combobox', { name: 'Whose', exact: true });
const line = (text: string) => page.getByRole('status').filter({ hasText: text });
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
async function choose(text: string): Promise<void> {
  await whose().click();
  await page.keyboard.type(text);
  await until(`${text} alone is offered`, async () => (await page.getByRole('option').count()) === 1);
  await page.getByRole('option').click();
}

test('one customer, chosen once, holds for codes, visitors and statistics, and a reload', async () => {
  await openScreen(page, product.origin, 'qr_code_list');
  await shows(whose(), { contains: 'Mine' });
  await page.getByText('No QR codes yet').waitFor();
  await choose('wang.owner');
  await rowOf('Door of Wang').waitFor();
  await shows(rowOf('Door of Wang'), { contains: 'wang.owner' });
  await shows(rowOf('Door of Amani'), { count: 0 });
  await line('You see what belongs to wang.owner.').waitFor();
  await arriveAt(page, /scope=[0-9a-f]{24}/);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);

  await openScreen(page, product.origin, 'visitor');
  await line('wang.owner').waitFor();
  await until('Wang’s visitor alone', async () => (await page.locator('tbody tr').count()) === 1);
  const owner = rowOf('Door of Wang').getByRole('link', { name: 'wang.owner', exact: true });
  await shows(owner, { attribute: ['href', /#\/customer\/person\?id=[0-9a-f]{24}$/] });

  await openScreen(page, product.origin, 'today_statistics');
  await line('wang.owner').waitFor();
  await page.getByText('Door of Wang').first().waitFor();
  await page.reload();
  await line('wang.owner').waitFor();

  await openScreen(page, product.origin, 'daily_statistics');
  await line('wang.owner').waitFor();
  const asked = page.waitForRequest(/daily_statistics\/inquire$/);
  await page.reload();
  expect(JSON.parse((await asked).postData() ?? '{}').owner).toMatch(/^[0-9a-f]{24}$/);

  await page.getByRole('button', { name: 'Show mine' }).click();
  await arriveAt(page, /scope=[0-9a-f]{24}/);
  await line('wang.owner').waitFor({ state: 'detached' });
  await openScreen(page, product.origin, 'qr_code_list');
  await page.getByText('No QR codes yet').waitFor();
}, 240_000);

test('rows of whom one looked at before are not shown for a moment to whoever looks at everyone’s', async () => {
  await openScreen(page, product.origin, 'qr_code_list');
  await choose('wang.owner');
  await openScreen(page, product.origin, 'visitor');
  await rowOf('Door of Wang').waitFor();
  await openScreen(page, product.origin, 'qr_code_list');
  await rowOf('Door of Wang').waitFor();
  await choose('amani.owner');
  await rowOf('Door of Amani').waitFor();
  // The answer is kept back: what is shown until it is there must not be Wang's.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/visitor/inquire', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${product.origin}/#/customer/visitor`);
  await line('amani.owner').waitFor();
  await page.locator('section[aria-busy=true]').waitFor();
  await shows(rowOf('Door of Wang'), { count: 0 });
  held.resolve();
  await page.locator('section[aria-busy=true]').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
}, 240_000);

test('an address that is copied shows another administrator the same things', async () => {
  const second = await createAccount(product, { account: 'second.operator', role: 'administrator' });
  await openScreen(page, product.origin, 'qr_code_list');
  await choose('wang.owner');
  await rowOf('Door of Wang').waitFor();
  // Another screen, opened from the menu: the choice goes along, and so it does in its address.
  await openScreen(page, product.origin, 'visitor');
  await rowOf('Door of Wang').waitFor();
  await arriveAt(page, /visitor.*scope=[0-9a-f]{24}/);
  const ofWangs = page.url();
  await page.getByRole('button', { name: 'Show mine' }).click();
  await openScreen(page, product.origin, 'qr_code_list');
  await page.getByText('No QR codes yet').waitFor();
  await arriveAt(page, /qr_code_list.*scope=[0-9a-f]{24}/);
  const own = page.url();

  const { context, page: theirs } = await place.open(second);
  await theirs.goto(ofWangs);
  await theirs.getByRole('status').filter({ hasText: 'You see what belongs to wang.owner.' }).waitFor();
  await theirs.goto(own);
  await theirs.getByRole('status').filter({ hasText: 'You see what belongs to otto.operator.' }).waitFor();
  await context.close();
}, 240_000);

test('everyone’s codes are the same list, opened so; a code is given to another owner with all that it counted', async () => {
  await openScreen(page, product.origin, 'qr_code_list_admin');
  await shows(whose(), { contains: 'Everyone' });
  await page.getByRole('textbox', { name: 'Search' }).fill('Door of');
  await rowOf('Door of Amani').waitFor();
  await rowOf('Door of Wang').getByRole('button', { name: 'Change owner: Door of Wang' }).click();
  const form = page.getByRole('dialog', { name: 'New owner of Door of Wang' });
  await form.getByText(/statistics go along/).waitFor();
  await form.getByRole('combobox', { name: 'Owner' }).click();
  await page.keyboard.type('amani.owner');
  await until('Amani alone is offered', async () => (await page.getByRole('option').count()) === 1);
  await page.getByRole('option').click();
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Change owner' }).click();
  await form.waitFor({ state: 'detached' });
  await until('whose it is now', async () =>
    ((await rowOf('Door of Wang').textContent()) ?? '').includes('amani.owner'),
  );

  const link = { link: ofWang.id };
  const visitors = async (api: Api) =>
    (await api.call<{ count: number }>('visitor/user_inquire', link)).content.count;
  expect(await visitors(amani)).toBe(1);
  const figures = await amani.call<{ view_number: number }>('today_statistics/user_inquire', link);
  expect(figures.content.view_number).toBe(1);
  expect((await wang.call('qr_code_list/details', { id: ofWang.id })).status).toBe(404);
  await visitAs(WECHAT_PHONE, ofWang.qr_url);
  await until('the next visit is Amani’s', async () => {
    const today = await amani.call<{ view_number: number }>('today_statistics/user_inquire', {});
    return today.content.view_number === 1;
  });
}, 240_000);

test('codes of several people go onto one sheet from the list of everyone’s', async () => {
  await openScreen(page, product.origin, 'qr_code_list_admin');
  await page.getByRole('textbox', { name: 'Search' }).fill('Door of');
  for (const name of ['Door of Amani', 'Door of Wang']) {
    await rowOf(name).waitFor();
    await rowOf(name).getByRole('checkbox').check({ force: true });
  }
  await page.getByRole('button', { name: 'Print sheet', exact: true }).click();
  // The product of these tests is on loopback: whoever prints is told before.
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.locator('html[data-printed]').waitFor();
  await shows(page.locator('[data-print=many] figure'), { count: 2 });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.locator('[data-print]').waitFor({ state: 'detached' });
}, 240_000);

test('a customer has no such switch, and asking for another’s things shows the own ones', async () => {
  const { content } = await amani.call<{ content: { short_code: string }[] }>('visitor/inquire', {
    owner: '0'.repeat(24),
  });
  expect(content.content.map(({ short_code }) => short_code)).toEqual([ofWang.short_code]);
  const { page: own } = await place.open();
  const cleo = await createAccount(product, { account: 'cleo.owner', role: 'customer' });
  await enterAs(own, product.origin, cleo);
  await openScreen(own, product.origin, `qr_code_list?scope=all`);
  await own.getByText('No QR codes yet').waitFor();
  await shows(own.getByRole('combobox', { name: 'Whose' }), { count: 0 });
}, 240_000);

test('the page of a customer’s code leads to its visitors also for whoever looks at the own things', async () => {
  await openScreen(page, product.origin, 'qr_code_list?scope=own');
  await openScreen(page, product.origin, `set_qr_code?id=${ofWang.id}`);
  await page.locator('#content').getByRole('link', { name: 'amani.owner', exact: true }).waitFor();
  await page.locator('#content').getByRole('link', { name: 'Visitors' }).click();
  await arriveAt(page, /visitor\?link=/);
  await rowOf('Door of Wang').first().waitFor();
});

test('an address that names nobody leads on to the customers', async () => {
  await openScreen(page, product.origin, 'person?id=nobody');
  await page.getByText('Nothing is here').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Customers', exact: true }).click();
  await arriveAt(page, /customer\/user_list/);
});

test('nothing went wrong that a person would not see', () => {
  expect(faults).toEqual([]);
});
