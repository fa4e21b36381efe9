import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import { arriveAt, calm, DESKTOP, openScreen, PHONE, settle, until } from '../e2e/browser.ts';
import { looking } from '../e2e/look.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import { writeTo } from '../messages.ts';
import { sayNothingOfPace } from '../monitor-desk.ts';
import { type Product, startProduct } from '../product.ts';

setDefaultTimeout(120_000);

const look = looking('notice');
let place: Place;
let product: Product;
let admin: Api;
let customer: Api;
let account: Awaited<ReturnType<typeof createAccount>>;
let page: Page;

const rows = (api: Api) => api.call<{ content: { id: string; content: string }[] }>('message/inquire');
async function configure(change: Record<string, unknown>): Promise<void> {
  const { content } = await admin.call<{ version: number }>('configuration/inquire');
  expect((await admin.call('configuration/update', { version: content.version, ...change })).status).toBe(
    200,
  );
}

beforeAll(async () => {
  place = await openPlace(startProduct);
  ({ product } = place);
  admin = await signIn(product.origin, product.administrator);
  await sayNothingOfPace(admin);
  account = await createAccount(product, { account: 'reader1', role: 'customer' });
  customer = await signIn(product.origin, account);
  ({ page } = await place.open(account));
}, 180_000);
afterAll(() => place?.close(), 60_000);

test('a customer can neither send nor read what others got', async () => {
  expect((await customer.call('message/send', { to: 'all', title: 'x', content: 'x' })).status).toBe(403);
  await writeTo(admin, 'admin', { title: 'Mine', content: 'For admin' });
  const { content } = await rows(admin);
  const foreign = content.content[0]?.id ?? '';
  expect((await rows(customer)).content.content).toEqual([]);
  for (const call of ['details', 'remove', 'update-notify-status'])
    expect([call, (await customer.call(`message/${call}`, { id: foreign })).status]).toEqual([call, 404]);
});

const notice = () => page.getByRole('region', { name: 'New message' });
const bell = (name: string | RegExp) => page.getByRole('banner').getByRole('button', { name });
const send = (title: string, content: string) =>
  admin.call<{ count: number }>('message/send', { to: 'role', role: 'customer', title, content });
const unreadOf = async (api: Api) =>
  (await api.call<{ count: number }>('message/inquire', { notify_status: 1 })).content.count;

/** Whether all of a field is in sight: nothing lies over its corners or its middle. */
const isInSight = (field: Locator) =>
  field.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [left + 3, (left + right) / 2, right - 3].flatMap((x) =>
      [top + 3, (top + bottom) / 2, bottom - 3].map((y) => document.elementFromPoint(x, y)),
    );
    return points.every((one) => one === element);
  });

test('a message shows by itself, takes nothing away of what somebody types, nor covers it, and is read then', async () => {
  await openScreen(page, product.origin, 'update_password');
  const typed = page.getByLabel('Old password', { exact: true });
  await typed.fill('half a pass');
  await typed.focus();
  // Right below the head of the page, where the message comes.
  await page.setViewportSize({ ...DESKTOP, height: 480 });
  await typed.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 70));
  const text = `We are <b>down</b> from 22:00.\n${'A long reason follows. '.repeat(130)}`;
  expect(text.length).toBeGreaterThan(3_000);
  expect((await send('Down tonight', text)).content.count).toBe(1);
  await notice().getByText('Down tonight').waitFor({ timeout: 60_000 });
  // One row, however long it is; a press opens all of it.
  await notice().getByText('We are <b>down</b> from 22:00.').waitFor();
  expect((await notice().boundingBox())?.height).toBeLessThan(46);
  await look(page, 'desk');
  expect(await typed.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await isInSight(typed)).toBe(true);
  await page.setViewportSize(DESKTOP);
  await calm(page);
  expect(await axeViolations(page)).toEqual([]);
  // Seen is not read.
  expect(await unreadOf(customer)).toBe(1);

  // The next waits until this one is closed, which no key does by accident; nothing that was typed goes.
  await send('Back again', 'We are back.');
  await shows(notice(), { count: 1 });
  await page.keyboard.press('Escape');
  await shows(notice(), { count: 1 });
  await notice().getByRole('button', { name: 'Close', exact: true }).click();
  await until('the message counts as read', async () => (await unreadOf(customer)) === 1);
  await notice().getByText('Back again').waitFor({ timeout: 60_000 });
  await shows(notice().getByText('Down tonight'), { count: 0 });
  await shows(typed, { value: 'half a pass' });
}, 240_000);

