import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { addDays } from '@waypost/contract';
import { dayOf, dayStart, type PluginContext } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import fc from 'fast-check';
import { PAYER, startChain } from '../../../../tests/chain-place.ts';
import { closeDay } from '../../closing/close-day.ts';
import { buyPlan, quotePlan, type StoredPlan } from '../../orders/make-order.ts';
import { OrderStatus, PayType } from '../../orders/values.ts';
import { rechargeAdd } from '../../screens/balance_recharge/calls.ts';
import { cancelCall } from '../../screens/order/calls.ts';
import { orderResource } from '../../screens/order/resource.ts';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { planResource } from '../../screens/vip_combo/resource.ts';
import { asking, walletOf } from '../../testing/called-directly.ts';
import { failingContext, ProcessGone } from '../../testing/failing-context.ts';
import type { Wallet } from '../../wallet.ts';
import { type Deposit, deposits } from '../deposits/deposit.ts';
import { orderSteps } from '../orders/order-steps.ts';
import { transferPay } from '../orders/transfer-pay.ts';
import { bookTransfer, type FoundTransfer } from './book-transfer.ts';

setDefaultTimeout(240_000);
let place: Awaited<ReturnType<typeof startChain>>;
let plan: StoredPlan;
beforeAll(async () => {
  place = await startChain();
  plan = (await place.t
    .rows(planResource)
    .add({ name: 'A', price: '10000000', days: 30, state: 'on' } as never)) as StoredPlan;
});
afterAll(() => place?.stop());

const TEN = '10000000';
let serial = 0;
const newPerson = () => {
  serial += 1;
  return place.t.person(`payer.${serial}`);
};

/** One whose orders can be paid over the chain. */
const payable = (context: PluginContext): Wallet => {
  const wallet = walletOf(context);
  wallet.transfer = transferPay(wallet);
  return wallet;
};

/** An order that waits for a payment over the chain. */
async function waiting(kind: 'top_up' | 'plan', person: Person): Promise<Deposit> {
  const { t } = place;
  if (kind === 'top_up') {
    const { id } = await t.call(rechargeAdd, { amount: TEN, key: crypto.randomUUID() }, { as: person });
    return (await deposits(t.context).findOne({ order: id }).lean()) as Deposit;
  }
  const wallet = payable(t.context);
  const { quote } = await quotePlan(wallet, { plan, account: person.id });
  const wish = { plan: String(plan._id), price: String(quote.price), kind: quote.kind };
  const order = await buyPlan(
    wallet,
    { ...wish, pay_type: PayType.trc20, key: crypto.randomUUID() },
    asking(person),
  );
  return (await deposits(t.context)
    .findOne({ order: String(order._id) })
    .lean()) as Deposit;
}

/** A transfer to the address of a deposit, as a solid block has it. */
function transferTo(deposit: Deposit, value: bigint, index = 0, serialOf = serial): FoundTransfer {
  const id = `${deposit.address}/${serialOf}`
    .split('')
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .slice(-64)
    .padStart(64, '0');
  const { contract, address: to } = deposit;
  const transfer = { index, contract, from: PAYER, to, value };
  return {
    transaction: {
      id,
      block: 7,
      time: place.t.clock.now(),
      isFailed: false,
      isRefused: false,
      result: 'SUCCESS',
      fee: 0,
      transfers: [transfer],
    },
    transfer,
    symbol: 'USDT',
    fingerprint: '',
  };
}

const book = (context: PluginContext, deposit: Deposit, found: FoundTransfer) =>
  bookTransfer(context, {
    to: { ...deposit, deposit: deposit._id },
    found,
    steps: orderSteps(payable(context)),
  });

const stateOf = async (deposit: Deposit, person: Person) => {
  const { t } = place;
  const order = await t.rows(orderResource).find(deposit.order);
  const [money] = await t.context.ledger.balances([person.id]);
  const records = await t.rows(transferResource).all({ receiver: deposit.address } as never);
  const bill = await t.context.ledger.bill({ account: person.id, page: 1, page_size: 10 });
  return {
    status: order?.status,
    settlement: order?.settlement,
    available: money?.available,
    records: records.length,
    lines: bill.count,
  };
};

const ENDS = {
  top_up: { status: OrderStatus.paid, settlement: 'settled', available: TEN, records: 1, lines: 1 },
  // What came is on the bill, and what the plan costs.
  plan: { status: OrderStatus.paid, settlement: 'settled', available: '0', records: 1, lines: 2 },
} as const;

for (const kind of ['top_up', 'plan'] as const)
  test(`${kind}: the process gone at any step of booking, the same again ends the same`, async () => {
    const { t } = place;
    for (let at = 0; ; at += 1) {
      const person = await newPerson();
      const deposit = await waiting(kind, person);
      const found = transferTo(deposit, BigInt(TEN));
      const failing = failingContext(t.context, at);
      const isOver = await book(failing.context, deposit, found).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof ProcessGone)) throw error;
          return false;
        },
      );
      await book(t.context, deposit, found);
      await book(t.context, deposit, found);
      expect({ at, ...(await stateOf(deposit, person)) }).toEqual({ at, ...ENDS[kind] });
      if (!isOver) continue;
      expect(at).toBeGreaterThan(5);
      return;
    }
  });

