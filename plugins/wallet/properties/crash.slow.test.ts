import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import { deposits } from '../chain/deposits/deposit.ts';
import { PayType, type Settlement } from '../orders/values.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import type { Process } from '../testing/properties/process.ts';
import {
  requireBalanced,
  requireBills,
  requireNoDebts,
  requireReceived,
  requireShares,
} from '../testing/properties/recount.ts';
import { crashAt, type How, startWorld, type World } from '../testing/properties/world.ts';

// Nothing is drawn here: the process ends at each step there is, one after the other, and is started again on what it has left.
// Looks at the chain take long: `npm test` has every sixth step of them, the long rounds (property-seeds) have all.
setDefaultTimeout(300_000);
/** Percent that agents earn. */
const RATIO = 12.34;
const LOOK_STRIDE = process.env.WAYPOST_TEST_STEPS === 'all' ? 1 : 6;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

interface Subject {
  buyer: Person;
  agent: Person;
  /** What is done, and done again. */
  work(process: Process): Promise<unknown>;
}

/** Addresses, transfers and orders of earlier rounds are at rest: what a job does is about the subject alone. */
async function letRest(): Promise<void> {
  const { t } = world;
  await deposits(t.context).updateMany({}, { $set: { next_look_time: null } });
  await t.context
    .model(transferResource)
    .updateMany({} as never, { $set: { checked_time: t.clock.date() } } as never, { timestamps: false });
}

const pressed = (type: 1 | 2) => async (): Promise<Subject> => {
  const { buyer, agent } = await world.newBuyer({ ratio: RATIO });
  // An upgrade: what is left of the first is taken off.
  await world.process().buy(buyer, await world.wishFor(buyer, 1, PayType.balance));
  const wish = await world.wishFor(buyer, 2, type === 2 ? PayType.balance : PayType.trc20);
  return { buyer, agent, work: (process) => process.buy(buyer, wish) };
};

async function recharged(): Promise<Subject> {
  const { buyer, agent } = await world.newBuyer({ ratio: RATIO });
  const wish = { amount: '1000000', key: crypto.randomUUID() };
  return { buyer, agent, work: (process) => process.recharge(buyer, wish) };
}

/** A plan that is paid by a transfer, which is solid and not booked yet. */
const sent = (how: How) => async (): Promise<Subject> => {
  await letRest();
  const { buyer, agent } = await world.newBuyer({ money: '0', ratio: RATIO });
  const order = await world.process().buy(buyer, await world.wishFor(buyer, 1, PayType.trc20));
  const deposit = await world.depositOf(String(order._id));
  if (deposit === null) throw new Error('the order has no address');
  await world.send(deposit, how);
  await world.node.settle();
  const work = async (process: Process) => {
    // An address that could not be looked at has its turn a minute later.
    world.t.clock.set(new Date(world.t.clock.now() + 61_000));
    await process.look();
  };
  return { buyer, agent, work };
};

async function unmatched(): Promise<Subject> {
  const { buyer, agent, work } = await sent('exact')();
  const settle = (settlement: Settlement) =>
    deposits(world.t.context).updateOne({ owner: buyer.id }, { $set: { settlement } });
  // What came for an order that was refunded waits for somebody, who finds that it was not.
  await settle('refunded');
  await work(world.process());
  await settle('waiting');
  const open = await deposits(world.t.context).findOne({ owner: buyer.id }).lean();
  const [row] = await world.t.rows(transferResource).all({ receiver: open?.address } as never);
  const decision = { decision: 'order' as const, order: open?.order ?? '', reason: 'They sent a picture' };
  const body = { id: String(row?._id), ...decision };
  return {
    buyer,
    agent,
    work: (process) =>
      process.resolve(world.root, body).catch((error: { code?: string }) => {
        // Decided by the one that is gone.
        if (error.code !== 'wallet.transfer_over') throw error;
      }),
  };
}

async function credited(): Promise<Subject> {
  const { buyer, agent, work } = await sent('twice')();
  await work(world.process());
  world.t.clock.set(new Date(world.t.clock.now() + 61 * 60_000));
  return { buyer, agent, work: (process) => process.check() };
}

/** One that the chain's clock ends, and one of a network that nobody watches. */
async function unpaid(): Promise<Subject> {
  const { buyer, agent } = await world.newBuyer({ ratio: RATIO });
  for (const change of [{ expire_time: new Date(0) }, { network: 'shasta' as const }]) {
    const body = { amount: '1000000', key: crypto.randomUUID() };
    const { id } = await world.process().recharge(buyer, body);
    await deposits(world.t.context).updateOne({ order: id }, { $set: change });
  }
  world.t.clock.set(new Date(world.t.clock.now() + 61 * 60_000));
  return { buyer, agent, work: (process) => process.end() };
}

/** What is done, how many steps it has at least, and from step to step how many. */
const WORKS: [string, () => Promise<Subject>, number, number?][] = [
  ['a change of plans that is paid from the balance', pressed(2), 15],
  ['an order that is to be paid over the chain', pressed(1), 10],
  ['a payment that is opened', recharged, 8],
  [
    'the look that finds a plan paid, and too much, in two transfers of one transaction',
    sent('twice'),
    25,
    LOOK_STRIDE,
  ],
  ['the look that finds what failed', sent('failed'), 8, LOOK_STRIDE],
  ['what somebody decides of a transfer that matched nothing', unmatched, 8],
  ['the second look at what was credited', credited, 3],
  ['orders that nobody has paid in time', unpaid, 6],
];

describe('7: a process that ends at any step of it, and the same once more: the same end as without', () => {
  for (const [name, prepare, least, stride = 1] of WORKS)
    test(name, async () => {
      const stateOf = async ({ buyer, agent }: Subject) => ({
        buyer: withoutTimes(await world.stateOf(buyer)),
        agent: withoutTimes(await world.stateOf(agent)),
      });
      const smooth = await prepare();
      await smooth.work(world.process());
      const wanted = await stateOf(smooth);
      let at = 0;
      for (let isThrough = false; !isThrough; at += stride) {
        const subject = await prepare();
        ({ isThrough } = await crashAt(world, at, subject.work));
        expect({ at, ...(await stateOf(subject)) }).toEqual({ at, ...wanted });
      }
      expect(at).toBeGreaterThan(least);
    });

  test('and everything adds up behind all of them', async () => {
    await world.settle();
    await requireBills(world);
    await requireBalanced(world);
    await requireNoDebts(world);
    await requireShares(world);
    await requireReceived(world);
  });
});

/** Each subject has a time of its own: all is the same but when the membership ends. */
function withoutTimes(state: Awaited<ReturnType<World['stateOf']>>) {
  return { ...state, member: state.member.replace(/ [^ ]*$/, '') };
}
