import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Page, RowOf } from '@waypost/contract';
import { ShowStatus } from '../../catalogue/values.ts';
import { type Mall, startMall } from '../../testing/start-mall.ts';
import { brandResource } from '../mall_brand_list/resource.ts';
import { categoryResource } from '../mall_category_list/resource.ts';
import { productResource } from './resource.ts';
import { picturesOfProducts } from './service.ts';

setDefaultTimeout(120_000);

type ProductRow = RowOf<typeof productResource>;
let mall: Mall;
let category: string;
let below: string;
beforeAll(async () => {
  mall = await startMall();
  category = await mall.addCategory('Furniture');
  below = await mall.addCategory('Chairs', { superior: category });
});
afterAll(() => mall?.t.dispose());

const list = async (query: object = {}) =>
  (await mall.ask<Page<ProductRow>>('mall_product/inquire', query)).content;
const details = (id: string) => mall.ask<ProductRow>('mall_product/details', { id });
const change = async (id: string, fields: object) =>
  mall.ask('mall_product/update', { id, version: (await details(id)).version, ...fields });

const PICTURE = async () =>
  (await Bun.file(join(import.meta.dir, '../../../../host/shell/public/logo.png')).bytes()).toBase64();

describe('products', () => {
  test('are found by category with all below it, brand and state, and sorted by price, purchases and ranking', async () => {
    const { id: brand } = await mall.ask('mall_brand/add', { title: 'Oak' });
    await mall.addProduct('Cheap', { category: below, price: '9000000', brand, ranking_recommend: 1 });
    await mall.addProduct('Dear', { category, price: '100000000', ranking_recommend: 9 });
    await mall.addProduct('Hidden', { category, price: '50000000', show_status: ShowStatus.hidden });
    const titles = async (query: object) => (await list(query)).map(({ title }) => title);
    // As texts 9 would be more than 100.
    expect(await titles({ within: category, sort_field: 'price_order', sort_order: 'asc' })).toEqual([
      'Cheap',
      'Hidden',
      'Dear',
    ]);
    expect(await titles({ within: below })).toEqual(['Cheap']);
    expect(await titles({ brand })).toEqual(['Cheap']);
    expect(await titles({ show_status: ShowStatus.hidden })).toEqual(['Hidden']);
    expect(await titles({ sort_field: 'ranking_recommend', sort_order: 'desc', page_size: 1 })).toEqual([
      'Dear',
    ]);
    await expect(mall.ask('mall_brand/remove', { id: brand })).rejects.toMatchObject({
      code: 'mall.brand_in_use',
    });
  });

  test('say nothing of what only the server keeps, and nobody writes it', async () => {
    const id = await mall.addProduct('Plain', { category });
    const row = await details(id);
    expect(row).toMatchObject({ data_source: 'manual', number_of_purchases: 0, lowest_price: '' });
    expect(Object.keys(row)).not.toContain('price_order');
    for (const fields of [{ number_of_purchases: 5 }, { data_source: 'api' }, { price_order: 1 }])
      await expect(change(id, fields)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('keep their prices in bounds: no sign, no exponent, the lowest not above the price', async () => {
    for (const price of ['-1', '1e3', '01', '1000000000000000', '', '1.5'])
      await expect(mall.addProduct('Wrong', { category, price })).rejects.toMatchObject({
        errors: [{ path: 'price' }],
      });
    await expect(
      mall.addProduct('Wrong', { category, price: '100', lowest_price: '101' }),
    ).rejects.toMatchObject({ errors: [{ path: 'lowest_price' }] });
    const id = await mall.addProduct('Right', { category, price: '999999999999999', lowest_price: '100' });
    await expect(change(id, { price: '99' })).rejects.toMatchObject({ errors: [{ path: 'lowest_price' }] });
  });

  test('with several values of a property cost what the cheapest variant costs, whatever else is said', async () => {
    const properties = [
      ...['red', 'blue'].map((value) => ({ name: 'Colour', value })),
      ...['M', 'L'].map((value) => ({ name: 'Size', value })),
    ];
    const variants = [{ values: ['red', 'L'], price: '80' }];
    const fields = { category, price: '100', lowest_price: '50', properties, variants };
    const id = await mall.addProduct('Shirt', fields);
    expect(await details(id)).toMatchObject({ lowest_price: '80', variants });
    await change(id, { variants: [...variants, { values: ['blue', 'M'], price: '70' }] });
    expect((await details(id)).lowest_price).toBe('70');
    for (const values of [['L', 'red'], ['red'], ['green', 'L']])
      await expect(change(id, { variants: [{ values, price: '1' }] })).rejects.toMatchObject({
        errors: [{ path: 'variants' }],
      });
    await expect(change(id, { variants: [...variants, ...variants] })).rejects.toMatchObject({
      errors: [{ path: 'variants' }],
    });
    const many = Array.from({ length: 11 }, (_, at) => `${at}`);
    const tooMany = ['A', 'B'].flatMap((name) => many.map((value) => ({ name, value })));
    await expect(change(id, { properties: tooMany, variants: [] })).rejects.toMatchObject({
      errors: [{ path: 'properties' }],
    });
  });

  test('lead to plain web addresses only, by their link and their pictures', async () => {
    const wrong = [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      '//evil.example',
      '/\\evil',
      'data:text/html,x',
    ];
    for (const address of wrong)
      for (const fields of [{ link: address }, { cover_images: [address] }, { detail_images: [address] }])
        await expect(mall.addProduct('Hostile', { category, ...fields })).rejects.toMatchObject({
          status: 422,
        });
    for (const address of wrong)
      await expect(mall.ask('mall_brand/add', { title: 'Hostile', website: address })).rejects.toMatchObject({
        status: 422,
      });
    expect(await list({ search: 'Hostile' })).toEqual([]);
  });

  test('show pictures that are kept, and say which as long as they do', async () => {
    const { picture } = await mall.ask<{ picture: string }>('mall_picture/add', { data: await PICTURE() });
    const id = await mall.addProduct('Pictured', { category, cover_images: [picture] });
    await expect(
      mall.addProduct('No such picture', { category, cover_images: ['0'.repeat(32)] }),
    ).rejects.toMatchObject({ errors: [{ path: 'cover_images' }] });
    const used = () => picturesOfProducts(mall.t.context, [picture, '0'.repeat(32)]);
    expect(await used()).toEqual([picture]);
    await mall.ask('mall_product/remove', { id });
    expect(await used()).toEqual([]);
  });

  test('are counted where they stand: made, moved, deleted', async () => {
    const [from, to] = [await mall.addCategory('From'), await mall.addCategory('To')];
    const numbers = async () => {
      const rows = await mall.t.rows(categoryResource).all();
      return [from, to].map((id) => rows.find(({ _id }) => _id === id)?.product_number);
    };
    const id = await mall.addProduct('Counted', { category: from });
    expect(await numbers()).toEqual([1, 0]);
    await change(id, { category: to });
    expect(await numbers()).toEqual([0, 1]);
    await mall.ask('mall_product/remove', { id });
    expect(await numbers()).toEqual([0, 0]);
    const brands = await mall.t.rows(brandResource).all();
    const products = await mall.t.rows(productResource).all();
    for (const { _id, product_number } of brands)
      expect(product_number).toBe(products.filter(({ brand }) => brand === _id).length);
  });

  test('are shown and hidden together: all of them or none, and the log tells of each that changed', async () => {
    const ids = [
      await mall.addProduct('First of two', { category }),
      await mall.addProduct('Second', { category }),
    ];
    const hide = (chosen: string[]) =>
      mall.ask<{ changed: number }>('mall_product/batch_show', {
        ids: chosen,
        show_status: ShowStatus.hidden,
      });
    await expect(hide([...ids, '0'.repeat(24)])).rejects.toMatchObject({ code: 'not_found' });
    expect((await details(ids[0] ?? '')).show_status).toBe(ShowStatus.shown);
    expect(await hide(ids)).toEqual({ changed: 2 });
    expect(await hide(ids)).toEqual({ changed: 0 });
    expect(await details(ids[1] ?? '')).toMatchObject({ show_status: ShowStatus.hidden, version: 2 });
    const told = (await mall.t.audit()).filter(({ target }) => ids.includes(target ?? ''));
    expect(told.filter(({ type }) => type === 'mall.product.update')).toHaveLength(2);
  });

  test('are switched where they stand, each in what is said and nothing else', async () => {
    const id = await mall.addProduct('Switched', { category });
    const turn = (body: object) =>
      mall.ask<{ changed: number }>('mall_product/batch_switch', { ids: [id], ...body });
    expect(await turn({ home_recommend: 2 })).toEqual({ changed: 1 });
    expect(await details(id)).toMatchObject({ home_recommend: 2, show_status: ShowStatus.shown });
    expect(await turn({ home_recommend: 2, show_status: ShowStatus.hidden })).toEqual({ changed: 1 });
    expect(await details(id)).toMatchObject({ home_recommend: 2, show_status: ShowStatus.hidden });
    await expect(turn({})).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('stand in their category in the order that an operator gives them', async () => {
    const shelf = await mall.addCategory('Ordered');
    for (const [title, sort] of [
      ['Second', 5],
      ['First', 9],
      ['Last', 0],
    ] as const)
      await mall.addProduct(title, { category: shelf, sort });
    const rows = await list({ within: shelf, sort_field: 'sort', sort_order: 'desc' });
    expect(rows.map(({ title }) => title)).toEqual(['First', 'Second', 'Last']);
  });

  test('are searched for by the beginnings of their words and by Chinese letters', async () => {
    await mall.addProduct('Walnut sideboard 胡桃木边柜', { category, external_id: 'SB-7741', model: 'W9' });
    await mall.addProduct('Walnut bench', { category });
    const found = async (search: string) => (await list({ search })).length;
    expect(
      await Promise.all(
        ['wal', 'side walnut', 'sb-77', '桃木', '胡桃木边', 'w9', 'walnuts', '木桃'].map(found),
      ),
    ).toEqual([2, 1, 1, 1, 1, 1, 0, 0]);
    const [row] = await list({ search: 'bench' });
    await change(row?.id ?? '', { title: 'Walnut stool' });
    expect(await Promise.all(['walnut bench', 'stool'].map(found))).toEqual([0, 1]);
    expect(await found('---')).toBe(0);
  });

  test('of one external id are one', async () => {
    await mall.addProduct('Known', { category, external_id: 'SKU-1' });
    await mall.addProduct('Nameless', { category });
    await mall.addProduct('Nameless too', { category });
    await expect(mall.addProduct('Known too', { category, external_id: 'SKU-1' })).rejects.toMatchObject({
      code: 'duplicate',
    });
  });
});
