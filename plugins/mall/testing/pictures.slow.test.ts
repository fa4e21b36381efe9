import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { LOCALES } from '@waypost/contract';
import { type Api, signIn } from '../../../tests/api.ts';
import { inTurn, openScreen } from '../../../tests/e2e/browser.ts';
import { lookByNight, looking } from '../../../tests/e2e/look.ts';
import { openPlace, type Place } from '../../../tests/e2e/place.ts';
import { wordsOf } from '../../../tests/e2e/words.ts';
import { startProduct } from '../../../tests/product.ts';

// The screens of the mall with something in them: in each language by day at 1024 px and by night on a phone.
setDefaultTimeout(600_000);
const LIMIT = { timeout: 60_000 };
const SCREENS = [
  ...(['mall_category_list', 'mall_brand_list', 'mall_product_list'] as const),
  ...(['mall_order_list', 'mall_order_day'] as const),
];

let place: Place;
let root: Api;
beforeAll(async () => {
  place = await openPlace(startProduct);
  root = await signIn(place.product.origin, place.product.administrator);
  const add = async (path: string, body: object) => (await root.call<{ id: string }>(path, body)).content.id;
  const clothes = await add('mall_category/add', { title: '服装', title_en_us: 'Clothes', sort: 9 });
  const shirts = await add('mall_category/add', { title: '衬衫', superior: clothes });
  await add('mall_category/add', { title: '长袖', superior: shirts, show_status: 2 });
  await add('mall_category/add', { title: '家具', show_status: 2 });
  const brand = await add('mall_brand/add', { title: 'Oak & Sons', website: 'https://oak.example/' });
  await add('mall_product/add', {
    title: '亚麻衬衫',
    category: shirts,
    brand,
    price: '49900000',
    lowest_price: '39900000',
    stock: 120,
    model: 'LS-2',
    external_id: 'SKU-1',
    ranking_recommend: 8,
    home_recommend: 2,
    properties: [{ name: '颜色', value: '白' }],
    cover_images: ['https://pictures.example/shirt.png'],
    link: 'https://shop.example/p/1',
  });
  await add('mall_product/add', {
    title: 'Cheap chair',
    category: clothes,
    price: '9000000',
    show_status: 2,
  });
  const order = {
    items: [{ external_id: 'SKU-1', quantity: 3 }],
    amount: '149700000',
    buyer: 'Wanjiru, Nairobi',
  };
  await root.call('mall_order/add', { key: 'screens-1', external_id: 'SHOP-2026-1', ...order });
  await root.call('mall_order/add', { key: 'screens-2', external_id: 'SHOP-2026-2', ...order });
  await root.call('mall_order/cancel', { external_id: 'SHOP-2026-2', reason: 'Sent back' });
}, 240_000);
afterAll(() => place?.close());

for (const locale of inTurn(LOCALES, 2))
  test(`the screens of the mall in ${locale}`, async () => {
    const words = wordsOf(locale);
    const look = looking(`mall-${locale}`);
    const { administrator } = place.product;
    const { page, faults } = await place.open(administrator, { locale, size: { width: 1024, height: 768 } });
    for (const screen of SCREENS) {
      await openScreen(page, place.product.origin, screen);
      await page.getByRole('heading', { level: 1 }).waitFor(LIMIT);
      await page.getByRole('row').nth(1).waitFor(LIMIT);
      await look(page, `${screen}-1024`);
    }
    for (const [screen, label] of [
      ['mall_category_list', 'mall.category.create'],
      ['mall_brand_list', 'mall.brand.create'],
      ['mall_product_list', 'mall.product.create'],
      ['mall_product_list', 'mall.import.verb'],
    ] as const) {
      await openScreen(page, place.product.origin, screen);
      await page
        .getByRole('button', { name: words(label), exact: true })
        .first()
        .click(LIMIT);
      await page.getByRole('dialog').waitFor(LIMIT);
      await look(page, `${label}-form`);
    }
    expect(faults).toEqual([]);
    await page.context().close();
    await lookByNight(
      place,
      { locale, look },
      SCREENS.map((screen) => [
        administrator,
        screen,
        // On a phone the way to the products, which are called like their group, is there and not seen.
        screen === 'mall_product_list' ? '亚麻衬衫' : words(`menu.${screen}`),
      ]),
    );
  });
