import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { addDays } from '@waypost/contract';
import { todayOf } from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { shareResource } from '../screens/agent_divided_into/resource.ts';
import { planResource } from '../screens/vip_combo/resource.ts';
import { startWallet } from '../testing/start-wallet.ts';
import { sumUpOrders } from './sum-up-orders.ts';
import { agentCustomers, agentSums } from './sums.ts';

setDefaultTimeout(240_000);
let t: TestPlugin;
afterEach(() => t?.dispose());

const AGENT = [
  ...['wallet.share:read', 'wallet.agent_day:read', 'wallet.agent_day:export', 'wallet.agent_history:read'],
  ...['wallet.agent_history:export', 'wallet.customer:read', 'wallet.customer:top_up'],
];

/** Two agents, each with a customer who has bought a plan for 10 USDT; one gets 12.34 %, the other 50 %. */
async function start() {
  const started = await startWallet();
  t = started.t;
  const person = (account: string) => t.person(account, { permissions: AGENT });
  const [anna, bert] = [await person('anna.agent'), await person('bert.agent')];
  const [carl, dora] = [await t.person('carl.buyer'), await t.person('dora.buyer')];
  const root = await t.person('root.person', { role: 'administrator' });
  await started.know(carl.id, { superior: anna.id });
  await started.know(dora.id, { superior: bert.id });
  await started.know(anna.id, { share_ratio: 12.34 });
  await started.know(bert.id, { share_ratio: 50 });
  const plan = await t
    .rows(planResource)
    .add({ name: 'Small', price: '10000000', days: 30, state: 'on' } as never);
  for (const as of [carl, dora]) {
    await started.give(as.id, '20000000');
    await t.call(
      'buy_vip_combo/buy',
      { plan: plan._id, price: '10000000', kind: 'purchase', pay_type: 2, key: crypto.randomUUID() },
      { as },
    );
  }
  return { ...started, anna, bert, carl, dora, root };
}
type Rows = { content: Record<string, unknown>[]; count: number };
const list = (call: string, as: Person, body: object = {}) => t.call<Rows>(call, body, { as });

