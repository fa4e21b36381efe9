import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import fc from 'fast-check';
import { agentSums } from '../../agents/sums.ts';
import { members } from '../../members/member.ts';
import { orderResource } from '../../screens/order/resource.ts';
import { addPlans, asking, billOf, outcome, walletOf } from '../../testing/called-directly.ts';
import { failingContext, ProcessGone } from '../../testing/failing-context.ts';
import { startWallet } from '../../testing/start-wallet.ts';
import type { Wallet } from '../../wallet.ts';
import { buyPlan, quotePlan, type StoredPlan } from '../make-order.ts';
import type { StoredOrder } from '../stored.ts';
import type { RefundPart } from '../values.ts';
import { offerRefund, refundOrder } from './refund-order.ts';
import { shareDebts } from './share-debts.ts';

setDefaultTimeout(400_000);
const DAY = 86_400_000;
const MONEY = 500_000_000n;
let it: Awaited<ReturnType<typeof startWallet>>;
let wallet: Wallet;
let plans: StoredPlan[];
let serial = 0;

beforeAll(async () => {
  it = await startWallet();
  wallet = walletOf(it.t.context);
  plans = await addPlans(it.t);
});
afterAll(() => it?.t.dispose());

const ROOT = asking({ id: 'e'.repeat(24), account: 'root' }, true);

async function newPair(percent: number) {
  serial += 1;
  const [buyer, agent] = [await it.t.person(`buyer.${serial}`), await it.t.person(`agent.${serial}`)];
  await it.know(buyer.id, { superior: agent.id });
  await it.know(agent.id, { share_ratio: percent });
  await it.give(buyer.id, String(MONEY));
  return { buyer, agent };
}
type Pair = Awaited<ReturnType<typeof newPair>>;

async function buy(wallet: Wallet, buyer: Person, plan: StoredPlan): Promise<StoredOrder> {
  const { quote } = await quotePlan(wallet, { plan, account: buyer.id });
  const wish = { plan: String(plan._id), price: String(quote.price), kind: quote.kind };
  return buyPlan(wallet, { ...wish, pay_type: 2, key: crypto.randomUUID() }, asking(buyer));
}
async function refund(wallet: Wallet, id: string, part: RefundPart) {
  const { parts } = await offerRefund(wallet, id, ROOT);
  const sum = parts.find((one) => one.part === part) ?? parts[0];
  const body = { id, part: sum?.part ?? 'whole', refund: sum?.refund ?? '0', reason: 'They asked' };
  return refundOrder(wallet, body, ROOT);
}
const available = async (account: string) =>
  BigInt((await it.t.context.ledger.balances([account]))[0]?.available ?? '0');
async function spend(agent: Person, amount: bigint) {
  if (amount === 0n) return;
  await it.t.context.ledger.transfer({
    key: crypto.randomUUID(),
    type: 'wallet.withdrawal',
    postings: [
      { account: agent.id, amount: `-${amount}` },
      { account: 'wallet.payouts', amount: String(amount) },
    ],
  });
}
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
const ordersOf = async ({ buyer }: Pair) =>
  (await it.t.rows(orderResource).all({ owner: buyer.id } as never)) as StoredOrder[];

/** What the house, the agent and the buyer have of it is what was paid, and nobody is below nothing. */
async function requireSums(pair: Pair, spent: bigint): Promise<void> {
  const orders = await ordersOf(pair);
  const of = (field: 'price' | 'share' | 'refund' | 'share_return') =>
    sum(orders.map((order) => order[field] ?? '0'));
  const debts = await shareDebts(it.t.context).find({ agent: pair.agent.id }).lean();
  const owed = sum(debts.map(({ left }) => left));
  expect(await available(pair.buyer.id)).toBe(MONEY - of('price') + of('refund'));
  expect(await available(pair.agent.id)).toBe(of('share') - of('share_return') + owed - spent);
  // What the ledger says of the other side: all lines of both, but what came from elsewhere.
  const lines = [
    ...(await billOf(it.t.context, pair.buyer.id)),
    ...(await billOf(it.t.context, pair.agent.id)),
  ];
  const ofOrders = lines.filter(({ type }) => /^wallet\.(order|share|refund|share_return)$/.test(type));
  const house = -sum(ofOrders.map(({ change }) => change));
  const shares = of('share') - of('share_return') + owed;
  expect(house + shares + of('refund')).toBe(of('price'));
  // What the agent reads by days says the same.
  const days = await agentSums(it.t.context).find({ agent: pair.agent.id, kind: 'day' }).lean();
  const ofDays = (field: 'turnover' | 'refunded' | 'earned' | 'returned') =>
    sum(days.map((day) => String(day[field])));
  expect([ofDays('turnover'), ofDays('refunded')]).toEqual([of('price'), of('refund')]);
  expect([ofDays('earned'), ofDays('returned')]).toEqual([of('share'), of('share_return')]);
  for (const { before, change, after } of lines) {
    expect(BigInt(before) + BigInt(change)).toBe(BigInt(after));
    expect(BigInt(after) >= 0n).toBe(true);
  }
}