test('any deposits, booked any number of times, in any order and at once: each is there once, and bills add up', async () => {
  const { t } = place;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt({ min: 1n, max: 4_000_000n }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(5), { maxLength: 12 }),
      async (values, repeats) => {
        const person = await newPerson();
        const deposit = await waiting('top_up', person);
        const all = values.map((value, index) => transferTo(deposit, value, index));
        const again = repeats.flatMap((at) => all[at % all.length] ?? []);
        await Promise.all([...again, ...all].map((found) => book(t.context, deposit, found)));
        const sum = values.reduce((total, value) => total + value, 0n);
        const state = await stateOf(deposit, person);
        expect(state).toMatchObject({ available: String(sum), records: values.length });
        expect(state.status === OrderStatus.paid).toBe(sum >= 9_990_000n);
        const { content } = await t.context.ledger.bill({ account: person.id, page: 1, page_size: 100 });
        let before = 0n;
        for (const line of content.toReversed()) {
          expect(BigInt(line.before)).toBe(before);
          before += BigInt(line.change);
          expect(BigInt(line.after)).toBe(before);
        }
      },
    ),
    { numRuns: 15 },
  );
});

test('what comes for nobody who can have it waits for somebody to decide, and pays no order', async () => {
  const { t } = place;
  const person = await newPerson();
  const [closed, refunded] = [await waiting('top_up', person), await waiting('top_up', person)];
  const [rich, full] = [await newPerson(), '999999999999999990'];
  await place.give(rich.id, full);
  const much = await waiting('top_up', rich);
  await deposits(t.context).updateOne({ _id: closed._id }, { $set: { owner: 'f'.repeat(24) } });
  await deposits(t.context).updateOne({ _id: refunded._id }, { $set: { settlement: 'refunded' } });
  for (const deposit of [closed, refunded, much]) {
    await book(t.context, deposit, transferTo(deposit, BigInt(TEN)));
    await book(t.context, deposit, transferTo(deposit, BigInt(TEN)));
  }
  const records = await t.rows(transferResource).all({ state: 'unmatched' } as never);
  expect(records.map(({ reason, account }) => [reason, account])).toEqual([
    ['account_closed', null],
    ['refunded', null],
    // Together with what is there it has more digits than an amount can have.
    ['too_large', null],
  ]);
  expect(await stateOf(closed, person)).toMatchObject({ status: OrderStatus.unpaid, available: '0' });
});

test('what comes for a cancelled order is late: on the balance, and buys no plan; money for the balance was paid', async () => {
  const { t } = place;
  const cancel = (id: string, as: Person) => t.call(cancelCall, { id }, { as });
  const [ada, ben, cora] = [await newPerson(), await newPerson(), await newPerson()];
  const [plan, top, part] = [
    await waiting('plan', ada),
    await waiting('top_up', ben),
    await waiting('top_up', cora),
  ];
  await deposits(t.context).updateOne({ _id: top._id }, { $set: { pending: '5' } });
  await expect(cancel(top.order, ben)).rejects.toMatchObject({ code: 'wallet.order_paying', status: 409 });
  await deposits(t.context).updateOne({ _id: top._id }, { $set: { pending: '0' } });
  await cancel(plan.order, ada);
  await cancel(top.order, ben);
  await cancel(part.order, cora);
  for (const deposit of [plan, top]) await book(t.context, deposit, transferTo(deposit, BigInt(TEN)));
  await book(t.context, part, transferTo(part, 4_000_000n));
  const came = { records: 1, lines: 1 };
  expect(await stateOf(plan, ada)).toEqual({
    ...came,
    status: OrderStatus.unpaid,
    settlement: 'cancelled',
    available: TEN,
  });
  expect(await stateOf(top, ben)).toEqual({
    ...came,
    status: OrderStatus.paid,
    settlement: 'late',
    available: TEN,
  });
  expect(await stateOf(part, cora)).toEqual({
    ...came,
    status: OrderStatus.unpaid,
    settlement: 'cancelled',
    available: '4000000',
  });
  const settled = await deposits(t.context)
    .find({ order: { $in: [plan.order, top.order, part.order] } })
    .lean();
  expect(settled.map(({ settlement }) => settlement)).toEqual(['late', 'late', 'late']);
});

test('thirty deposits on the chain, looked at by two at once and switched off and on in between', async () => {
  const { t, node, look } = place;
  const person = await newPerson();
  const opened = await Promise.all([1, 2, 3, 4].map(() => waiting('top_up', person)));
  let sum = 0n;
  for (let sent = 0; sent < 30; sent += 1) {
    const value = BigInt(1 + ((sent * 7_919) % 900_000));
    sum += value;
    const to = opened[(sent * 7) % opened.length]?.address ?? '';
    await node.pay({ from: PAYER, to, value: String(value) });
    if (sent % 6 !== 5) continue;
    await node.settle();
    await Promise.all([look(), t.jobs.run('watch_chain')]);
    if (sent % 12 === 11) await t.restart();
  }
  await node.settle();
  await look();
  const [money] = await t.context.ledger.balances([person.id]);
  expect(money?.available).toBe(String(sum));
});

test('the days of all that was booked add up: received on chain is credited and unmatched, as the ledger has it', async () => {
  const { t } = place;
  const [first] = await t.context.model(transferResource).find().sort({ create_time: 1 }).limit(1).lean();
  const last = dayOf(t.context.platform.timeZone, t.clock.now());
  t.clock.set(new Date(dayStart(t.context.platform.timeZone, addDays(last, 1))));
  let received = 0n;
  for (
    let day = dayOf(t.context.platform.timeZone, first?.create_time.getTime() ?? 0);
    day <= last;
    day = addDays(day, 1)
  ) {
    const closing = await closeDay(t.context, { day });
    expect([day, ...closing.faults]).toEqual([day]);
    expect(BigInt(closing.received)).toBe(BigInt(closing.credited) + BigInt(closing.unmatched));
    expect(closing.deposited).toBe(closing.credited);
    received += BigInt(closing.received);
  }
  expect(received).toBeGreaterThan(0n);
});