describe('what agents earn', () => {
  test('by order: the own ones for an agent, everybody’s for operators, who narrow it to one', async () => {
    const { anna, bert, carl, dora, root } = await start();
    const mine = await list('agent_divided_into/inquire', anna);
    expect(mine.content).toMatchObject([
      { customer: carl.id, price: '10000000', points: 1234, earned: '1234000', returned: '0' },
    ]);
    expect((await list('agent_divided_into/inquire', root)).count).toBe(2);
    const bertOnly = await list('agent_divided_into/inquire', root, { agent: bert.id });
    expect(bertOnly.content).toMatchObject([
      { customer: dora.id, earned: '5000000', agent_account: `account of ${bert.id}` },
    ]);
    // Whatever an agent asks for, nobody else's is found.
    expect((await list('agent_divided_into/inquire', anna, { agent: bert.id })).count).toBe(0);
    await expect(list('agent_divided_into/inquire', carl)).rejects.toMatchObject({ status: 403 });
  });

  test('by day and month, with totals and a course that has every day', async () => {
    const { anna, bert, root } = await start();
    const today = todayOf(t.context);
    const sums = { orders: 1, turnover: '10000000', earned: '1234000', returned: '0', kept: '1234000' };
    for (const [call, period] of [
      ['agent_daily_statistics/inquire', today],
      ['agent_historical_statistics/inquire', today.slice(0, 7)],
    ] as const) {
      expect((await list(call, anna)).content).toMatchObject([{ ...sums, period, customers: 1 }]);
      expect((await list(call, root)).count).toBe(2);
      expect((await list(call, root, { agent: bert.id })).content).toMatchObject([{ earned: '5000000' }]);
      // An agent who asks for another one gets the own.
      expect((await list(call, anna, { agent: bert.id })).content).toMatchObject([sums]);
    }
    const totals = await t.call<{ course: object[] }>(
      'agent_daily_statistics/totals',
      { range: '7_days' },
      { as: root },
    );
    expect(totals).toMatchObject({ orders: 2, kept: '6234000', customers: 2, last_day: today });
    expect(totals.course).toHaveLength(7);
    expect(totals.course.at(-1)).toEqual({ day: today, kept: '6234000' });
    expect(await t.call('agent_daily_statistics/totals', { range: 'yesterday' }, { as: root })).toMatchObject(
      {
        orders: 0,
        kept: '0',
      },
    );
    expect(await t.call('agent_historical_statistics/totals', {}, { as: anna })).toMatchObject({
      ...sums,
      first_month: today.slice(0, 7),
    });
    for (const call of ['inquire', 'totals', 'export'])
      for (const [days, path, message] of [
        [{ first_day: '2026-02-30', last_day: today }, 'first_day', 'Choose the first and the last day.'],
        [{ first_day: addDays(today, -92), last_day: today }, 'first_day', /^Choose at most 92 days\./],
        [{ range: 'all' }, 'range', 'This screen does not show that range.'],
      ] as const)
        await expect(t.call(`agent_daily_statistics/${call}`, days, { as: anna })).rejects.toMatchObject({
          status: 422,
          errors: [{ path, message: expect.stringMatching(message) }],
        });
  });

  test('by customer, who spent most first', async () => {
    const { anna, carl, dora, root } = await start();
    const found = await list('agent_historical_statistics/customers', anna, { agent: dora.id });
    expect(found.content).toMatchObject([{ customer: carl.id, turnover: '10000000', kept: '1234000' }]);
    expect((await list('agent_historical_statistics/customers', root)).count).toBe(2);
    const one = await list('agent_historical_statistics/customers', root, { customer: dora.id });
    expect(one.content).toMatchObject([{ customer: dora.id, agent_account: expect.any(String) }]);
  });

  test('the own ratio is said with an example that is divided as payments are', async () => {
    const { anna } = await start();
    expect(await t.call('agent_divided_into/ratio', {}, { as: anna })).toEqual({
      share_ratio: 12.34,
      example: { price: '100000000', share: '12340000' },
    });
  });

  test('orders from before there were sums are counted once, however often it is begun', async () => {
    await start();
    const known = async () => ({
      sums: await agentSums(t.context).find().sort({ _id: 1 }).lean(),
      customers: await agentCustomers(t.context).find().sort({ _id: 1 }).lean(),
      shares: (await t.rows(shareResource).all()).map(({ order, earned, returned, time }) => ({
        order,
        earned,
        returned,
        time,
      })),
    });
    const before = await known();
    expect(before.sums).toHaveLength(4);
    await Promise.all([
      agentSums(t.context).deleteMany({}),
      agentCustomers(t.context).deleteMany({}),
      t.context.model(shareResource).deleteMany({}),
    ]);
    await sumUpOrders(t.context);
    expect(await known()).toEqual(before);
    await sumUpOrders(t.context);
    expect(await known()).toEqual(before);
  });

  test('a release without sums is followed by this one: what was paid and refunded before is there', async () => {
    const started = await startWallet();
    t = started.t;
    const [agent, buyer, plan] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)];
    const time = new Date('2026-02-03T10:00:00Z');
    const order = (id: string, fields: object) => ({
      _id: id.repeat(24),
      number: id,
      owner: buyer,
      kind: 'purchase',
      plan,
      plan_name: 'Small',
      days: 30,
      list_price: '10000000',
      credit: '0',
      price: '10000000',
      pay_type: 2,
      status: 2,
      key: id,
      settlement: 'settled',
      expires_time: time,
      paid_time: time,
      agent,
      share: '1000000',
      share_points: 1000,
      version: 0,
      create_time: time,
      update_time: time,
      remove_time: null,
      ...fields,
    });
    const ran = await t.migrate({
      from: 0,
      documents: {
        wallet_order: [
          order('1', {}),
          order('2', { settlement: 'refunded' }),
          order('3', { status: 1, settlement: 'waiting', paid_time: null }),
          order('4', { agent: null, share: '0' }),
          order('5', { plan: null, kind: 'top_up' }),
        ],
      },
    });
    expect(ran).toEqual([1, 2, 3, 4]);
    const root = await t.person('root.later', { role: 'administrator' });
    expect(await t.call('agent_historical_statistics/totals', { agent }, { as: root })).toMatchObject({
      orders: 2,
      turnover: '20000000',
      refunded: '10000000',
      earned: '2000000',
      returned: '1000000',
      kept: '1000000',
      customers: 1,
      first_month: '2026-02',
    });
    expect((await list('agent_divided_into/inquire', root)).count).toBe(2);
  });
});