test('the bell counts what was never opened and leads to the own messages', async () => {
  await send('First of two', 'One');
  await send('Second of two', 'Two');
  await notice().getByRole('button', { name: 'Close', exact: true }).click();
  await notice().getByText('Back again').waitFor({ state: 'detached' });
  await bell('Messages, 2 unread').waitFor({ timeout: 60_000 });
  await notice().getByText('Second of two').waitFor();
  await notice()
    .getByRole('button', { name: /^Second of two/ })
    .click();
  const inbox = page.getByRole('dialog', { name: 'Messages' });
  await inbox.getByRole('button', { name: /First of two/ }).click();
  await until('opening it makes it read', async () => (await unreadOf(customer)) === 0);
  await bell('Messages').waitFor({ state: 'attached' });
  await calm(page);
  expect(await axeViolations(page)).toEqual([]);
  await send('Third', 'Three');
  await inbox.getByText('Unread', { exact: true }).click();
  await inbox.getByRole('button', { name: /Third/ }).waitFor();
  // Until the answer is there the list of all stands in its place, which looks for new ones by itself.
  await until('the unread one is alone', async () => (await inbox.getByRole('listitem').count()) === 1);
  await inbox.getByRole('button', { name: /Third/ }).click();
  await until('it is read', async () => (await unreadOf(customer)) === 0);
  await bell('Messages').waitFor({ state: 'attached' });
  // What is being read does not go away under one's eyes.
  await shows(inbox.getByRole('listitem'), { count: 1 });
  await send('Fourth', 'Four');
  await inbox.getByText('All', { exact: true }).click();
  await inbox.getByText('Unread', { exact: true }).click();
  await inbox.getByRole('button', { name: /Fourth/ }).waitFor();
  await inbox.getByRole('button', { name: 'Mark all as read' }).click();
  await inbox.getByText('Nothing unread').waitFor();
  expect(await unreadOf(customer)).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('navigation').getByRole('link', { name: 'Messages' }).click();
  // A password was typed half: leaving asks.
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  const read = page.getByRole('row').filter({ hasText: 'Down tonight' });
  await read.waitFor();
  await shows(read.getByText('Unread:'), { count: 0 });
  expect(await axeViolations(page)).toEqual([]);
}, 240_000);

test('a settings form whose session ends in the middle is saved after the password', async () => {
  const { context, page: settings } = await place.open(product.administrator);
  await openScreen(settings, product.origin, 'configuration');
  const token = await settings.evaluate(
    () => (JSON.parse(localStorage.getItem('waypost.session') ?? '{}') as { token: string }).token,
  );
  await settings.getByLabel('Website title').fill('Scan Tower');
  await apiOf(product.origin, token).call('administrator/logout');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  const question = settings.getByRole('dialog', { name: 'Your session has ended' });
  await question.locator('input[name=password]').fill(product.administrator.password);
  await settings.keyboard.press('Enter');
  await settings.getByText('Saved.').waitFor();
  const { content } = await admin.call<{ website_title: string }>('configuration/inquire');
  expect(content.website_title).toBe('Scan Tower');
  await context.close();
}, 180_000);

test('a message that comes behind a drawer waits there until the drawer is closed, on a phone in two lines', async () => {
  const filler = await createAccount(product, { account: 'filler1', role: 'customer' });
  const { context, page: own } = await place.open(filler, { size: PHONE });
  await openScreen(own, product.origin, 'update_password?tab=keys');
  await own.getByRole('button', { name: 'New API key' }).click();
  const form = own.getByRole('dialog');
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Till');
  await writeTo(admin, filler.account, { title: 'Down tonight', content: 'From ten.' });
  const news = own.getByText('Down tonight');
  await news.waitFor({ timeout: 60_000 });
  for (const size of [PHONE, DESKTOP]) {
    await own.setViewportSize(size);
    await calm(own);
    const box = await form.boundingBox();
    expect([box?.y, box?.height]).toEqual([0, size.height]);
    expect(await isInSight(name)).toBe(true);
    expect(await axeViolations(own)).toEqual([]);
  }
  await own.setViewportSize(PHONE);
  await shows(name, { value: 'Till' });
  // The key closes the drawer alone.
  await name.fill('');
  await own.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  const [title, text] = [await news.boundingBox(), await own.getByText('From ten.').boundingBox()];
  expect(text?.y).toBeGreaterThan(title?.y ?? 0);
  await look(own, 'phone');
  // The screen of messages shows it by itself.
  await openScreen(own, product.origin, 'message_list');
  await shows(own.getByRole('region', { name: 'New message' }), { count: 0 });
  await context.close();
}, 240_000);

test('clearing asks first and empties the own inbox only', async () => {
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
  await page.getByText('No messages yet').waitFor();
  expect((await rows(customer)).content.content).toEqual([]);
  expect((await rows(admin)).content.content).toHaveLength(1);
}, 240_000);

test('maintenance sends customers to its page and back again; administrators go on', async () => {
  await configure({ maintenance: 2 });
  // A public call that is answered after the refused ones says nothing about the maintenance.
  const website = '**/api/website_info/inquire';
  await page.route(website, async (route) => {
    await arriveAt(page, /#\/maintain/);
    await route.continue();
  });
  const answered = page.waitForResponse(website);
  await page.reload();
  await answered;
  await page.unroute(website);
  await page.getByRole('heading', { name: 'The site is under maintenance' }).first().waitFor();
  await arriveAt(page, /#\/maintain/);
  expect((await customer.call('message/inquire')).status).toBe(503);
  expect((await admin.call('message/inquire')).status).toBe(200);
  const { page: late, context } = await place.open();
  await late.goto(`${product.origin}/`);
  await arriveAt(late, /#\/admin_login$/);
  await late.getByRole('textbox', { name: 'Account' }).fill(account.account);
  await late.getByLabel('Password', { exact: true }).fill(account.password);
  await late.getByRole('button', { name: 'Log in' }).click();
  await arriveAt(late, /#\/maintain/);
  await context.close();
  await configure({ maintenance: 1 });
  await arriveAt(page, /#\/customer\//, 60_000);
}, 180_000);

test('a title and colour that an operator sets are seen at once at the next visit, also by a stranger', async () => {
  await configure({ website_title: 'Scan House', website_color: '#37d4cf' });
  const { page: stranger } = await place.open();
  await stranger.goto(`${product.origin}/`);
  await stranger.getByRole('heading', { name: 'Log in to Scan House' }).waitFor();
  await settle(stranger);
  await stranger.waitForFunction(() => {
    const button = document.querySelector('form button[type=submit]');
    return button !== null && getComputedStyle(button).backgroundColor === 'rgb(55, 212, 207)';
  });
}, 240_000);
