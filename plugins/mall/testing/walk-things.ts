import type { Views, Walker, WalkPlace } from '../../../tests/e2e/walk/plugin-walk.ts';

/** One of everything in the mall, and an order of it. */
export async function makeThings({ walkers }: WalkPlace): Promise<(walker: Walker) => Views> {
  const { api: root } = walkers.super;
  const shelf = await root.call<{ id: string }>('mall_category/add', { title: 'Walked shelf' });
  await root.call('mall_brand/add', { title: 'Walked brand' });
  const named = { title: 'Walked chair', category: shelf.content.id, external_id: 'W-1' };
  await root.call('mall_product/add', { ...named, price: '9900000', stock: 9 });
  const items = [{ external_id: 'W-1', quantity: 2 }];
  const order = { key: 'walked-order', external_id: 'WALK-1', items, amount: '19800000' };
  await root.call('mall_order/add', order);
  return () => ({});
}
