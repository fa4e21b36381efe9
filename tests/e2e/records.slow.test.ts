import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { axeViolations } from './axe.ts';
import { openScreen, settle, until } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';

// Somebody who runs the platform finds who changed a target, looks whether the log is whole, and keeps an address out.

setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const TYPE = 'qr.code.update';

let place: Place;
let product: Product;
let page: Page;
let faults: string[];
let code: string;

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  const operator = await createAccount(product, { account: 'rita.records', role: 'administrator' });
  const changer = await createAccount(product, { account: 'chan.changer', role: 'customer' });
  const api = await signIn(product.origin, changer);
  const targets = [{ url: 'https://before.example/' }];
  code = (await api.call<{ id: string }>('qr_code_list/add', { name: 'Turned round', targets })).content.id;
  await api.call('qr_code_list/update_url', { id: code, targets: [{ url: 'https://after.example/' }] });
  const root = await signIn(product.origin, product.administrator);
  // Entries are written behind the answer, and a list is asked once.
  await until('the change stands in the log', async () => {
    const { content } = await root.call<{ count: number }>('log/inquire', { target: code, type: TYPE });
    return content.count > 0;
  });
  ({ page, faults } = await place.open(operator));
}, 240_000);
afterAll(() => place?.close());

test('who changed a target is found, with what was before and after side by side', async () => {
  await openScreen(page, product.origin, `log?target=${code}&type=${TYPE}`);
  const row = page.getByRole('row').filter({ hasText: 'chan.changer' });
  await row.getByRole('link', { name: 'QR code “Turned round”: changed' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  const before = drawer.getByRole('row').filter({ hasText: 'https://before.example/' });
  await before.filter({ hasText: 'https://after.example/' }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
});

test('whether the log is whole is asked and told', async () => {
  await page.getByRole('button', { name: 'Integrity', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Verify now', exact: true }).click(LIMIT);
  await drawer.getByText(/Whole up to entry \d/).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('a time that is no figure is refused in the words that operators know', async () => {
  await openScreen(page, product.origin, 'log_config');
  await page.getByLabel('Entries stay for').fill('a year', LIMIT);
  await page.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByText('conversion failed').first().waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
});

test('Esc closes an open calendar; the form around it and what was typed stay', async () => {
  await openScreen(page, product.origin, 'ip_black');
  await page.getByRole('button', { name: 'Block an address', exact: true }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Reason', { exact: true }).fill('Typed before', LIMIT);
  await drawer.getByLabel('Blocked until', { exact: true }).click();
  const calendar = page.locator('.arco-picker-container');
  await calendar.waitFor(LIMIT);
  await page.keyboard.press('Escape');
  await calendar.waitFor({ ...LIMIT, state: 'hidden' });
  await shows(page.getByText('Leave without saving?'), { visible: false });
  await shows(drawer.getByLabel('Reason', { exact: true }), { value: 'Typed before' });
  await drawer.getByLabel('Reason', { exact: true }).fill('');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
});

test('Esc closes a drawer, too, when what had the focus is gone, but not from under what lies over it', async () => {
  await openScreen(page, product.origin, 'ip_black');
  await page.getByRole('button', { name: 'Block an address', exact: true }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  const loseFocus = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await drawer.getByLabel('Blocked until', { exact: true }).click(LIMIT);
  const calendar = page.locator('.arco-picker-container');
  await calendar.waitFor(LIMIT);
  await loseFocus();
  await page.keyboard.press('Escape');
  for (const open of [drawer, calendar]) await shows(open, { visible: true });
  await drawer.getByLabel('Reason', { exact: true }).click();
  await calendar.waitFor({ ...LIMIT, state: 'hidden' });
  await loseFocus();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
});

test('an address is kept out, the own one is not, and the way out is said', async () => {
  await openScreen(page, product.origin, 'ip_black');
  const block = page.getByRole('button', { name: 'Block an address', exact: true }).first();
  await block.click(LIMIT);
  const drawer = page.getByRole('dialog');
  const address = drawer.getByLabel('IP address', { exact: true });
  await address.fill('127.0.0.1', LIMIT);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await drawer
    .getByText(/This is (your own address|the server itself)/)
    .first()
    .waitFor(LIMIT);
  await address.fill('203.0.113.199', LIMIT);
  await drawer.getByLabel('Reason', { exact: true }).fill('Browser test');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: '203.0.113.199' }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  // The browser itself tells of refused forms.
  expect(faults.filter((fault) => !fault.includes('status of 422'))).toEqual([]);
});
