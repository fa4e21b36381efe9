import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { defineError } from '@waypost/contract';
import { PAYER, startChain } from '../../../../tests/chain-place.ts';
import { FAKE_USDT } from '../../../../tests/tron-node.ts';
import { readReceipt } from '../../orders/receipt/mount-receipts.ts';
import { OrderStatus } from '../../orders/values.ts';
import { rechargeAdd } from '../../screens/balance_recharge/calls.ts';
import { orderResource } from '../../screens/order/resource.ts';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';

type Place = Awaited<ReturnType<typeof startChain>>;
/** One provider and two, each with a chain of its own. */
const places: { one?: Place; two?: Place } = {};
beforeAll(async () => {
  places.one = await startChain();
  places.two = await startChain({ providers: 2 });
});
afterAll(async () => {
  await places.one?.stop();
  await places.two?.stop();
});

const TEN = '10000000';
const LOOK_ALIKE = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
let people = 0;

/** Somebody new who pays, in one of the places. */
async function start({ providers = 1 }: { providers?: 1 | 2 } = {}) {
  const place = providers === 1 ? places.one : places.two;
  if (place === undefined) throw new Error('nothing was started');
  const { t } = place;
  people += 1;
  const ada = await t.person(`adala${people}`);
  return {
    ...place,
    ada,
    open: (amount = TEN) => t.call(rechargeAdd, { amount, key: crypto.randomUUID() }, { as: ada }),
    order: async (id: string) => {
      const found = await t.rows(orderResource).find(id);
      return { status: found?.status, settlement: found?.settlement };
    },
    balance: async () => (await t.context.ledger.balances([ada.id]))[0]?.available,
    records: async (...addresses: string[]) =>
      (await t.rows(transferResource).all()).filter(({ receiver }) => addresses.includes(receiver)),
  };
}

describe('a payment', () => {
  test('is seen at once, credited when it is solid, and told to whoever looks', async () => {
    const { t, ada, node, look, open, order, balance, records, told } = await start();
    const { id, address } = await open();
    const transaction = await node.pay({ from: PAYER, to: address, value: TEN });
    await look();
    expect(await balance()).toBe('0');
    expect(t.published().at(-1)).toMatchObject({
      topic: 'wallet.payment',
      audience: id,
      data: { pending: TEN, received: '0', settlement: 'waiting' },
    });
    await node.settle();
    await look();
    await look();
    expect(await balance()).toBe(TEN);
    expect(await order(id)).toEqual({ status: OrderStatus.paid, settlement: 'settled' });
    expect(await records(address)).toMatchObject([
      {
        transaction,
        state: 'credited',
        amount: TEN,
        sender: PAYER,
        receiver: address,
        log_index: 0,
        contract: FAKE_USDT,
        symbol: 'USDT',
        order: id,
        block: expect.any(Number),
      },
    ]);
    expect(t.published().at(-1)).toMatchObject({ data: { pending: '0', received: TEN, status: 2 } });
    expect(told.filter(({ to }) => 'accounts' in to && to.accounts.includes(ada.id))).toMatchObject([
      {
        words: 'wallet.notice.payment_paid',
        params: { received: '10.00' },
        screen: `balance_recharge?id=${id}`,
      },
    ]);
  });

  test('too little, the rest, and too much each have their word, and all of it is on the balance', async () => {
    const { t, node, look, open, order, balance } = await start();
    const { id, address } = await open();
    const pay = async (value: string) => {
      await node.pay({ from: PAYER, to: address, value });
      await node.settle();
      await look();
      return order(id);
    };
    expect(await pay('4000000')).toEqual({ status: OrderStatus.unpaid, settlement: 'under' });
    expect(await pay('6000000')).toEqual({ status: OrderStatus.paid, settlement: 'settled' });
    expect(await pay('2000000')).toEqual({ status: OrderStatus.paid, settlement: 'over' });
    // The receipt says what came, not what was asked for.
    expect(await readReceipt(t.context, id)).toMatchObject({ paid: '12000000', order: { price: TEN } });
    expect(await balance()).toBe('12000000');
  });

  test('of several transfers in one transaction each counts once', async () => {
    const { node, look, open, balance, records } = await start();
    const [one, other] = [await open(), await open('5000000')];
    await node.control('transfer', {
      transfers: [
        { from: PAYER, to: one.address, value: '6000000' },
        { from: PAYER, to: other.address, value: '5000000' },
        { from: PAYER, to: one.address, value: '4000000' },
      ],
    });
    await node.settle();
    await look();
    await look();
    expect(await balance()).toBe('15000000');
    expect((await records(one.address, other.address)).map(({ log_index }) => log_index).sort()).toEqual([
      0, 1, 2,
    ]);
  });
});

