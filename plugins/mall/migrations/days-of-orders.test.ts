import { expect, setDefaultTimeout, test } from 'bun:test';
import { orderDay } from '../screens/mall_order_day/resource.ts';
import { orderResource } from '../screens/mall_order_list/resource.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';
import { startMall } from '../testing/start-mall.ts';

setDefaultTimeout(120_000);

test('orders of before stand in the report, and can still be cancelled out of it', async () => {
  const mall = await startMall();
  const [chair, table] = ['a'.repeat(24), 'b'.repeat(24)];
  const time = new Date('2026-03-01T12:00:00.000Z');
  const columns = { version: 1, create_time: time, update_time: time, remove_time: null, remove_by: null };
  const items = [
    { product: chair, title: 'Chair', quantity: 3 },
    { product: table, title: 'Table', quantity: 1 },
  ];
  const order = {
    ...columns,
    time,
    items,
    quantity: 4,
    buyer: '',
    amount: '10000001',
    amount_order: 10_000_001,
  };
  const ran = await mall.t.migrate({
    from: 0,
    documents: {
      mall_product: [{ ...columns, _id: chair, title: 'Chair', external_id: '', price: '1', stock: 0 }],
      mall_order: [
        { ...order, _id: 'c'.repeat(24), external_id: 'OLD-1', told_by: '1', state: 'recorded' },
        { ...order, _id: 'd'.repeat(24), external_id: 'OLD-2', told_by: '2', state: 'cancelled' },
      ],
    },
  });
  expect(ran).toEqual([1, 2]);
  const sums = async () =>
    (await mall.t.rows(orderDay).all())
      .map(({ day, product, orders, quantity, amount_order }) => [
        day,
        product,
        orders,
        quantity,
        amount_order,
      ])
      .toSorted();
  expect(await sums()).toEqual([
    ['2026-03-01', null, 1, 4, 10_000_001],
    ['2026-03-01', chair, 1, 3, 7_500_000],
    ['2026-03-01', table, 1, 1, 2_500_001],
  ]);
  expect(await mall.t.rows(productResource).find(chair)).toMatchObject({ variants: [], sort: 0 });
  const operator = await mall.t.person('olga.after', { permissions: ['mall.order:cancel'] });
  await mall.t.call('mall_order/cancel', { external_id: 'OLD-1' }, { as: operator });
  expect((await sums()).map((sum) => sum.slice(2))).toEqual([0, 0, 0].map(() => [0, 0, 0]));
  expect((await mall.t.rows(orderResource).find('c'.repeat(24)))?.state).toBe('cancelled');
  await mall.t.dispose();
});
