import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import { PAYER, startChain } from '../../../../tests/chain-place.ts';
import { OrderStatus, PayType } from '../../orders/values.ts';
import { rechargeAdd } from '../../screens/balance_recharge/calls.ts';
import { orderResource } from '../../screens/order/resource.ts';
import { planResource } from '../../screens/vip_combo/resource.ts';
import { readPayConfig, writePayConfig } from '../config/pay-config.ts';
import { deposits } from '../deposits/deposit.ts';

setDefaultTimeout(180_000);
const TEN = '10000000';
const MINUTE = 60_000;
let place: Awaited<ReturnType<typeof startChain>>;
let people = 0;
beforeAll(async () => {
  place = await startChain();
});
afterAll(() => place?.stop());

const newPerson = () => {
  people += 1;
  return place.t.person(`bad.input.${people}`);
};
const open = (as: Person) => place.t.call(rechargeAdd, { amount: TEN, key: crypto.randomUUID() }, { as });
const balance = async ({ id }: Person) => (await place.t.context.ledger.balances([id]))[0]?.available;
const orderOf = async (id: string) => {
  const found = await place.t.rows(orderResource).find(id);
  return { status: found?.status, settlement: found?.settlement };
};

test('the only provider says 429 for a minute: nothing is lost, and it is asked nothing before that is over', async () => {
  const { t, node, look } = place;
  const ada = await newPerson();
  const { address } = await open(ada);
  await node.pay({ from: PAYER, to: address, value: TEN });
  await node.settle();
  await node.control('faults', { provider: 0, faults: { per_second: 1, suspended_ms: MINUTE } });
  await node.control('asked', { provider: 0 });
  await look();
  expect(await balance(ada)).toBe('0');
  const first = (await node.control('asked', { provider: 0 })) as unknown[];
  expect(first.length).toBeGreaterThan(0);
  t.clock.set(new Date(t.clock.now() + 50_000));
  await t.jobs.run('watch_chain');
  expect(await node.control('asked', { provider: 0 })).toEqual([]);
  await node.control('faults', { provider: 0, faults: {} });
  await look();
  await look();
  expect(await balance(ada)).toBe(TEN);
});

test('clocks apart: what came in time by the chain’s clock is in time, and no order ends before the chain is past its end', async () => {
  const { t, node, look } = place;
  const [ada, ben] = [await newPerson(), await newPerson()];
  const [paid, waits] = [await open(ada), await open(ben)];
  await node.pay({ from: PAYER, to: paid.address, value: TEN });
  await node.settle();
  // Ours is hours ahead of the chain's.
  t.clock.set(new Date(t.clock.now() + 180 * MINUTE));
  await look();
  expect(await orderOf(paid.id)).toEqual({ status: OrderStatus.paid, settlement: 'settled' });
  // The chain is not past its end, so it may still be paid in time.
  expect((await deposits(t.context).findOne({ order: waits.id }).lean())?.settlement).toBe('waiting');
  await t.jobs.run('watch_chain');
  expect(await orderOf(waits.id)).toEqual({ status: OrderStatus.unpaid, settlement: 'waiting' });
  await node.pay({ from: PAYER, to: waits.address, value: TEN });
  await node.settle();
  // By our clock it is long over, and looked at twice an hour.
  t.clock.set(new Date(t.clock.now() + 31 * MINUTE));
  await look();
  expect(await orderOf(waits.id)).toEqual({ status: OrderStatus.paid, settlement: 'settled' });
  expect(await balance(ben)).toBe(TEN);
});

test('an order whose address nobody looks at ends by our clock: another network is set by then', async () => {
  const { t } = place;
  const { id } = await open(await newPerson());
  const set = async (network: 'nile' | 'shasta') => {
    const { version, ...config } = await readPayConfig(t.context);
    await t.context.transaction((session) =>
      writePayConfig(t.context, version, { ...config, network }, session),
    );
  };
  await set('shasta');
  t.clock.set(new Date(t.clock.now() + 61 * MINUTE));
  await t.jobs.run('watch_chain');
  expect(await orderOf(id)).toEqual({ status: OrderStatus.unpaid, settlement: 'expired' });
  await set('nile');
});

test('a plan that is edited and taken off sale while it is being paid over the chain is what was ordered', async () => {
  const { t, node, look } = place;
  const ada = await newPerson();
  const boss = await t.person('bosss', { role: 'administrator' });
  const plan = await t
    .rows(planResource)
    .add({ name: 'Small', price: TEN, days: 30, codes: 5, state: 'on' } as never);
  const { id } = await t.call<{ id: string }>(
    'buy_vip_combo/buy',
    { plan: plan._id, kind: 'purchase', price: TEN, pay_type: PayType.trc20, key: crypto.randomUUID() },
    { as: ada },
  );
  const change = { id: plan._id, version: plan.version, price: '90000000', days: 1, codes: 1, state: 'off' };
  await t.call('vip_combo/update', change, { as: boss });
  const { address = '' } = (await deposits(t.context).findOne({ order: id }).lean()) ?? {};
  await node.pay({ from: PAYER, to: address, value: TEN });
  await node.settle();
  await look();
  expect(await orderOf(id)).toEqual({ status: OrderStatus.paid, settlement: 'settled' });
  expect(await t.rows(orderResource).find(id)).toMatchObject({ price: TEN, days: 30, codes: 5 });
  expect(await balance(ada)).toBe('0');
});
