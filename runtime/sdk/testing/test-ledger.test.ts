import { afterAll, beforeAll, expect, test } from 'bun:test';
import { defineCall } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { z } from 'zod';

const buy = defineCall({
  area: 'stall',
  call: 'buy',
  body: z.strictObject({ order: z.string().max(50), price: z.string().max(20) }),
  result: z.object({ left: z.string() }),
  access: { signedIn: true },
  summary: 'Pays for an order from the balance',
});
const plugin = definePlugin({
  id: 'stall',
  setup(context) {
    context.call(buy, async ({ order, price }, request) => {
      const paid = await context.transaction((session) =>
        context.ledger.transfer(
          {
            key: `order/${order}`,
            type: 'stall.order',
            remark: order,
            request,
            postings: [
              { account: request.caller.id, amount: `-${price}` },
              { account: 'stall.sales', amount: price },
            ],
          },
          session,
        ),
      );
      return { left: paid.lines[0]?.after ?? '0' };
    });
  },
});

let t: TestPlugin;
beforeAll(async () => {
  t = await testPlugin(plugin, {
    manifest: {
      id: 'stall',
      version: '1.0.0',
      engine: '^0.1.0',
      title: 'stall.title',
      capabilities: ['ledger:read', 'ledger:write'],
      areas: ['stall'],
      server: 'server.ts',
    },
  });
});
afterAll(async () => t?.dispose());

test('a plugin that takes money is tested with real money: paid once, refused without, never twice', async () => {
  const ada = await t.person('ada.first');
  const { ledger } = t.context;
  await ledger.transfer({
    key: 'gift',
    type: 'stall.gift',
    postings: [
      { account: 'stall.gifts', amount: '-10' },
      { account: ada.id, amount: '10' },
    ],
  });
  expect(await t.call(buy, { order: 'one', price: '7' }, { as: ada })).toEqual({ left: '3' });
  expect(await t.call(buy, { order: 'one', price: '7' }, { as: ada })).toEqual({ left: '3' });
  await expect(t.call(buy, { order: 'two', price: '7' }, { as: ada })).rejects.toMatchObject({
    code: 'ledger_insufficient',
  });
  const bill = await ledger.bill({ account: ada.id, page: 1, page_size: 10 });
  expect(bill.content.map(({ type, change, remark }) => [type, change, remark])).toEqual([
    ['stall.order', '-7', 'one'],
    ['stall.gift', '10', ''],
  ]);
});
