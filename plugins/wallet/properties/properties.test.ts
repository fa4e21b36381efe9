import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import {
  act,
  type History,
  happening,
  newHistory,
  spendingAndMore,
} from '../testing/properties/arbitrary-history.ts';
import {
  requireBalanced,
  requireBills,
  requireNoDebts,
  requireReceived,
  requireShares,
} from '../testing/properties/recount.ts';
import { crashAt, startWorld, type World } from '../testing/properties/world.ts';

// The ten properties of money, each by its name; that of a crash at every await is in crash.test.ts. Whatever is drawn here
// happens in processes that end at a step that was drawn, too, and are started again.
setDefaultTimeout(300_000);
const RUNS = { numRuns: 2, endOnFailure: true };
const LENGTH = { minLength: 10, maxLength: 16 };
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

/** Lets all of it happen, and waits until nothing is on its way. */
async function live(drawn: readonly Parameters<typeof act>[2][]): Promise<History> {
  const history = await newHistory(world);
  for (const one of drawn) await act(world, history, one);
  await world.settle();
  return history;
}

const whateverHappens = (holds: (history: History) => Promise<void>, what = happening) =>
  fc.assert(
    fc.asyncProperty(what(LENGTH), async (drawn) => {
      await holds(await live(drawn));
    }),
    RUNS,
  );

describe('whatever happens', () => {
  test('1: the changes of a bill sum up to the balance, and each line begins where the one before ended', () =>
    whateverHappens(() => requireBills(world)));

  test('2: the postings of each entry sum up to nothing', () =>
    whateverHappens(() => requireBalanced(world)));

  test('3: nobody has less than nothing, nor holds less', () =>
    whateverHappens(() => requireNoDebts(world), spendingAndMore));

  test('4: every payment, call and job once more, any number of times and in any order, changes nothing', () =>
    fc.assert(
      fc.asyncProperty(happening(LENGTH), fc.array(fc.nat(99), { maxLength: 20 }), async (drawn, order) => {
        const { buyers, again } = await live(drawn);
        // What only time does has been done.
        for (const job of ['end', 'check', 'tend'] as const) await world.process()[job]();
        const states = () => Promise.all(buyers.map((buyer) => world.stateOf(buyer)));
        const before = await states();
        for (const at of order) await again[at % Math.max(1, again.length)]?.(world.process());
        await Promise.all(again.map((call) => call(world.process())));
        for (const job of ['look', 'end', 'check', 'tend'] as const) await world.process()[job]();
        expect(await states()).toEqual(before);
      }),
      RUNS,
    ));

  test('9: the shares and what the house keeps are the price', () =>
    whateverHappens(() => requireShares(world)));

  test('10: what has come over the chain is credited or waits for somebody, once', () =>
    whateverHappens(() => requireReceived(world)));
});

test('8: what a reorganisation takes back before its block is solid was never credited, whoever says that it is', async () => {
  const taken = fc.record({
    many: fc.integer({ min: 1, max: 3 }),
    blocks: fc.integer({ min: 1, max: 17 }),
    looks: fc.array(fc.constantFrom('one', 'two at once'), { minLength: 1, maxLength: 2 }),
    liar: fc.nat(1),
    at: fc.option(fc.nat(45), { nil: -1 }),
  });
  await fc.assert(
    fc.asyncProperty(taken, async ({ many, blocks, looks, liar, at }) => {
      const { t, node } = world;
      const { buyer } = await world.newBuyer({ money: '0' });
      const { id } = await world.process().recharge(buyer, { amount: '1000000', key: crypto.randomUUID() });
      const deposit = await world.depositOf(id);
      if (deposit === null) throw new Error('nothing was opened');
      const sent = [];
      for (let one = 0; one < many; one += 1) sent.push(await world.send(deposit, 'exact'));
      await node.control('mine', { blocks });
      await node.control('faults', { provider: liar, faults: { lies_solid: true } });
      for (const look of looks) {
        t.clock.set(new Date(t.clock.now() + 61_000));
        const work = () => crashAt(world, at, (process) => process.look());
        await (look === 'one' ? work() : Promise.all([work(), work()]));
      }
      const before = await t.context.ledger.balances([buyer.id]);
      expect(before[0]?.available).toBe('0');
      await node.control('reorganise', { depth: blocks, dropped: sent.map(({ id }) => id) });
      for (const one of sent) one.isDropped = true;
      await world.settle();
      expect((await t.context.ledger.balances([buyer.id]))[0]?.available).toBe('0');
      expect(await t.rows(transferResource).count({ receiver: deposit.address } as never)).toBe(0);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});
