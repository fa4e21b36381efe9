import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../../../tests/accounts.ts';
import { type Api, apiOf, signIn } from '../../../tests/api.ts';
import { download, endOf, readCsv, runOperation } from '../../../tests/operations.ts';
import { type Product, startProduct } from '../../../tests/product.ts';
import { createKey } from '../../../tests/security/world.ts';
import { until } from '../../../tests/until.ts';

/** The mall as a shop and an operator use it: files, orders under a key, and the plugin switched off and on meanwhile. */
setDefaultTimeout(240_000);

const PART_BYTES = 600_000;

let product: Product;
let root: Api;
let operator: Api;
let shop: Api;
let category: string;
beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
  const account = await createAccount(product, { account: 'olga.catalogue', role: 'administrator' });
  operator = await signIn(product.origin, account);
  const scopes = 'mall.product:read,mall.category:read,mall.order:create,mall.order:cancel';
  shop = apiOf(product.origin, await createKey(product, ['--account', 'olga.catalogue', '--scopes', scopes]));
  category = (await operator.call<{ id: string }>('mall_category/add', { title: 'Furniture' })).content.id;
}, 240_000);
afterAll(() => product?.stop());

/** Sends a file in pieces; answers the id that `import` takes. */
async function upload(text: string, api = operator): Promise<string> {
  const bytes = Buffer.from(text);
  let id: string | undefined;
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const data = bytes.subarray(at, at + PART_BYTES).toString('base64');
    const sent = await api.call<{ upload: string }>('mall_product/upload', {
      data,
      ...(id === undefined ? {} : { upload: id }),
    });
    expect(sent.status).toBe(200);
    id = sent.content.upload;
  }
  return id ?? '';
}
const linesOf = (many: number, price = '9.90') =>
  [
    'external_id,title,category,price,stock',
    ...Array.from({ length: many }, (_, at) => `N-${at},Product ${at},Furniture,${price},1000`),
  ].join('\n');
const numberOf = async (body: object = {}) =>
  (await operator.call<{ count: number }>('mall_product/inquire', body)).content.count;
const resultOf = async (id: string) =>
  readCsv(await (await download(product.origin, operator.token, id)).text());

describe('a file of products', () => {
  test('is imported in the background, and says of each line what became of it', async () => {
    const text = `${linesOf(3)}\nN-9,Nowhere to go,No such,1,1`;
    const { id, status } = await runOperation(operator, 'mall_product/import', {
      upload: await upload(text),
    });
    expect(status).toBe(2);
    const rows = await resultOf(id);
    expect(rows.slice(1).map(([line, outcome, external]) => [line, outcome, external])).toEqual([
      ['2', 'Added', 'N-0'],
      ['3', 'Added', 'N-1'],
      ['4', 'Added', 'N-2'],
      ['5', 'Left out', 'N-9'],
    ]);
    expect(rows[4]?.[4]).toContain('There is no such category');
    expect(await numberOf({ within: category })).toBe(3);
  });

  test('comes out as it went in: an export imports as nothing new', async () => {
    const { id } = await runOperation(operator, 'mall_product/export', { within: category });
    const text = await (await download(product.origin, operator.token, id)).text();
    expect(readCsv(text)).toHaveLength(4);
    const again = await runOperation(operator, 'mall_product/import', { upload: await upload(text) });
    // Its first row names the columns that only an export has.
    expect(new Set((await resultOf(again.id)).slice(2).map(([, outcome]) => outcome))).toEqual(
      new Set(['As before']),
    );
  });

  test('is somebody’s own: nobody else imports it, and what nobody can read is told', async () => {
    const id = await upload(linesOf(1));
    expect((await root.call('mall_product/import', { upload: id })).body).toMatchObject({
      code: 'mall.upload_unknown',
    });
    const bytes = Buffer.from([...Buffer.from('external_id,title,category,price\nA,Cr'), 0xe8, 0x6d, 0x65]);
    const sent = await operator.call<{ upload: string }>('mall_product/upload', {
      data: bytes.toString('base64'),
    });
    const { status, error_code } = await runOperation(operator, 'mall_product/import', {
      upload: sent.content.upload,
    });
    expect([status, error_code]).toEqual([3, 'mall.import_unreadable']);
  });

  test('that is cancelled keeps what it has brought, and goes on when it is sent again', async () => {
    const many = 6_000;
    const text = linesOf(many, '12.50');
    const started = await operator.call<{ id: string }>('mall_product/import', {
      upload: await upload(text),
    });
    const { id } = started.content;
    await until('some are there', async () => (await numberOf({ search: 'Product' })) > 500);
    await operator.call('async_operations/cancel', { id });
    const { status, error_code } = await endOf(operator, id);
    const brought = await numberOf();
    if (status === 3) {
      expect(error_code).toBe('cancelled');
      expect(brought).toBeLessThan(many);
    }
    await runOperation(operator, 'mall_product/import', { upload: await upload(text) }, 200_000);
    expect(await numberOf()).toBe(many);
    const rows = (await operator.call<{ content: { product_number: number }[] }>('mall_category/inquire'))
      .content.content;
    expect(rows.map(({ product_number }) => product_number)).toEqual([many]);
  });
});

