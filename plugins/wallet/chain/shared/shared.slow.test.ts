import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import fc from 'fast-check';
import { PAYER, startChain } from '../../../../tests/chain-place.ts';
import { FAKE_USDT } from '../../../../tests/tron-node.ts';
import { OrderStatus } from '../../orders/values.ts';
import { rechargeAdd } from '../../screens/balance_recharge/calls.ts';
import { cancelCall } from '../../screens/order/calls.ts';
import { orderResource } from '../../screens/order/resource.ts';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { payConfigs } from '../config/pay-config.ts';
import { DIGITS_APART, freeAmount, sharedAmounts } from './shared-amounts.ts';

setDefaultTimeout(240_000);
/** The address that all pay to. */
const TILL = 'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C';
const TEN = '10000000';
let place: Awaited<ReturnType<typeof startChain>>;
let people = 0;
beforeAll(async () => {
  place = await startChain();
  await payConfigs(place.t.context).updateOne(
    {},
    { $set: { address_mode: 2, shared_address: TILL, xpub: '' } },
  );
});
afterAll(() => place?.stop());

const newPerson = () => {
  people += 1;
  return place.t.person(`shared.${people}`);
};
const open = (as: Person, amount = TEN) =>
  place.t.call(rechargeAdd, { amount, key: crypto.randomUUID() }, { as });
const balance = async ({ id }: Person) => (await place.t.context.ledger.balances([id]))[0]?.available;
const pay = async (value: string, contract = FAKE_USDT) => {
  const id = await place.node.pay({ from: PAYER, to: TILL, value, contract });
  await place.node.settle();
  return id;
};
const recordOf = async (transaction: string) =>
  (await place.t.rows(transferResource).all({ transaction } as never))[0];

test('orders at one address differ in the last digits, and what is paid exactly is the order’s', async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const [one, other] = await Promise.all([open(ada), open(ben)]);
  expect([one.address, other.address, one.is_shared]).toEqual([TILL, TILL, true]);
  expect(one.amount).not.toBe(other.amount);
  for (const { amount } of [one, other]) expect(Number(amount) - Number(TEN)).toBeWithin(0, DIGITS_APART);
  await pay(one.amount);
  await place.look();
  expect([await balance(ada), await balance(ben)]).toEqual([one.amount, '0']);
  expect(await place.t.rows(orderResource).find(one.id)).toMatchObject({
    status: OrderStatus.paid,
    settlement: 'settled',
  });
  expect(place.told.at(-1)).toMatchObject({ words: 'wallet.notice.payment_paid' });
});

test('another amount, the same one twice, what is late, cancelled or another token waits for somebody, and pays nobody', async () => {
  const ada = await newPerson();
  const { t, look } = place;
  const [paid, cancelled, late] = [await open(ada), await open(ada), await open(ada)];
  await t.call(cancelCall, { id: cancelled.id }, { as: ada });
  const first = await pay(paid.amount);
  await look();
  const seen = {
    again: await pay(paid.amount),
    less: await pay(String(BigInt(paid.amount) - 500_000n)),
    cancelled: await pay(cancelled.amount),
  };
  await look();
  await look();
  expect(await recordOf(first)).toMatchObject({ state: 'credited', order: paid.id });
  for (const transaction of Object.values(seen))
    expect(await recordOf(transaction)).toMatchObject({
      state: 'unmatched',
      reason: 'no_order',
      order: null,
    });
  await place.node.control('token', {
    address: 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw',
    symbol: 'USDT',
    name: 'Tether USD',
    decimals: 6,
  });
  const token = await pay(late.amount, 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw');
  await look();
  expect(await recordOf(token)).toMatchObject({ state: 'wrong_token', account: null });
  expect(await balance(ada)).toBe(paid.amount);
  expect(await t.rows(orderResource).find(late.id)).toMatchObject({ settlement: 'waiting' });
});

test('however many open one at once, no two orders have one amount; once all are taken that is said', async () => {
  const { t } = place;
  const owners = await Promise.all(Array.from({ length: 12 }, newPerson));
  const opened = await Promise.all(owners.map((owner) => open(owner, '20000000')));
  expect(new Set(opened.map(({ amount }) => amount)).size).toBe(owners.length);
  const rows = Array.from({ length: DIGITS_APART }, (_, at) => String(30_000_000 + at)).map((amount) => ({
    _id: `nile/${TILL}/${amount}`,
    place: `nile/${TILL}`,
    order: `taken ${amount}`,
    amount,
    until: new Date(t.clock.now() + 3_600_000),
  }));
  await sharedAmounts(t.context).create(rows);
  const full = open(await newPerson(), '30000000');
  await expect(full).rejects.toMatchObject({ code: 'wallet.amounts_taken', status: 409 });
  // What was somebody's long enough ago is free again.
  t.clock.set(new Date(t.clock.now() + 3_700_000));
  const { amount } = await open(await newPerson(), '30000000');
  expect(Number(amount) - 30_000_000).toBeWithin(0, DIGITS_APART);
});

test('whatever is taken, the amount is free, near the price, and found as long as there is one', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.array(fc.nat(DIGITS_APART + 50), { maxLength: 200 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (price, offsets, chance) => {
        const taken = new Set(offsets.map((offset) => String(price + BigInt(offset))));
        const amount = freeAmount(price, taken, chance) ?? '';
        expect(taken.has(amount)).toBe(false);
        expect(BigInt(amount) >= price && BigInt(amount) < price + BigInt(DIGITS_APART)).toBe(true);
      },
    ),
  );
  const all = new Set(Array.from({ length: DIGITS_APART }, (_, at) => String(5 + at)));
  expect(freeAmount(5n, all, 0.5)).toBeUndefined();
});
