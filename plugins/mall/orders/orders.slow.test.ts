import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page, RowOf } from '@waypost/contract';
import fc from 'fast-check';
import type { orderDay } from '../screens/mall_order_day/resource.ts';
import type { orderResource } from '../screens/mall_order_list/resource.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';
import { type Mall, startMall } from '../testing/start-mall.ts';

setDefaultTimeout(180_000);

let mall: Mall;
let category: string;
beforeAll(async () => {
  mall = await startMall();
  category = await mall.addCategory('Sold');
});
afterAll(() => mall?.t.dispose());

interface Recorded {
  id: string;
  is_repeated: boolean;
}
const record = (body: object) => mall.ask<Recorded>('mall_order/add', { amount: '1000000', ...body });
const cancel = (body: object) => mall.ask<{ state: string; is_repeated: boolean }>('mall_order/cancel', body);
const purchases = async (id: string) => (await mall.t.rows(productResource).find(id))?.number_of_purchases;
const stock = async (id: string) => (await mall.t.rows(productResource).find(id))?.stock;
const days = async (query: object = {}) =>
  (await mall.ask<Page<RowOf<typeof orderDay>>>('mall_order_day/inquire', query)).content;
const orders = async (query: object = {}) =>
  (await mall.ask<Page<RowOf<typeof orderResource>>>('mall_order/inquire', query)).content;

