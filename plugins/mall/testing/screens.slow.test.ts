import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createAccount } from '../../../tests/accounts.ts';
import { type Api, signIn } from '../../../tests/api.ts';
import { axeViolations } from '../../../tests/e2e/axe.ts';
import { DESKTOP, openScreen, PHONE, until } from '../../../tests/e2e/browser.ts';
import { looking } from '../../../tests/e2e/look.ts';
import { openPlace, type Place } from '../../../tests/e2e/place.ts';
import { shows } from '../../../tests/e2e/shows.ts';
import { DESKTOP_CHROME, visitAs } from '../../../tests/e2e/visitors.ts';

// An operator makes a category, one in it and a product, imports a file, and cancels an order that a program has told.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 40_000 };
const LOGO = join(import.meta.dir, '../../../host/shell/public/logo.png');

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
  // It is a file as any other: in the storage that operators have chosen, with a thumbnail.
  const files = await root.call<{ content: { kind: string; thumbnail: string }[] }>('file/inquire');
  const [{ kind, thumbnail } = { kind: '', thumbnail: '' }] = files.content.content;
  expect(kind).toBe('png');
  expect((await fetch(place.product.origin + thumbnail)).headers.get('content-type')).toBe('image/png');
  await page.getByRole('button', { name: 'New category' }).first().click(LIMIT);
  drawer = page.getByRole('dialog');
  await drawer.getByLabel('Title', { exact: true }).fill('Chairs', LIMIT);
  await choose(page, 'Part of', 'Furniture');
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
  await drawer.getByRole('button', { name: 'Add by address' }).last().click(LIMIT);
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
  // What nobody knows is asked about, beside what the import comes to with the answer.
  await drawer.getByLabel('Colour').first().waitFor(LIMIT);
  await drawer.getByText('2 lines: 1 to add, 0 to change, 0 as before, 1 with errors').waitFor(LIMIT);
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
  const isShown = row.getByRole('switch', { name: 'Shown: Stool' });
  await row.getByRole('switch', { name: 'Shown: Stool', checked: false }).waitFor(LIMIT);
  await look(page);
  // And in its place in the list again.
  await isShown.click(LIMIT);
  await row.getByRole('switch', { name: 'Shown: Stool', checked: true }).waitFor(LIMIT);

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
  await row.getByRole('button', { name: 'More actions: Chairs' }).click(LIMIT);
  await page.getByRole('menuitem', { name: 'Delete' }).click(LIMIT);
  await page.getByRole('dialog').getByText('Chairs has 2 products in it').waitFor(LIMIT);
  await choose(page, 'Move the products to', 'Furniture');
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Move and delete' }).click(LIMIT);
  await page.getByText('Moved 2 products and deleted Chairs').waitFor(LIMIT);
  await row.waitFor({ ...LIMIT, state: 'detached' });
  expect(faults).toEqual([]);
});

test('twenty products come from a file, five get labels, and a visitor of one reads its page while it is sold', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, 'mall_product_list');
  await page.getByRole('button', { name: 'Import', exact: true }).click(LIMIT);
  const head = 'external_id,title,category,price,stock,properties,variants';
  const lines = Array.from({ length: 20 }, (_, at) =>
    at === 19
      ? 'LAMP-19,Lamp 19,Furniture,30,1,Shade: linen; Shade: glass,glass = 42.50'
      : `LAMP-${at},Lamp ${at},Furniture,12.50,4,Shade: paper,`,
  );
  const drawer = page.getByRole('dialog');
  const buffer = Buffer.from([head, ...lines].join('\n'));
  await drawer.locator('input[type=file]').setInputFiles({ name: 'lamps.csv', mimeType: 'text/csv', buffer });
  await drawer.getByText('20 lines: 20 to add').waitFor(LIMIT);
  await drawer.getByRole('button', { name: 'Import', exact: true }).click(LIMIT);
  await until('twenty lamps are there', async () => {
    const { count } = (await root.call<{ count: number }>('mall_product/inquire', { search: 'lamp' }))
      .content;
    return count === 20;
  });
  await page.reload();

  // One was wrong.
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  await page.getByRole('textbox', { name: 'Search' }).fill('lamp', LIMIT);
  await page.keyboard.press('Enter');
  await row('Oak chair').waitFor({ ...LIMIT, state: 'detached' });
  await row('Lamp 19').getByRole('button', { name: /^Edit/ }).click(LIMIT);
  await drawer.getByLabel('Price', { exact: true }).fill('31', LIMIT);
  await drawer.getByLabel('Price: glass').fill('39.90');
  await look(page, 'variants');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
  await row('Lamp 19').getByText('31.00 USDT').waitFor(LIMIT);

  for (const title of ['Lamp 19', 'Lamp 18', 'Lamp 17', 'Lamp 16', 'Lamp 15'])
    await row(title)
      .getByRole('checkbox')
      .check({ ...LIMIT, force: true });
  await page.getByRole('button', { name: 'Print labels', exact: true }).click(LIMIT);
  await drawer.getByText('One label each for 5 pages').waitFor(LIMIT);
  await look(page, 'labels');
  await drawer.getByRole('button', { name: 'Print sheet', exact: true }).click(LIMIT);
  // The product of these tests is on loopback: whoever prints is told before.
  await page.getByRole('button', { name: 'Continue', exact: true }).click(LIMIT);
  await page.locator('html[data-printed]').waitFor(LIMIT);
  await shows(page.locator('[data-print=many] figure'), { count: 5 });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor(LIMIT);

  // A code leads to one by a choice among targets, too.
  await openScreen(page, place.product.origin, 'set_qr_code');
  await page.getByRole('button', { name: 'Choose a page' }).click(LIMIT);
  await drawer.getByRole('textbox', { name: 'Search' }).fill('lamp 19', LIMIT);
  await shows(drawer.getByRole('listitem'), { count: 1 });
  await look(page, 'pages');
  await drawer.getByRole('button', { name: /^Lamp 19/ }).click(LIMIT);
  const { origin } = place.product;
  const target = page.getByRole('textbox', { name: /address/i }).first();
  await shows(target, { value: /\/page\/product\/[0-9a-f]{24}$/ });

  const api = await signIn(origin, operator);
  const codeOf = async () =>
    (
      await api.call<{ content: { name: string; qr_url: string; view_number: number }[] }>(
        'qr_code_list/user_inquire',
      )
    ).content.content.find(({ name }) => name === 'Lamp 19');
  const visitor = await place.open(undefined, { size: PHONE });
  await visitor.page.goto((await codeOf())?.qr_url ?? '');
  await visitor.page.getByRole('heading', { level: 1, name: 'Lamp 19' }).waitFor(LIMIT);
  await shows(visitor.page.locator('.lead'), { text: 'From 31.00 USDT' });
  await visitor.page.getByText('In stock').waitFor(LIMIT);
  const order = { key: 'e2e-lamp-19', external_id: 'LAMP-19', variant: ['glass'], quantity: 1 };
  expect((await root.call('mall_product/purchase', order)).status).toBe(200);
  expect((await root.call('mall_product/purchase', { ...order, key: 'e2e-lamp-20' })).status).toBe(409);
  await until('the page says that it is sold out', async () => {
    await visitor.page.reload();
    return (await visitor.page.getByText('Sold out').count()) === 1;
  });
  // The browser of the tests says that it is no person's.
  expect((await visitAs(DESKTOP_CHROME, (await codeOf())?.qr_url ?? '')).status).toBe(200);
  await until('the visit is the code’s', async () => (await codeOf())?.view_number === 1);
  await openScreen(page, origin, 'mall_order_day');
  await page.getByText('39.90 USDT').waitFor(LIMIT);
  await look(page, 'order-day');
  expect([...faults, ...seenIn(visitor)]).toEqual([]);
});

