import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { PAYER, startChain } from '../../../../tests/chain-place.ts';
import { rechargeAdd } from '../../screens/balance_recharge/calls.ts';
import { orderResource } from '../../screens/order/resource.ts';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { payConfigs } from '../config/pay-config.ts';
import { deposits } from '../deposits/deposit.ts';
import { TRON_PROGRAM } from '../tron/ask-tron.ts';

setDefaultTimeout(180_000);
const DAY = 86_400_000;
const TEN = '10000000';
const FAKE = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
let place: Awaited<ReturnType<typeof startChain>>;
afterEach(() => place?.stop());

async function start() {
  place = await startChain();
  const ada = await place.t.person('adala');
  const open = (amount = TEN) => place.t.call(rechargeAdd, { amount, key: crypto.randomUUID() }, { as: ada });
  const balance = async () => (await place.t.context.ledger.balances([ada.id]))[0]?.available;
  return { ...place, ada, open, balance };
}

test('while another network is set nobody is asked anything of the old one’s addresses', async () => {
  const { t, open, look } = await start();
  await open();
  await payConfigs(t.context).updateOne({}, { $set: { network: 'shasta' } });
  await look();
  expect(await t.context.processes.state(TRON_PROGRAM)).toMatchObject({ state: 'ended' });
  await payConfigs(t.context).updateOne({}, { $set: { network: 'nile' } });
  await look();
  expect(await t.context.processes.state(TRON_PROGRAM)).toMatchObject({ state: 'running' });
});

test('money that comes to an address long after its order’s end is found by a slow look over all old ones', async () => {
  const { t, node, open, look, balance } = await start();
  const { id, address } = await open();
  await deposits(t.context).updateOne(
    { order: id },
    { $set: { expire_time: new Date(t.clock.now() - 120 * DAY) } },
  );
  await look();
  const found = await deposits(t.context).findOne({ order: id }).lean();
  expect(found?.next_look_time).toBeNull();
  await node.pay({ from: PAYER, to: address, value: TEN });
  await node.settle();
  await look();
  expect(await balance()).toBe('0');
  await t.jobs.run('watch_old');
  expect(await balance()).toBe(TEN);
  expect(await t.rows(orderResource).find(id)).toMatchObject({ settlement: 'late' });
  // Each once a day at most, whatever the job is run.
  const looked = async () => (await deposits(t.context).findOne({ order: id }).lean())?.slow_look_time;
  const before = await looked();
  expect(before).toBeInstanceOf(Date);
  t.clock.set(new Date(t.clock.now() + 3_600_000));
  await t.jobs.run('watch_old');
  expect(await looked()).toEqual(before);
});

test('thousands of transfers of nothing and of other tokens hide no payment that comes behind them', async () => {
  const { t, node, open, look, balance } = await start();
  const { address } = await open();
  await node.control('token', { address: FAKE, symbol: 'USDT', name: 'Tether USD', decimals: 6 });
  const flood = async (transfer: { value: string; contract?: string }, count: number) => {
    for (let sent = 0; sent < count; sent += 500) {
      await node.control('transfer', {
        transfers: Array.from({ length: 500 }, () => ({ from: PAYER, to: address, ...transfer })),
      });
      await node.control('mine', { blocks: 1 });
    }
  };
  await flood({ value: '0' }, 2_500);
  await flood({ value: '5', contract: FAKE }, 2_500);
  await node.settle();
  await look();
  await node.pay({ from: PAYER, to: address, value: TEN });
  await node.settle();
  await look();
  await look();
  expect(await balance()).toBe(TEN);
  const records = await t.rows(transferResource).all({ state: 'credited' } as never);
  expect(records).toHaveLength(1);
});
