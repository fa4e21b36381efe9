import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations } from '../../e2e/axe.ts';
import { arriveAt, calm, openScreen, settle, until } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import type { Product } from '../../product.ts';

let place: Place;
let product: Product;
let page: Page;

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  ({ page } = await place.open(product.administrator));
  await settle(page);
}, 180_000);
afterAll(() => place?.close());

test('Ctrl-K, a few letters and Enter open a screen; Esc closes and gives the focus back', async () => {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Command palette' });
  await box.waitFor();
  await calm(page);
  expect(await axeViolations(page)).toEqual([]);
  await box.fill('admin');
  await page.getByRole('option').first().filter({ hasText: 'Administrators' }).waitFor();
  await page.keyboard.press('Enter');
  await arriveAt(page, /#\/customer\/administrators/);
  await page.keyboard.press('Control+k');
  await box.waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
}, 240_000);

test('verbs are found by other words for them, and done', async () => {
  const box = page.getByRole('combobox', { name: 'Command palette' });
  const open = async (text: string) => {
    await page.keyboard.press('Control+k');
    await box.waitFor();
    await box.fill(text);
  };
  const dark = await page.locator('html').evaluate(() => document.body.getAttribute('arco-theme'));
  await open('night');
  await page.getByRole('option', { name: /^Switch to/ }).waitFor();
  await page.keyboard.press('Enter');
  await until('the other theme is shown', () =>
    page.evaluate((before) => document.body.getAttribute('arco-theme') !== before, dark),
  );
  // As it was before, for those who come after.
  await open('night');
  await page.keyboard.press('Enter');
  await until('the theme is back', () =>
    page.evaluate((before) => document.body.getAttribute('arco-theme') === before, dark),
  );
  await open('create');
  await page.getByRole('option', { name: 'New QR code' }).click();
  await arriveAt(page, /#\/customer\/set_qr_code/);
}, 240_000);

test('g and a letter go, / searches, n makes a new one; letters typed into a field stay letters', async () => {
  // The second letter has to follow within 1.5 s, which a stalled machine may miss.
  await until('g and q lead to the codes', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    const arrived = page.waitForURL(/#\/customer\/qr_code_list/, { timeout: 5_000 });
    return arrived.then(
      () => true,
      () => false,
    );
  });
  await openScreen(page, product.origin, 'administrators');
  await page.keyboard.press('/');
  await page.waitForFunction(() => document.activeElement?.matches('search input'));
  await page.keyboard.type('gn');
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('search input')?.value === 'gn');
  await page.locator('search input').first().fill('');
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await page.getByRole('dialog').getByText('New administrator').first().waitFor();
  await page.keyboard.press('Escape');
  // Where nothing is yet, too: the button stands in the middle there.
  await openScreen(page, product.origin, 'group');
  await page.getByText('No groups').first().waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await page.getByRole('dialog').getByText('New group').first().waitFor();
  await page.keyboard.press('Escape');
}, 240_000);

test('? tells every key, also where g leads; Esc closes', async () => {
  await openScreen(page, product.origin, 'home_admin');
  await page.locator('h1').click();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Search everything', { exact: true }).waitFor();
  await dialog.getByText('QR codes', { exact: true }).waitFor();
  await calm(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}, 240_000);

test('theme, colour and menu place are chosen in one panel and kept on this device', async () => {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Appearance' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('radio', { name: '#37d4cf' }).check();
  await panel.getByText('Top', { exact: true }).click();
  await calm(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.reload();
  await page.getByRole('navigation').getByRole('link', { name: 'Codes' }).waitFor();
  const accent = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--primary-6'));
  await page.waitForFunction(() => document.getElementById('wp-colour') !== null);
  await until('the colour is back', async () => (await accent()).replaceAll(' ', '') === '55,212,207');
  await page.getByRole('navigation').getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Administrators' }).click();
  await arriveAt(page, /#\/customer\/administrators/);
}, 240_000);