describe('orders under a key', () => {
  test('count once, and the key can do nothing else', async () => {
    const order = {
      key: 'order-key-1',
      external_id: 'SHOP-1',
      amount: '19800000',
      items: [{ external_id: 'N-0', quantity: 2 }],
    };
    const answers = await Promise.all(Array.from({ length: 6 }, () => shop.call('mall_order/add', order)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const one = async () =>
      (
        await shop.call<{ content: { number_of_purchases: number }[] }>('mall_product/inquire', {
          search: 'N-0',
          sort_field: 'number_of_purchases',
          sort_order: 'desc',
        })
      ).content.content[0]?.number_of_purchases;
    expect(await one()).toBe(2);
    await Promise.all([1, 2].map(() => shop.call('mall_order/cancel', { external_id: 'SHOP-1' })));
    expect(await one()).toBe(0);
    expect((await shop.call('mall_order/inquire')).status).toBe(403);
    expect((await shop.call('mall_category/add', { title: 'Not by a shop' })).status).toBe(403);
  });

  test('survive that the plugin is switched off and on meanwhile: told again, each counts once', async () => {
    const answered = new Set<number>();
    let isOver = false;
    const telling = (async () => {
      for (let number = 0; !isOver; number += 1) {
        const body = {
          key: `switched-${number}`,
          external_id: `SWITCHED-${number}`,
          amount: '1',
          items: [{ external_id: 'N-1', quantity: 1 }],
        };
        for (;;) {
          const { status } = await shop.call('mall_order/add', body);
          if (status === 200) break;
          // Off: nothing of it is there; the rest is a moment between the two.
          expect([404, 503]).toContain(status);
          await Bun.sleep(50);
        }
        answered.add(number);
        await Bun.sleep(20);
      }
    })();
    for (let round = 0; round < 3; round += 1) {
      await Bun.sleep(200);
      expect((await root.call('plugins/disable', { id: 'mall' })).status).toBe(200);
      expect((await operator.call('mall_category/inquire', { show_status: 1 })).body).toMatchObject({
        code: 'plugin_disabled',
      });
      expect((await operator.call('qr_code_list/user_inquire')).status).toBe(200);
      expect((await root.call('plugins/enable', { id: 'mall' })).status).toBe(200);
    }
    const before = answered.size;
    await until('orders go on', async () => answered.size > before + 3);
    isOver = true;
    await telling;
    const { content } = (
      await operator.call<{ content: { number_of_purchases: number }[] }>('mall_product/inquire', {
        sort_field: 'number_of_purchases',
        sort_order: 'desc',
        page_size: 1,
      })
    ).content;
    expect(content[0]?.number_of_purchases).toBe(answered.size);
  });
});
