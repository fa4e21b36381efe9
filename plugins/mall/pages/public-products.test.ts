import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { PublicPageBranch } from '@waypost/sdk';
import { ShowStatus } from '../catalogue/values.ts';
import { type Mall, startMall } from '../testing/start-mall.ts';
import { publicProducts } from './public-products.ts';

setDefaultTimeout(120_000);

let mall: Mall;
let pages: PublicPageBranch;
let category: string;
beforeAll(async () => {
  mall = await startMall();
  pages = publicProducts(mall.t.context);
  category = await mall.addCategory('Lamps');
});
afterAll(() => mall?.t.dispose());

const html = async (id: string, locale: 'en-US' | 'zh-CN' | 'sw-KE' = 'en-US') =>
  (await pages.page(id, locale))?.html ?? '';

test('a visitor reads what a product costs and has, in their language, and what people typed is text', async () => {
  const file = Bun.file(join(import.meta.dir, '../../../host/shell/public/logo.png'));
  const data = (await file.bytes()).toBase64();
  const { picture } = await mall.ask<{ picture: string }>('mall_picture/add', { data });
  const { id: brand } = await mall.ask('mall_brand/add', { title: '<b>Oak</b>' });
  const id = await mall.addProduct('Lamp <script>alert(1)</script>', {
    category,
    brand,
    price: '12500000',
    model: 'L"1',
    cover_images: [picture],
    properties: [{ name: '<i>Shade', value: '<img src=x onerror=alert(1)>' }],
    description: 'First line\n<a href="javascript:alert(1)">second</a>',
    link: 'https://shop.example/lamp?a=1&b="2"',
  });
  const page = await pages.page(id, 'en-US');
  expect(page).toMatchObject({ locale: 'en-US', locales: ['zh-CN', 'en-US', 'sw-KE'] });
  // The page makes text of the title itself.
  expect(page?.title).toBe('Lamp <script>alert(1)</script>');
  expect(page?.html).toContain('<p class="lead">12.50 USDT</p><p>In stock</p>');
  expect(page?.html).toContain(`<img data-picture="${picture}"`);
  expect(page?.html).toContain('<dt>&lt;i&gt;Shade</dt><dd>&lt;img src=x onerror=alert(1)&gt;</dd>');
  expect(page?.html).toContain('&lt;b&gt;Oak&lt;/b&gt;');
  expect(page?.html).not.toMatch(/<(?:script|[ib]>|a href="javascript)/);
  expect(page?.html).toContain('href="https://shop.example/lamp?a=1&amp;b=');
  expect(await html(id, 'zh-CN')).toContain('有货');
  expect(await html(id, 'sw-KE')).toContain('Ipo dukani');
  expect(await pages.pictures(id)).toEqual([picture]);
  expect((await pages.picture(picture))?.length).toBeGreaterThan(100);
});

test('properties of several values are variants, each at its own price or that of the product', async () => {
  const properties = ['red', 'blue'].map((value) => ({ name: 'Colour', value }));
  const id = await mall.addProduct('Vase', {
    category,
    price: '20000000',
    stock: 0,
    properties,
    variants: [{ values: ['blue'], price: '15000000' }],
  });
  expect(await html(id)).toContain('<p class="lead">From 15.00 USDT</p><p class="bad">Sold out</p>');
  expect(await html(id)).toContain('<tr><td>red</td><td>20.00 USDT</td></tr>');
  expect(await html(id)).toContain('<tr><td>blue</td><td>15.00 USDT</td></tr>');
});

test('a product that is hidden or deleted is not there for visitors, nor is what they make up', async () => {
  const id = await mall.addProduct('Shy', { category });
  expect(await html(id)).toContain('9.90 USDT');
  const { version } = await mall.ask<{ version: number }>('mall_product/details', { id });
  await mall.ask('mall_product/update', { id, version, show_status: ShowStatus.hidden });
  expect(await pages.page(id, 'en-US')).toBeUndefined();
  expect(await pages.pictures(id)).toEqual([]);
  await mall.ask('mall_product/remove', { id });
  for (const address of [id, 'none', '0'.repeat(24), '-', 'a'.repeat(63)])
    expect(await pages.page(address, 'en-US')).toBeUndefined();
});
