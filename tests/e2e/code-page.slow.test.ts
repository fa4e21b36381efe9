import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Credentials, createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { axeViolations } from './axe.ts';
import { arriveAt, openScreen, PHONE, settle, until } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { scan } from './scan.ts';
import { shows } from './shows.ts';

/** A way that no other code leads. */
const TRIED_TARGET = 'healthz?of=tried';
const CODE_PAGE = /set_qr_code\?id=([0-9a-f]{24})/;

setDefaultTimeout(180_000);

let place: Place;
let product: Product;
let operator: Credentials;
let owner: Credentials;
let owning: Api;

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  operator = await createAccount(product, { account: 'pages.operator', role: 'administrator' });
  owner = await createAccount(product, { account: 'pages.owner', role: 'customer' });
  owning = await signIn(product.origin, owner);
}, 180_000);
afterAll(() => place?.close());

async function pageOf(account: Credentials): Promise<{ page: Page; faults: string[] }> {
  const { page, faults } = await place.open(account);
  return { page, faults };
}
const add = async (body: Record<string, unknown>) =>
  (
    await owning.call<{ id: string; short_code: string; short_url: string }>('qr_code_list/add', {
      targets: [{ url: 'https://example.com/' }],
      ...body,
    })
  ).content;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a code is made, printed and shared in at most seven presses from Home', async () => {
  const { page, faults } = await pageOf(owner);
  let presses = 0;
  const press = async (name: string) => {
    presses += 1;
    await button(page, name).click();
  };
  await openScreen(page, product.origin, 'home');
  await page.getByRole('textbox', { name: 'Paste a link to make a QR code' }).fill('example.com/summer');
  presses += 1;
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New QR code' }).waitFor();
  // A name that nobody typed goes with the address.
  const pasted = page.getByRole('textbox', { name: 'Address' });
  await pasted.fill('example.com/winter');
  await shows(page.getByLabel('Name', { exact: true }), { value: 'example.com/winter' });
  await pasted.fill('example.com/summer');
  await press('Create');
  await arriveAt(page, CODE_PAGE);
  const picture = page.getByRole('img', { name: /^QR code of http.*[?]s=/ });
  const address = ((await picture.getAttribute('alt')) ?? '').replace('QR code of ', '');

  await press('Print');
  await page.locator('html[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('[data-print=one]');
  expect(await scan(await sheet.locator('img').screenshot())).toBe(address);
  await shows(sheet, { contains: 'example.com/summer' });
  await shows(page.getByRole('main'), { visible: false });
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await sheet.waitFor({ state: 'detached' });

  await press('Share');
  await press('Start sharing');
  const id = CODE_PAGE.exec(page.url())?.[1];
  await until('the code is shared', async () => {
    const { content } = await owning.call<{ is_shared: boolean }>('qr_code_list/details', { id });
    return content.is_shared;
  });
  expect(presses).toBeLessThanOrEqual(7);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('what is wrong with a new code is said beside the button, wherever its field stands', async () => {
  const { page } = await pageOf(owner);
  await openScreen(page, product.origin, 'set_qr_code');
  const bar = button(page, 'Create').locator('..');
  const said = bar.getByRole('alert');
  const isInSight = () =>
    said.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await button(page, 'Create').click();
  await said.getByText('Address: This field is required. (and 1 more)').waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Address' }).fill('example.com');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Said beside');
  await said.waitFor({ state: 'detached' });
  await button(page, 'More options').click();
  await page.getByRole('textbox', { name: 'Short code' }).fill('no such code');
  await button(page, 'Fewer options').click();
  await page.evaluate(() => scrollTo(0, 0));
  await button(page, 'Create').click();
  // It opens by itself: a fault has its place there.
  await said.getByText(/^Short code: /).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await until('it is in sight', isInSight);
  await said.getByRole('button').click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Short code');

  await page.getByRole('textbox', { name: 'Short code' }).fill('');
  await page.route('**/api/qr_code_list/add', (route) => route.abort());
  await page.evaluate(() => scrollTo(0, 0));
  await button(page, 'Create').click();
  await said.waitFor();
  await until('the failure is in sight', isInSight);
  await page.unroute('**/api/qr_code_list/add');
  await button(page, 'Create').click();
  await arriveAt(page, CODE_PAGE);
  await page.context().close();
});

