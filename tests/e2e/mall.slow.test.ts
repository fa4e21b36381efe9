import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { openScreen } from './browser.ts';
import { looking } from './look.ts';
import { openPlace, type Place } from './place.ts';

// An operator makes a category, one in it and a product, imports a file, and cancels an order that a program has told.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 40_000 };
const LOGO = join(import.meta.dir, '../../host/shell/public/logo.png');

let place: Place;
let root: Api;
let operator: Awaited<ReturnType<typeof createAccount>>;
beforeAll(async () => {
  place = await openPlace();
  root = await signIn(place.product.origin, place.product.administrator);
  operator = await createAccount(place.product, { account: 'olga.mall', role: 'administrator' });
}, 240_000);
afterAll(() => place?.close());

const look = looking('mall');

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click(LIMIT);
  await page.getByRole('option', { name: option, exact: true }).click(LIMIT);
}
const create = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click(LIMIT);

test('an operator makes categories, one in the other, and a product with its picture', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, 'mall_category_list');
  await page.getByText('No categories yet').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'New category' }).first().click(LIMIT);
  let drawer = page.getByRole('dialog');
  await drawer.getByLabel('Title', { exact: true }).fill('Furniture', LIMIT);
  await drawer.getByLabel('Title in Kiswahili').fill('Samani');
  await drawer.locator('input[type=file]').setInputFiles(LOGO);
  await drawer.getByRole('button', { name: 'Remove the picture' }).waitFor(LIMIT);
  await look(page);
  await create(page);
  await page.getByRole('row').filter({ hasText: 'Furniture' }).waitFor(LIMIT);
  await page.getByRole('button', { name: 'New category' }).first().click(LIMIT);
  drawer = page.getByRole('dialog');
  await drawer.getByLabel('Title', { exact: true }).fill('Chairs', LIMIT);
  await choose(page, 'Stands in', 'Furniture');
  await create(page);
  await page.getByRole('row').filter({ hasText: 'Chairs' }).waitFor(LIMIT);
  await look(page);

  await openScreen(page, place.product.origin, 'mall_product_list');
  await page.getByText('No products yet').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'New product' }).first().click(LIMIT);
  drawer = page.getByRole('dialog');
  await drawer.getByLabel('Title', { exact: true }).fill('Oak chair', LIMIT);
  await choose(page, 'Category', 'Furniture / Chairs');
  const price = drawer.getByLabel('Price', { exact: true });
  for (const text of ['-5', '1e3']) {
    await price.fill(text, LIMIT);
    await price.blur();
    await drawer.getByText('Enter an amount such as 9.90').first().waitFor(LIMIT);
  }
  await price.fill('49.90', LIMIT);
  await drawer.locator('input[type=file]').first().setInputFiles(LOGO);
  await drawer.getByRole('img', { name: 'Cover images 1' }).waitFor(LIMIT);
  const address = drawer.getByLabel('Detail images: Address of a picture');
  await address.fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await drawer.getByText('Enter a full web address').first().waitFor(LIMIT);
  await address.fill('pictures.example/chair.png');
  await page.keyboard.press('Enter');
  await drawer.getByText('https://pictures.example/chair.png').waitFor(LIMIT);
  await drawer.getByRole('button', { name: 'Add property' }).click(LIMIT);
  await drawer.getByLabel('Name', { exact: true }).fill('Colour', LIMIT);
  await drawer.getByLabel('Value', { exact: true }).fill('Natural');
  await look(page);
  await create(page);
  await page.getByText('49.90 USDT').waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('imports a file, hides what it brought, and cancels an order of it', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, 'mall_product_list');
  await page.getByRole('button', { name: 'Import', exact: true }).click(LIMIT);
  const lines = [
    'external_id,title,category,price,stock,Colour',
    'E2E-1,Stool,Furniture / Chairs,12.50,4,red',
    'E2E-2,Bench,Nowhere,20,4,red',
  ];
  const drawer = page.getByRole('dialog');
  const choose = (name: string, buffer: Buffer) =>
    drawer.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await choose(
    'latin.csv',
    Buffer.concat([Buffer.from('title\nCr'), Buffer.from([0xe8]), Buffer.from('me\n')]),
  );
  await drawer.getByText('cannot be read for certain').waitFor(LIMIT);
  await choose('products.csv', Buffer.from(lines.join('\n')));
  await drawer.getByText('E2E-1,Stool').waitFor(LIMIT);
  await drawer.getByText('2 lines: 1 to add, 0 to change, 0 as before, 1 with errors').waitFor(LIMIT);
  await drawer.getByText('not read: Colour').waitFor(LIMIT);
  await drawer.getByText('Line 3, category: There is no such category').waitFor(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Import', exact: true }).click(LIMIT);
  await page
    .getByText('Stool')
    .first()
    .waitFor(LIMIT)
    .catch(() => page.reload());
  const row = page.getByRole('row').filter({ hasText: 'Stool' });
  await row.getByRole('checkbox').check({ ...LIMIT, force: true });
  await page.getByRole('button', { name: 'Hide', exact: true }).click(LIMIT);
  await row.getByText('Hidden').waitFor(LIMIT);
  await look(page);

  const items = [{ external_id: 'E2E-1', quantity: 2 }];
  await root.call('mall_order/add', { key: 'e2e-order-1', external_id: 'SHOP-1', items, amount: '25000000' });
  await openScreen(page, place.product.origin, 'mall_order_list');
  await page.getByText('2 × Stool').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Cancel order: SHOP-1' }).click(LIMIT);
  await page.getByRole('dialog').getByLabel('Reason').fill('Sent back', LIMIT);
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Cancelled' }).waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('deletes a category with products in it, and says where they go', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, 'mall_category_list');
  const row = page.getByRole('row').filter({ hasText: 'Chairs' });
  await row.getByRole('button', { name: 'Delete: Chairs' }).click(LIMIT);
  await page.getByRole('dialog').getByText('Chairs has 2 products in it').waitFor(LIMIT);
  await choose(page, 'Move the products to', 'Furniture');
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Move and delete' }).click(LIMIT);
  await page.getByText('Moved 2 products and deleted Chairs').waitFor(LIMIT);
  await row.waitFor({ ...LIMIT, state: 'detached' });
  expect(faults).toEqual([]);
});