/** What the tests' own scripts want in the box of a page is refused to them, too. */
const seenIn = ({ faults }: { faults: string[] }) => faults.filter((fault) => !fault.includes('sandboxed'));
const PICTURES = process.env.WAYPOST_TEST_PICTURES;
const PAGE_VIEWS = [
  ['zh-CN', 'light', DESKTOP],
  ['en-US', 'dark', DESKTOP],
  ['zh-CN', 'dark', PHONE],
  ['sw-KE', 'light', PHONE],
] as const;
test('the page of a product reads well in each language, by day and by night', async () => {
  const data = Buffer.from(await Bun.file(LOGO).bytes()).toString('base64');
  const { picture } = (await root.call<{ picture: string }>('mall_picture/add', { data })).content;
  const category = (await root.call<{ id: string }>('mall_category/add', { title: '灯具' })).content.id;
  const shades = ['亚麻', '玻璃', '宣纸'].map((value) => ({ name: '灯罩', value }));
  const { id } = (
    await root.call<{ id: string }>('mall_product/add', {
      title: '手工竹编落地灯 · Bamboo floor lamp',
      category,
      price: '329000000',
      stock: 8,
      model: 'BL-160',
      properties: [{ name: '高度', value: '160 cm' }, { name: '光源', value: 'E27，最大 40 W' }, ...shades],
      variants: [{ values: ['玻璃'], price: '398000000' }],
      cover_images: [picture],
      detail_images: [picture],
      link: 'https://shop.example/lamp',
      description: '由老师傅手工编织，每盏略有不同。\n灯光透过竹丝，柔和不刺眼。',
    })
  ).content;
  const address = `${place.product.origin}/page/product/${id}`;
  for (const [locale, theme, size] of PAGE_VIEWS) {
    const visitor = await place.open(undefined, { locale, theme, size });
    await visitor.page.goto(address);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor(LIMIT);
    await until('its pictures are there', () =>
      visitor.page
        .locator('img')
        .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
    );
    if (PICTURES !== undefined) {
      const path = join(PICTURES, `mall-page-${locale}-${theme}-${size.width}.png`);
      await visitor.page.screenshot({ path, fullPage: true });
    }
    expect(seenIn(visitor)).toEqual([]);
    // In its box axe does not run: the same markup is looked at without it.
    await visitor.page.goto('about:blank');
    await visitor.page.setContent(await (await fetch(address)).text());
    expect(await axeViolations(visitor.page)).toEqual([]);
    await visitor.context.close();
  }
  // Where the operator has switched that on, it is recommended on the home page of customers.
  await root.call('mall_product/batch_switch', { ids: [id], home_recommend: 2 });
  const { content } = await root.call<{ version: number }>('plugins/settings', { id: 'mall' });
  const change = { shows_on_home: true };
  const set = { id: 'mall', version: content.version, change };
  expect((await root.call('plugins/change_settings', set)).status).toBe(200);
  const carol = await createAccount(place.product, { account: 'carol.mall', role: 'customer' });
  const { page, faults } = await place.open(carol, { size: PHONE });
  await openScreen(page, place.product.origin, 'home');
  const card = page.getByRole('link', { name: /Bamboo floor lamp.*From 329[.]00 USDT/ });
  await shows(card, { attribute: ['href', `/page/product/${id}`] });
  await card.scrollIntoViewIfNeeded(LIMIT);
  await until('its picture is there', () =>
    card.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
  );
  await look(page, 'home');
  expect(faults).toEqual([]);
  const gone = await fetch(`${place.product.origin}/page/product/${'0'.repeat(24)}`);
  expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('<h1>')]);
});