test('the switch in the head stops visits and lets them in again, beside a form that is being filled in', async () => {
  const { id, short_url } = await add({ name: 'Switched' });
  const { page, faults } = await pageOf(owner);
  await openScreen(page, product.origin, `set_qr_code?id=${id}&tab=targets`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Switched and renamed');
  const visits = page.getByRole('switch', { name: 'Visits are let in', exact: true });
  await visits.click();
  await page.getByText('Off', { exact: true }).waitFor();
  expect((await fetch(short_url, { redirect: 'manual' })).status).not.toBe(200);
  // The row is another one by now, but what was typed is about something else.
  await button(page, 'Save').click();
  await page.getByRole('heading', { level: 1, name: 'Switched and renamed' }).waitFor();
  await visits.click();
  await page.getByText('On', { exact: true }).waitFor();
  expect((await fetch(short_url, { redirect: 'manual' })).status).toBe(200);
  // What is read beside the switch follows it: the history of what was just done.
  await page.getByRole('tab', { name: 'History' }).click();
  const entries = page.getByRole('tabpanel').getByRole('listitem');
  await entries.first().waitFor();
  const known = await entries.count();
  await visits.click();
  await until('the history knows of the switch', async () => (await entries.count()) > known);
  expect(faults.filter((one) => !one.includes('status of 409'))).toEqual([]);
  await page.context().close();
});

test('what is typed is back after a reload in its own tab, whatever had been loaded when it was typed', async () => {
  const { id } = await add({ name: 'Kept in its tab' });
  const { page } = await pageOf(owner);
  page.on('dialog', (dialog) => void dialog.accept());
  const kinds = [{ name: 'weather', title: 'Weather', parameters: [] }];
  await page.route('**/api/qr_code_list/rule_kinds', (route) =>
    route.fulfill({ json: { status: true, message: '', content: { kinds } } }),
  );
  await openScreen(page, product.origin, `set_qr_code?id=${id}&tab=targets`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const tab = (label: string) => page.getByRole('tab', { name: label, exact: true }).click();
  await name.waitFor();
  // What the form asks for is there at once when it comes back, and was not the first time.
  await tab('Design');
  await name.waitFor({ state: 'detached' });
  await tab('Targets and rules');
  await name.fill('Typed in the second form');
  await page.reload();
  await page.getByText(/^Your unsaved changes from/).waitFor();
  await shows(name, { value: 'Typed in the second form' });
  await tab('Design');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.context().close();
});

test('a new code has a name by its address while that is typed; what is typed behind it takes its place', async () => {
  const { page } = await pageOf(owner);
  await openScreen(page, product.origin, 'set_qr_code');
  const name = page.getByLabel('Name', { exact: true });
  await page.getByRole('textbox', { name: 'Address' }).focus();
  await page.keyboard.type('example.com/spring');
  await until('the name follows', async () => (await name.inputValue()) === 'example.com/spring');
  const isThere = () => name.evaluate((field) => field === document.activeElement);
  for (let press = 0; press < 8 && !(await isThere()); press += 1) await page.keyboard.press('Tab');
  await page.keyboard.type('Spring poster');
  await shows(name, { value: 'Spring poster' });
  await page.getByRole('textbox', { name: 'Address' }).fill('example.com/summer');
  await shows(name, { value: 'Spring poster' });
  await page.context().close();
});

test('a code that ends while its page is open is said to have ended, by its time and by its visits', async () => {
  const counted = await add({ name: 'Only one', expires_after: 1 });
  const { page } = await pageOf(owner);
  const other = await page.context().newPage();
  // Nothing but the opening of its page lies between its making and its end.
  const timed = await add({ name: 'Until then', expires_at: new Date(Date.now() + 20_000).toISOString() });
  const headOf = (shown: Page) => shown.locator('#content header').first();
  await openScreen(page, product.origin, `set_qr_code?id=${timed.id}`);
  await headOf(page).getByText('On', { exact: true }).waitFor();
  // The other ends meanwhile.
  await openScreen(other, product.origin, `set_qr_code?id=${counted.id}`);
  // A page of one code is narrowed to nothing that could be taken back.
  await other.getByText('No visits in this period').first().waitFor();
  await shows(button(other, 'Clear filters'), { count: 0 });
  await headOf(other).getByText('On', { exact: true }).waitFor();
  await fetch(`${product.origin}/${counted.short_code}`, { redirect: 'manual' });
  await headOf(other).getByText('Expired', { exact: true }).waitFor();
  await headOf(page).getByText('Expired', { exact: true }).waitFor();
  await page.context().close();
});

test('the owner tries the short link from its page, which is no visit', async () => {
  const { id, short_code } = await add({
    name: 'Tried',
    jump_type: 6,
    targets: [{ url: `${product.origin}/${TRIED_TARGET}` }],
  });
  const { page } = await pageOf(owner);
  await openScreen(page, product.origin, `set_qr_code?id=${id}`);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: new RegExp(short_code) }).click(),
  ]);
  await arriveAt(tab, /healthz\?of=tried$/);
  // Visits are counted in their order: once a later one is, the first would have been.
  await fetch(`${product.origin}/${short_code}`, { redirect: 'manual' });
  await until('the visit is counted', async () => {
    const { content } = await owning.call<{ view_number: number }>('qr_code_list/details', { id });
    return content.view_number > 0;
  });
  const { content } = await owning.call<{ view_number: number }>('qr_code_list/details', { id });
  expect(content.view_number).toBe(1);
  // Its address is enough to find the code again; what it has had today and who came are one press from there.
  let presses = 0;
  const chord = async (keys: string) => {
    presses += 1;
    await page.keyboard.press(keys);
  };
  await openScreen(page, product.origin, 'home');
  await chord('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill(TRIED_TARGET);
  await page.getByRole('option', { name: /Tried/ }).waitFor();
  await chord('Enter');
  const today = page.getByRole('region', { name: 'Today' });
  await today.locator('dl > div').filter({ hasText: 'Visits' }).getByText('1', { exact: true }).waitFor();
  expect(presses).toBe(2);
  await today.getByRole('link', { name: 'Visitors' }).click();
  // Whoever stands in the list of visitors has come to a code, and its name leads there.
  await page.getByRole('link', { name: 'Tried', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Tried' }).waitFor();
  await page.context().close();
});

test('the history tells in words what was changed and by whom, and names no operator to the owner', async () => {
  const { id } = await add({ name: 'With a past', jump_type: 1 });
  await owning.call('qr_code_list/update', { id, version: 1, targets: [{ url: 'https://example.org/new' }] });
  const operating = await signIn(product.origin, operator);
  await operating.call('qr_code_list/freeze', { ids: [id], reason: 'Asks for bank passwords' });
  const { page, faults } = await pageOf(owner);
  await openScreen(page, product.origin, `set_qr_code?id=${id}&tab=history`);
  const entries = page.getByRole('tabpanel').getByRole('listitem');
  await entries.filter({ hasText: 'Frozen' }).filter({ hasText: 'An administrator' }).waitFor();
  const changed = entries.filter({ hasText: 'Targets' });
  await shows(changed.getByRole('cell'), { texts: ['https://example.com/', 'https://example.org/new'] });
  await shows(page.getByText(operator.account), { count: 0 });
  expect(await axeViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
  const { page: theirs } = await pageOf(operator);
  await openScreen(theirs, product.origin, `set_qr_code?id=${id}&tab=history`);
  await theirs.getByRole('listitem').filter({ hasText: owner.account }).first().waitFor();
  await theirs.context().close();
});

test('a copy has the settings of the first one and a short code of its own', async () => {
  const first = await add({ name: 'To be copied', jump_type: 6, remark: 'Kept', file_name: 'copied' });
  const { page, faults } = await pageOf(owner);
  await openScreen(page, product.origin, `set_qr_code?id=${first.id}`);
  await button(page, 'Duplicate').click();
  await page.getByRole('heading', { level: 1, name: 'To be copied (copy)' }).waitFor();
  const id = CODE_PAGE.exec(page.url())?.[1];
  const { content: copy } = await owning.call<Record<string, unknown>>('qr_code_list/details', { id });
  expect(copy).toMatchObject({ jump_type: 6, remark: 'Kept', file_name: '', is_shared: false });
  expect(copy.short_code).not.toBe(first.short_code);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a phone shows whole what is asked before a code is deleted', async () => {
  const { id } = await add({ name: 'Asked about on a phone' });
  const { page } = await pageOf(owner);
  await page.setViewportSize(PHONE);
  await openScreen(page, product.origin, `set_qr_code?id=${id}`);
  await page.getByRole('button', { name: 'More actions: Asked about on a phone' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await question.getByText('goes to the bin').waitFor();
  await settle(page);
  const { x, width } = (await question.boundingBox()) ?? { x: -1, width: 0 };
  expect([x >= 0, x + width <= PHONE.width]).toEqual([true, true]);
  await page.context().close();
});

test('every way to a code ends on its page', async () => {
  const { id } = await add({ name: 'Found everywhere' });
  const { page } = await pageOf(owner);
  const arrives = () => page.getByRole('heading', { level: 1, name: 'Found everywhere' }).waitFor();
  await openScreen(page, product.origin, 'home');
  await page.getByRole('main').getByRole('link', { name: 'Found everywhere' }).click();
  await arrives();
  await arriveAt(page, ({ href }) => href.includes(id));
  await openScreen(page, product.origin, 'qr_code_list');
  await page.getByRole('link', { name: 'Found everywhere' }).click();
  await arrives();
  await openScreen(page, product.origin, 'qr_code_list');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('Found every');
  await page.getByRole('option', { name: /Found everywhere/ }).waitFor();
  await page.keyboard.press('Enter');
  await arrives();
  await page.context().close();
});

test('several codes go onto one sheet', async () => {
  const names = ['Sheet one', 'Sheet two', 'Sheet three'];
  for (const name of names) await add({ name });
  const { page } = await pageOf(owner);
  await openScreen(page, product.origin, 'qr_code_list?search=Sheet');
  await page.getByRole('checkbox', { name: /all/i }).first().check({ force: true });
  await button(page, 'Print sheet').click();
  // The product of these tests is on loopback: whoever prints is told before that nobody outside can open the codes.
  await page.getByRole('dialog').getByText('nobody outside can open it').waitFor();
  await button(page, 'Continue').click();
  await page.locator('html[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  const pictures = page.locator('[data-print=many] figure');
  await shows(pictures, { count: 3 });
  for (const name of names) await shows(pictures.filter({ hasText: name }), { visible: true });
  await page.context().close();
});