describe('what is no payment', () => {
  test('another token, nothing, a failed transaction and one that a reorganisation took back credit nothing', async () => {
    const { node, look, open, order, balance, records } = await start();
    await node.control('token', { address: LOOK_ALIKE, symbol: 'USDT', name: 'Tether USD', decimals: 6 });
    await node.control('faults', { provider: 0, faults: { lists_failed: true } });
    const [other, failed, gone] = [await open(), await open(), await open()];
    await node.pay({ from: PAYER, to: other.address, value: TEN, contract: LOOK_ALIKE });
    await node.pay({ from: PAYER, to: other.address, value: '0' });
    await node.control('transfer', {
      transfers: [{ from: PAYER, to: failed.address, value: TEN }],
      is_failed: true,
    });
    await node.settle();
    const taken = await node.pay({ from: PAYER, to: gone.address, value: TEN });
    await look();
    await node.control('reorganise', { depth: 2, dropped: [taken] });
    await node.settle();
    await look();
    expect(await balance()).toBe('0');
    expect(await Promise.all([other, failed, gone].map(({ id }) => order(id)))).toEqual([
      { status: OrderStatus.unpaid, settlement: 'wrong_token' },
      { status: OrderStatus.unpaid, settlement: 'failed' },
      { status: OrderStatus.unpaid, settlement: 'waiting' },
    ]);
    expect((await records(other.address, failed.address)).map(({ state }) => state).sort()).toEqual([
      'failed',
      'wrong_token',
    ]);
  });

  test('one provider that calls every block solid is not believed while there is another', async () => {
    const { node, look, open, balance } = await start({ providers: 2 });
    await node.control('faults', { provider: 0, faults: { lies_solid: true } });
    const { address } = await open();
    const taken = await node.pay({ from: PAYER, to: address, value: TEN });
    await look();
    await node.control('reorganise', { depth: 3, dropped: [taken] });
    await node.settle();
    await look();
    expect(await balance()).toBe('0');
    await node.pay({ from: PAYER, to: address, value: TEN });
    await node.settle();
    await look();
    expect(await balance()).toBe(TEN);
  });
});

test('what was credited and is taken back below a solid block is told to whoever decides; the rest is looked for once', async () => {
  const { t, node, look, open, balance, records, told } = await start({ providers: 2 });
  const { address } = await open();
  const [stays, goes] = [
    await node.pay({ from: PAYER, to: address, value: '1000000' }),
    await node.pay({ from: PAYER, to: address, value: '2000000' }),
  ];
  await node.settle();
  await look();
  await node.control('reorganise', { depth: 40, dropped: [goes], is_deep: true });
  await node.settle();
  t.clock.set(new Date(t.clock.now() + 61 * 60_000));
  // Inboxes take no more at the moment that it is found.
  const { push } = told;
  told.push = () => {
    throw defineError({ code: 'site_messages_too_many', status: 429 }).create();
  };
  await t.jobs.run('check_credited');
  told.push = push;
  for (let run = 0; run < 2; run += 1) await t.jobs.run('check_credited');
  const states = new Map((await records(address)).map(({ transaction, state }) => [transaction, state]));
  expect([states.get(stays), states.get(goes)]).toEqual(['credited', 'gone']);
  expect(told.filter(({ words }) => words === 'wallet.notice.transfer_gone')).toMatchObject([
    { params: { transaction: goes }, to: { permission: 'wallet.transfer:resolve' } },
  ]);
  // Nothing is taken from anybody by itself.
  expect(await balance()).toBe('3000000');
});

describe('providers that fail', () => {
  const faults: Readonly<Record<string, object>> = {
    'has had enough for now': { limited: 3 },
    'takes no such key': { key: 'another' },
    'repeats its pages': { repeats_pages: true },
    'breaks off in the middle': { breaks_off: 3 },
    'says that the next page is elsewhere': { next_origin: 'http://169.254.169.254' },
    'answers pages of HTML': { is_nonsense: true },
    'is down': { is_down: true },
    'is behind': { behind: 30 },
  };
  for (const [what, fault] of Object.entries(faults))
    test(`the first one ${what}: all is credited, once each`, async () => {
      const { node, look, open, balance, t } = await start({ providers: 2 });
      const { address } = await open();
      await node.control('faults', { provider: 0, faults: fault });
      for (let paid = 0; paid < 3; paid += 1) await node.pay({ from: PAYER, to: address, value: '4000000' });
      await node.settle();
      await look();
      // A second witness is asked for: both have to be right again.
      await node.control('faults', { provider: 0, faults: {} });
      t.clock.set(new Date(t.clock.now() + 11 * 60_000));
      await look();
      await look();
      expect(await balance()).toBe('12000000');
    });
});

describe('a payment that is late', () => {
  test('after its end it is on the balance, and said to be late; without one the order has ended', async () => {
    const { t, node, look, open, order, balance } = await start();
    const [late, never] = [await open(), await open()];
    const end = Date.parse(late.expires_time) - t.clock.now() + 5 * 60_000;
    await node.control('skew', { ms: end });
    await node.control('mine', { blocks: 200 });
    await node.pay({ from: PAYER, to: late.address, value: TEN });
    await node.settle();
    t.clock.set(new Date(t.clock.now() + end));
    await look();
    expect(await order(late.id)).toEqual({ status: OrderStatus.paid, settlement: 'late' });
    expect(await order(never.id)).toEqual({ status: OrderStatus.unpaid, settlement: 'expired' });
    expect(await balance()).toBe(TEN);
  });
});

test('a list that dates a transfer years ahead hides none of those that come behind it', async () => {
  const { node, look, open, balance } = await start();
  const { address } = await open();
  await node.control('faults', { provider: 0, faults: { dates_late: 10 * 365 * 86_400_000 } });
  await node.pay({ from: PAYER, to: address, value: '4000000' });
  await look();
  await node.settle();
  await look();
  expect(await balance()).toBe('4000000');
  await node.control('faults', { provider: 0, faults: {} });
  await node.pay({ from: PAYER, to: address, value: '6000000' });
  await node.settle();
  await look();
  expect(await balance()).toBe('10000000');
});
