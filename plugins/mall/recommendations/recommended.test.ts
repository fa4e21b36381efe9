import { expect, setDefaultTimeout, test } from 'bun:test';
import { ShowStatus } from '../catalogue/values.ts';
import { startMall } from '../testing/start-mall.ts';

setDefaultTimeout(120_000);

test('customers are shown what is recommended, and nothing before the operator has switched that on', async () => {
  const mall = await startMall();
  const customer = await mall.t.person('carol.customer', { permissions: [] });
  const asked = async () =>
    (await mall.t.call('mall_product/recommended', {}, { as: customer })) as {
      products: { title: string; price: string; page: string; is_sold_out: boolean }[];
    };
  const category = await mall.addCategory('Shelf');
  const add = (title: string, fields: object) =>
    mall.addProduct(title, { category, home_recommend: 2, ...fields });
  const id = await add('Second', { ranking_recommend: 1, price: '5', stock: 0 });
  await add('First', { ranking_recommend: 2 });
  await add('Hidden', { ranking_recommend: 3, show_status: ShowStatus.hidden });
  await add('Not recommended', { home_recommend: 1 });
  expect(await asked()).toEqual({ products: [] });
  await mall.t.settings.change({ shows_on_home: true });
  const { products } = await asked();
  expect(products.map(({ title }) => title)).toEqual(['First', 'Second']);
  expect(products.map(({ is_sold_out }) => is_sold_out)).toEqual([false, true]);
  expect(products[1]).toMatchObject({
    price: '5',
    page: `/page/product/${id}`,
    picture: '',
    has_dearer: false,
  });
  await expect(mall.t.call('mall_product/recommended', {})).rejects.toMatchObject({ status: 401 });
  await mall.t.dispose();
});