test('whatever is bought, refunded and spent, in whatever order: house, shares and refunds are the prices', async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('buy' as const), plan: fc.nat(2) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('refund' as const),
        which: fc.nat(9),
        part: fc.constantFrom('whole' as const, 'rest' as const),
      }),
    },
    fc.record({ kind: fc.constant('spend' as const), percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 400 }) }),
  );
  let refunds = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.array(step, { minLength: 4, maxLength: 12 }),
      async (percent, steps) => {
        const pair = await newPair(percent);
        let spent = 0n;
        for (const one of steps) {
          if (one.kind === 'wait') it.t.clock.set(new Date(it.t.clock.now() + one.hours * 3_600_000));
          else if (one.kind === 'spend') {
            const amount = ((await available(pair.agent.id)) * BigInt(one.percent)) / 100n;
            await spend(pair.agent, amount);
            spent += amount;
          } else if (one.kind === 'buy')
            expect(await outcome(buy(wallet, pair.buyer, plans[one.plan] as StoredPlan))).toMatch(
              /^(done|ledger_insufficient|wallet\.(plan_smaller|offer_changed))$/,
            );
          else {
            const orders = await ordersOf(pair);
            const order = orders[one.which % Math.max(1, orders.length)];
            if (order === undefined) continue;
            const done = await outcome(refund(wallet, String(order._id), one.part));
            expect(done).toMatch(/^(done|wallet\.(order_refunded|refund_later|refund_nothing))$/);
            if (done === 'done') refunds += 1;
          }
          await requireSums(pair, spent);
          const until = await it.memberships.until(pair.buyer.id);
          const member = await members(it.t.context).findById(pair.buyer.id).lean();
          if (member !== null) expect(until).not.toBeNull();
        }
      },
    ),
    { numRuns: 20 },
  );
  expect(refunds).toBeGreaterThan(5);
});

test('the process gone at any step of a refund, and the same again: the same end, once', async () => {
  const stateOf = async (pair: Pair) => {
    const [order] = await ordersOf(pair);
    const member = await members(it.t.context).findById(pair.buyer.id).lean();
    const debts = await shareDebts(it.t.context).find({ agent: pair.agent.id }).lean();
    return {
      settlement: order?.settlement,
      refund: order?.refund,
      share_return: order?.share_return,
      seq: member?.seq,
      value: member?.value,
      owed: debts.map(({ left }) => left),
      buyer: (await billOf(it.t.context, pair.buyer.id)).map(({ type, change }) => [type, change]),
      agent: (await billOf(it.t.context, pair.agent.id)).map(({ type, change }) => [type, change]),
      told: it.told.filter(
        ({ to, words }) =>
          words === 'wallet.notice.refunded' && 'accounts' in to && to.accounts.includes(pair.buyer.id),
      ).length,
    };
  };
  const bought = async () => {
    const pair = await newPair(10);
    const order = await buy(wallet, pair.buyer, plans[2] as StoredPlan);
    // A part of the share is gone: both ways of giving it back are in it.
    await spend(pair.agent, 1_000_000n);
    return { pair, id: String(order._id) };
  };
  const smooth = await bought();
  await refund(wallet, smooth.id, 'whole');
  const wanted = await stateOf(smooth.pair);
  expect(wanted).toMatchObject({ settlement: 'refunded', owed: ['1000000'], told: 1 });
  let at = 0;
  for (; ; at += 1) {
    const { pair, id } = await bought();
    const before = await stateOf(pair);
    const failing = failingContext(it.t.context, at);
    const isOver = await refund(walletOf(failing.context), id, 'whole').then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof ProcessGone)) throw error;
        return false;
      },
    );
    if (isOver) break;
    const left = await stateOf(pair);
    if (left.settlement === 'refunded') expect({ ...left, told: 1 }).toEqual(wanted);
    else expect(left).toEqual(before);
    const again = await outcome(refund(wallet, id, 'whole'));
    expect(again).toBe(left.settlement === 'refunded' ? 'wallet.order_refunded' : 'done');
    // Whoever was not told yet is told by the job.
    await it.t.jobs.run('tend_memberships');
    expect({ at, ...(await stateOf(pair)) }).toEqual({ at, ...wanted });
  }
  expect(at).toBeGreaterThan(15);
});

test('a refund and a renewal at once: one after the other, or the refund is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const pair = await newPair(10);
    const order = await buy(wallet, pair.buyer, plans[1] as StoredPlan);
    const ends = await Promise.all([
      outcome(refund(wallet, String(order._id), 'whole')),
      outcome(buy(wallet, pair.buyer, plans[1] as StoredPlan)),
      outcome(refund(wallet, String(order._id), 'whole')),
    ]);
    expect(ends[1]).toMatch(/^(done|wallet\.offer_changed)$/);
    for (const end of [ends[0], ends[2]])
      expect(end).toMatch(/^(done|wallet\.(order_refunded|refund_later))$/);
    await requireSums(pair, 0n);
    it.t.clock.set(new Date(it.t.clock.now() + DAY));
  }
});
