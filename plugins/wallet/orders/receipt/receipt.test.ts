import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import { readPdf } from '@waypost/sdk/testing';
import english from '../../locales/en-US.json' with { type: 'json' };
import chinese from '../../locales/zh-CN.json' with { type: 'json' };
import receiptEnglish from '../../screens/order/en-US.json' with { type: 'json' };
import { orderResource } from '../../screens/order/resource.ts';
import receiptChinese from '../../screens/order/zh-CN.json' with { type: 'json' };
import { planResource } from '../../screens/vip_combo/resource.ts';
import { operationRun } from '../../testing/operation-run.ts';
import { startWallet } from '../../testing/start-wallet.ts';
import { receiptCall } from './calls.ts';
import { writeReceipt } from './write-receipt.ts';

setDefaultTimeout(120_000);
let it: Awaited<ReturnType<typeof startWallet>>;
let ada: Person;
let id: string;
beforeAll(async () => {
  it = await startWallet({ now: '2026-03-05T04:00:00.000Z' });
  ada = await it.t.person('ada.lovelace', { role: 'customer' });
  await it.give(ada.id, '20000000');
  const { _id: plan } = await it.t
    .rows(planResource)
    .add({ name: '旗舰套餐', price: '9900000', days: 30, state: 'on' });
  const wish = { plan, price: '9900000', kind: 'purchase', pay_type: 2, key: crypto.randomUUID() };
  ({ id } = await it.t.call<{ id: string }>('buy_vip_combo/buy', wish, { as: ada }));
});
afterAll(() => it?.t.dispose());

async function textOf(words: Record<string, string>): Promise<string> {
  const order = await it.t.rows(orderResource).find(id);
  if (order === undefined) throw new Error('there is no order');
  const { run, bytes } = operationRun(words);
  await writeReceipt(run, {
    order,
    paid: order.price,
    buyer: '王小明',
    seller: 'Waypost',
    address: 'https://w.example',
    timeZone: 'Asia/Shanghai',
    now: '2026-03-05T04:00:00.000Z',
  });
  const { pages, text } = readPdf(bytes());
  expect(pages).toBe(1);
  return text;
}

test('a receipt says what was bought, for how much, by whom and when it was paid', async () => {
  const text = await textOf({ ...english, ...receiptEnglish });
  for (const part of ['Receipt', 'Waypost · https://w.example', 'Purchase', '9.90 USDT', 'Balance', '30'])
    expect(text).toContain(part);
  expect(text).toContain('2026-03-05 12:00:00');
});

test('in Chinese every sign is printed', async () => {
  const text = await textOf({ ...chinese, ...receiptChinese });
  for (const part of ['收据', '付款方：王小明', '旗舰套餐', '实付', '余额', '2026-03-05 12:00:00'])
    expect(text).toContain(part);
});

test('the buyer has it written, operators anybody’s, which is in the log; nobody else, and none of what is not paid', async () => {
  const { t } = it;
  const ben = await t.person('ben.okri', { role: 'customer' });
  const root = await t.person('root.person', { role: 'administrator' });
  const write = (as: Person) => t.call(receiptCall, { id }, { as });
  expect(await write(ada)).toMatchObject({ id: expect.any(String) });
  await expect(write(ben)).rejects.toMatchObject({ status: 404 });
  expect(await write(root)).toMatchObject({ id: expect.any(String) });
  expect((await t.audit()).filter(({ type }) => type === 'wallet.order.receipt')).toHaveLength(1);
  await t.context.model(orderResource).updateOne({ _id: id }, { $set: { status: 1 } });
  await expect(write(ada)).rejects.toMatchObject({ code: 'wallet.receipt_unpaid', status: 409 });
});