describe('orders that programs tell', () => {
  test('raise the purchases of their products once, however often they are told', async () => {
    const chair = await mall.addProduct('Chair', { category, external_id: 'CHAIR' });
    const table = await mall.addProduct('Table', { category });
    const order = {
      key: 'shop-0001',
      external_id: 'S-1',
      buyer: 'Wanjiru',
      time: '2026-01-01T10:00:00.000Z',
      items: [
        { external_id: 'CHAIR', quantity: 2 },
        { product: table, quantity: 1 },
        { product: chair, quantity: 1 },
      ],
    };
    const first = await record(order);
    expect(first.is_repeated).toBe(false);
    expect(await record(order)).toEqual({ id: first.id, is_repeated: true });
    expect([await purchases(chair), await purchases(table)]).toEqual([3, 1]);
    expect(await orders({ product: chair })).toMatchObject([
      {
        external_id: 'S-1',
        quantity: 4,
        amount: '1000000',
        buyer: 'Wanjiru',
        state: 'recorded',
        items: [{ title: 'Chair', quantity: 2 }, { title: 'Table', quantity: 1 }, { title: 'Chair' }],
      },
    ]);
    expect(Object.keys((await orders())[0] ?? {})).not.toContain('told');
  });

  test('under a key that said something else, or told under another key, change nothing', async () => {
    const lamp = await mall.addProduct('Lamp', { category });
    const order = { key: 'shop-0002', external_id: 'S-2', items: [{ product: lamp, quantity: 1 }] };
    const { id } = await record(order);
    await expect(record({ ...order, amount: '2000000' })).rejects.toMatchObject({ code: 'mall.key_used' });
    await expect(record({ ...order, key: 'shop-0003' })).rejects.toMatchObject({
      code: 'mall.order_known',
      content: { id },
    });
    expect(await purchases(lamp)).toBe(1);
  });

  test('are added up by their day, in all and for each product, and a cancelled one is taken off again', async () => {
    const [jar, mug] = [
      await mall.addProduct('Jar', { category, price: '1000000' }),
      await mall.addProduct('Mug', { category, price: '3000000' }),
    ];
    const order = (key: string, time: string, jars: number, amount: string) =>
      record({
        key,
        external_id: key,
        amount,
        time,
        items: [
          { product: jar, quantity: jars },
          { product: mug, quantity: 1 },
        ],
      });
    // The first is of the day before by a second.
    await order('report-0001', '2031-05-01T23:59:59.000Z', 1, '4000000');
    await order('report-0002', '2031-05-02T00:00:00.000Z', 2, '10000001');
    await order('report-0003', '2031-05-02T01:00:00.000Z', 1, '4000000');
    const range = { day_from: '2031-05-01', day_to: '2031-05-02', sort_field: 'day', sort_order: 'asc' };
    const sums = async (query: object) =>
      (await days({ ...range, ...query })).map((row) => [row.day, row.orders, row.quantity, row.amount]);
    expect(await sums({ scope: 'all' })).toEqual([
      ['2031-05-01', 1, 2, '4000000'],
      ['2031-05-02', 2, 5, '14000001'],
    ]);
    expect(await sums({ product: jar })).toEqual([
      ['2031-05-01', 1, 1, '1000000'],
      ['2031-05-02', 2, 3, '5000000'],
    ]);
    expect(await sums({ product: mug, day_from: '2031-05-02' })).toEqual([['2031-05-02', 2, 2, '9000001']]);
    await cancel({ external_id: 'report-0002' });
    expect(await sums({ scope: 'all', day_from: '2031-05-02' })).toEqual([['2031-05-02', 1, 2, '4000000']]);
    expect(await sums({ product: mug, day_from: '2031-05-02' })).toEqual([['2031-05-02', 1, 1, '3000000']]);
  });

  test('of a variant cost what the variant costs, and say which one it was', async () => {
    const properties = ['red', 'blue'].map((value) => ({ name: 'Colour', value }));
    const variants = [{ values: ['blue'], price: '5' }];
    const vase = await mall.addProduct('Vase', { category, price: '9', properties, variants });
    const buy = (key: string, variant?: string[]) =>
      mall.ask('mall_product/purchase', { key, product: vase, quantity: 2, ...(variant ? { variant } : {}) });
    await buy('variant-0001', ['blue']);
    await buy('variant-0002', ['red']);
    await buy('variant-0003');
    const told = (await orders({ product: vase })).map(({ amount, items }) => [amount, items[0]?.title]);
    expect(told.toSorted()).toEqual([
      ['10', 'Vase (blue)'],
      ['18', 'Vase'],
      ['18', 'Vase (red)'],
    ]);
    await expect(buy('variant-0004', ['green'])).rejects.toMatchObject({
      errors: [{ path: 'items.0.variant' }],
    });
    expect(await purchases(vase)).toBe(6);
  });

  test('of what is not there are refused whole, at the place in the order', async () => {
    const rug = await mall.addProduct('Rug', { category });
    const items = [
      { product: rug, quantity: 1 },
      { external_id: 'NOWHERE', quantity: 1 },
    ];
    await expect(record({ key: 'shop-0004', external_id: 'S-4', items })).rejects.toMatchObject({
      errors: [{ path: 'items.1.external_id' }],
    });
    for (const wrong of [
      [{ quantity: 1 }],
      [{ product: rug, external_id: 'x', quantity: 1 }],
      [{ product: rug, quantity: 0 }],
      [{ product: rug, quantity: -1 }],
      [],
    ])
      await expect(record({ key: 'shop-0005', external_id: 'S-5', items: wrong })).rejects.toMatchObject({
        status: 422,
      });
    expect(await purchases(rug)).toBe(0);
  });

  test('are cancelled once, by either name, and after their product has gone', async () => {
    const bed = await mall.addProduct('Bed', { category });
    await record({ key: 'shop-0006', external_id: 'S-6', items: [{ product: bed, quantity: 3 }] });
    expect(await cancel({ external_id: 'S-6', reason: 'Sent back' })).toMatchObject({ is_repeated: false });
    const [order] = await orders({ external_id: 'S-6' });
    expect(order).toMatchObject({ state: 'cancelled', cancel_reason: 'Sent back' });
    expect(await cancel({ id: order?.id })).toMatchObject({ state: 'cancelled', is_repeated: true });
    expect(await purchases(bed)).toBe(0);
    const { id } = await record({
      key: 'shop-0007',
      external_id: 'S-7',
      items: [{ product: bed, quantity: 1 }],
    });
    await mall.ask('mall_product/remove', { id: bed });
    expect(await cancel({ id })).toMatchObject({ is_repeated: false });
    await expect(cancel({ external_id: 'S-unknown' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('whatever is told and cancelled, how often and at once: purchases are the pieces of orders that stand', async () => {
    let round = 0;
    const acts = fc.array(
      fc.record({
        order: fc.nat(4),
        act: fc.constantFrom('tell', 'tell', 'cancel'),
        times: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (steps) => {
        round += 1;
        const product = await mall.addProduct(`Round ${round}`, { category });
        const name = (order: number) => `R${round}-${order}`;
        const told = new Set<number>();
        await Promise.allSettled(
          steps.flatMap(({ order, act, times }) => {
            if (act === 'tell') told.add(order);
            return Array.from({ length: times }, () =>
              act === 'tell'
                ? record({
                    key: `round-${name(order)}`,
                    external_id: name(order),
                    items: [{ product, quantity: order + 1 }],
                  })
                : cancel({ external_id: name(order) }),
            );
          }),
        );
        const found = await orders({ product, page_size: 200 });
        expect(new Set(found.map(({ external_id }) => external_id))).toEqual(new Set([...told].map(name)));
        const standing = found.filter(({ state }) => state === 'recorded');
        const sold = standing.reduce((sum, { quantity }) => sum + quantity, 0);
        expect([await purchases(product), await stock(product)]).toEqual([sold, 1_000 - sold]);
        // What a report says of the product is what stands.
        const rows = await days({ scope: 'product', product });
        const sums = rows.map((row) => [row.orders, row.quantity, row.amount]);
        if (found.length > 0)
          expect(sums).toEqual([[standing.length, sold, `${standing.length}000000`.replace(/^0+$/, '0')]]);
      }),
      { numRuns: 25 },
    );
  });

  test('take their pieces from the stock, and give them back when they are cancelled', async () => {
    const desk = await mall.addProduct('Desk', { category, stock: 5 });
    await record({
      key: 'shop-0008',
      external_id: 'S-8',
      items: [
        { product: desk, quantity: 2 },
        { product: desk, quantity: 1 },
      ],
    });
    expect(await stock(desk)).toBe(2);
    await expect(
      record({ key: 'shop-0009', external_id: 'S-9', items: [{ product: desk, quantity: 3 }] }),
    ).rejects.toMatchObject({ code: 'mall.out_of_stock', status: 409 });
    expect([await stock(desk), await purchases(desk)]).toEqual([2, 3]);
    await cancel({ external_id: 'S-8' });
    expect([await stock(desk), await purchases(desk)]).toEqual([5, 0]);
  });

  test('the last piece is sold once, however many want it at the same moment', async () => {
    const last = await mall.addProduct('Last one', { category, stock: 3, price: '2500000' });
    const buy = (key: string) =>
      mall.ask<Recorded>('mall_product/purchase', { key, product: last, quantity: 1 });
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => buy(`purchase-${at}`)));
    const sold = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
    expect(new Set(sold).size).toBe(3);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'mall.out_of_stock' });
    expect([await stock(last), await purchases(last)]).toEqual([0, 3]);
    const [order] = await orders({ product: last });
    expect(order).toMatchObject({ amount: '2500000', quantity: 1 });
    expect(await buy(order?.external_id ?? '')).toEqual({ id: order?.id ?? '', is_repeated: true });
    expect(await stock(last)).toBe(0);
  });

  test('of two programs are told apart: each has keys of its own', async () => {
    const vase = await mall.addProduct('Vase', { category });
    const other = await mall.t.person('other.program', { permissions: ['mall.order:create'] });
    const order = { key: 'same-key-1', amount: '1', items: [{ product: vase, quantity: 1 }] };
    await record({ ...order, external_id: 'ONE' });
    await mall.t.call('mall_order/add', { ...order, external_id: 'TWO' }, { as: other });
    expect(await purchases(vase)).toBe(2);
    await expect(mall.t.call('mall_order/inquire', {}, { as: other })).rejects.toMatchObject({ status: 403 });
  });
});
