import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Session } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import fc from 'fast-check';
import { members } from '../members/member.ts';
import { orderResource } from '../screens/order/resource.ts';
import { addPlans, asking, billOf, outcome, walletOf } from '../testing/called-directly.ts';
import { failingContext, ProcessGone } from '../testing/failing-context.ts';
import { startWallet } from '../testing/start-wallet.ts';
import type { Wallet } from '../wallet.ts';
import { buyPlan, type PlanWish, quotePlan, type StoredPlan } from './make-order.ts';
import { payOrder } from './pay-order.ts';
import type { StoredOrder } from './stored.ts';

setDefaultTimeout(400_000);
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

const newPerson = () => {
  serial += 1;
  return it.t.person(`person.${serial}.${crypto.randomUUID().slice(0, 8)}`);
};

async function wishFor(buyer: Person, plan: StoredPlan, key: string): Promise<PlanWish> {
  const { quote } = await quotePlan(wallet, { plan, account: buyer.id });
  const price = String(quote.price);
  return { plan: String(plan._id), price, kind: quote.kind, pay_type: 2, key };
}
const available = async (account: string) =>
  BigInt((await it.t.context.ledger.balances([account]))[0]?.available ?? '0');

/** Each line begins with what the one before ended with, and all changes together are what somebody has. */
async function requireBill(account: string): Promise<void> {
  let before = 0n;
  for (const line of await billOf(it.t.context, account)) {
    expect(BigInt(line.before)).toBe(before);
    before += BigInt(line.change);
    expect(BigInt(line.after)).toBe(before);
    expect(before >= 0n).toBe(true);
  }
  expect(await available(account)).toBe(before);
}

/** What stands of one buyer and agent, in a form that two runs can be compared by. */
async function stateOf(buyer: Person, agent: Person) {
  const orders = (await it.t.rows(orderResource).all({ owner: buyer.id } as never)) as StoredOrder[];
  const member = await members(it.t.context).findById(buyer.id).lean();
  return {
    orders: orders.map(({ status, settlement, price, share, kind }) => ({
      status,
      settlement,
      price,
      share,
      kind,
    })),
    seq: member?.seq ?? 0,
    value: member?.value ?? '0',
    until: await it.memberships.until(buyer.id),
    buyer: (await billOf(it.t.context, buyer.id)).map(({ change, type }) => ({ change, type })),
    agent: (await billOf(it.t.context, agent.id)).map(({ change, type }) => ({ change, type })),
  };
}

async function newPair(percent: number, money = '100000000') {
  const [buyer, agent] = [await newPerson(), await newPerson()];
  await it.know(buyer.id, { superior: agent.id });
  await it.know(agent.id, { share_ratio: percent });
  await it.give(buyer.id, money);
  return { buyer, agent };
}

test('whatever is bought, repeated and paid again, bills add up, and shares and the house are the prices', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('buy' as const), plan: fc.nat(2) }),
    fc.record({ kind: fc.constantFrom('again' as const, 'pay' as const), which: fc.nat(9) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.array(step, { minLength: 3, maxLength: 10 }),
      async (percent, steps) => {
        const { buyer, agent } = await newPair(percent);
        const made: { wish: PlanWish; order: StoredOrder }[] = [];
        for (const one of steps) {
          if (one.kind === 'buy') {
            const wish = await wishFor(buyer, plans[one.plan] as StoredPlan, crypto.randomUUID());
            const done = await outcome(
              buyPlan(wallet, wish, asking(buyer)).then((order) => made.push({ wish, order })),
            );
            expect(['done', 'ledger_insufficient', 'wallet.plan_smaller', 'wallet.offer_changed']).toContain(
              done,
            );
            continue;
          }
          const earlier = made[one.which % Math.max(1, made.length)];
          if (earlier === undefined) continue;
          const before = await stateOf(buyer, agent);
          if (one.kind === 'again')
            expect(String((await buyPlan(wallet, earlier.wish, asking(buyer)))._id)).toBe(
              String(earlier.order._id),
            );
          else expect(await pay(earlier.order)).toMatchObject({ isRepeated: true });
          expect(await stateOf(buyer, agent)).toEqual(before);
        }
        await requireBill(buyer.id);
        await requireBill(agent.id);
        const orders = (await it.t.rows(orderResource).all({ owner: buyer.id } as never)) as StoredOrder[];
        const paid = orders.reduce((sum, { price }) => sum + BigInt(price), 0n);
        const shares = orders.reduce((sum, { share }) => sum + BigInt(share), 0n);
        expect(await available(buyer.id)).toBe(100_000_000n - paid);
        expect(await available(agent.id)).toBe(shares);
      },
    ),
    { numRuns: 12 },
  );
});

const pay = (order: StoredOrder) =>
  it.t.context.transaction((session: Session) => payOrder(wallet, { id: String(order._id) }, session));

test('the process gone at any step, and the same press again: the same end as without', async () => {
  const plan = plans[1] as StoredPlan;
  const key = () => crypto.randomUUID();
  const smooth = await newPair(12.34);
  const counted = failingContext(it.t.context, -1);
  const wish = await wishFor(smooth.buyer, plan, key());
  await buyPlan({ ...wallet, context: counted.context }, wish, asking(smooth.buyer));
  const wanted = await stateOf(smooth.buyer, smooth.agent);
  const steps = counted.steps();
  expect(steps).toBeGreaterThan(10);
  let kept = 0;
  for (let at = 0; at < steps; at += 1) {
    const { buyer, agent } = await newPair(12.34);
    const wish = await wishFor(buyer, plan, key());
    const failing = failingContext(it.t.context, at);
    await expect(buyPlan({ ...wallet, context: failing.context }, wish, asking(buyer))).rejects.toThrow(
      ProcessGone,
    );
    const left = await stateOf(buyer, agent);
    // All of it, where the commit was before, or nothing.
    if (left.orders.length > 0) expect(left).toEqual(wanted);
    else expect(left).toMatchObject({ seq: 0, until: null, agent: [] });
    kept += left.orders.length;
    await buyPlan(wallet, wish, asking(buyer));
    expect(await stateOf(buyer, agent)).toEqual(wanted);
    await requireBill(buyer.id);
  }
  // Few steps come after the commit, and most before.
  expect(kept).toBeGreaterThanOrEqual(1);
  expect(kept).toBeLessThan(steps / 2);
});

test('fifty who press for one balance at once buy what it is enough for, and no more', async () => {
  const { buyer, agent } = await newPair(10, '3000003');
  const plan = plans[1] as StoredPlan;
  const kinds = ['purchase', 'renewal'] as const;
  const pressed = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      outcome(
        buyPlan(
          wallet,
          {
            plan: String(plan._id),
            price: plan.price,
            pay_type: 2,
            key: crypto.randomUUID(),
            kind: kinds[at % 2] ?? 'purchase',
          },
          asking(buyer),
        ),
      ),
    ),
  );
  const bought = pressed.filter((one) => one === 'done').length;
  expect(bought).toBeGreaterThanOrEqual(1);
  expect(bought).toBeLessThanOrEqual(3);
  expect(
    new Set(pressed).difference(new Set(['done', 'ledger_insufficient', 'wallet.offer_changed'])).size,
  ).toBe(0);
  expect(await available(buyer.id)).toBe(3_000_003n - BigInt(bought) * 1_000_001n);
  expect(await available(agent.id)).toBe(BigInt(bought) * 100_000n);
  await requireBill(buyer.id);
});
