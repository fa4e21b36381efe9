import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Ledger, LedgerSums } from '@waypost/sdk';
import fc from 'fast-check';
import { startTestServices, startTestStore } from '../test-services.ts';
import { openLedger } from './ledger-collections.ts';
import { addPerson } from './test-people.ts';

// What a day's closing rests on: if a sum were wrong, money that is missing would not be noticed.
setDefaultTimeout(300_000);
let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;
let ledger: Ledger;
beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri(`sums_${process.pid}`) });
  await it.services.start();
  ledger = it.services.ledgerOf('wallet');
});
afterAll(async () => {
  await it?.stop();
  await store?.stop();
});

const ALL = { from: '2000-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' };
let last = 0;

/** What is done to the ledger: somebody is given money, or it is set aside, gone or back. */
const step = fc.record({
  person: fc.nat(2),
  amount: fc.integer({ min: 1, max: 1_000 }),
  kind: fc.constantFrom('wallet.deposit', 'wallet.order', 'hold', 'post', 'void'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function play(steps: readonly Step[]): Promise<Record<string, bigint>> {
  const people = [
    await addPerson(it.collections),
    await addPerson(it.collections),
    await addPerson(it.collections),
  ];
  const model: Record<string, bigint> = { deposit: 0n, order: 0n, hold: 0n, back: 0n, paid: 0n };
  const held: { id: string; amount: bigint }[] = [];
  const available = people.map(() => 0n);
  const add = (name: string, by: bigint) => {
    model[name] = (model[name] ?? 0n) + by;
  };
  for (const { person, amount: units, kind } of steps) {
    const account = people[person] as string;
    const amount = BigInt(units);
    const key = `sum-${++last}`;
    if (kind === 'wallet.deposit') {
      await ledger.transfer({
        key,
        type: kind,
        postings: [
          { account: 'wallet.deposits', amount: `-${amount}` },
          { account, amount: `${amount}` },
        ],
      });
      add('deposit', amount);
      available[person] = (available[person] ?? 0n) + amount;
    } else if (kind === 'post' || kind === 'void') {
      const one = held.shift();
      if (one === undefined) continue;
      if (kind === 'void') await ledger.voidHold({ key, type: 'wallet.withdrawal_returned', hold: one.id });
      else
        await ledger.postHold({
          key,
          type: 'wallet.withdrawal_paid',
          hold: one.id,
          to: [{ account: 'wallet.payouts', amount: `${one.amount}` }],
        });
      add(kind === 'void' ? 'back' : 'paid', one.amount);
    } else if ((available[person] ?? 0n) >= amount) {
      available[person] = (available[person] ?? 0n) - amount;
      if (kind === 'hold') {
        const { hold } = await ledger.placeHold({
          key,
          type: 'wallet.withdrawal',
          account,
          amount: `${amount}`,
        });
        held.push({ id: hold as string, amount });
        add('hold', amount);
      } else {
        await ledger.transfer({
          key,
          type: kind,
          postings: [
            { account, amount: `-${amount}` },
            { account: 'wallet.sales', amount: `${amount}` },
          ],
        });
        add('order', amount);
      }
    }
  }
  return model;
}

/** Moments, and what was billed before them. */
const borders: { until: string; billed: string }[] = [];
const amountOf = ({ changes }: LedgerSums, type: string) =>
  BigInt(changes.find((one) => one.type === type)?.billed ?? '0');

test('sums of a span and what everybody has are what a plain model says, whatever was done', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const before = await ledger.sums(ALL);
      const model = await play(steps);
      const after = await ledger.sums(ALL);
      const more = (type: string) => amountOf(after, type) - amountOf(before, type);
      expect({
        deposit: more('wallet.deposit'),
        order: -more('wallet.order'),
        hold: -more('wallet.withdrawal'),
        back: more('wallet.withdrawal_returned'),
        paid: payouts(after) - payouts(before),
      }).toEqual(model as never);
      for (const { billed, booked } of after.changes) expect(billed).toBe(booked);
      expect(after.unbalanced).toEqual([]);
      const standing = await ledger.standing();
      expect([standing.billed, standing.holds]).toEqual([standing.available, standing.held]);
      expect([after.available, after.held]).toEqual([standing.available, standing.held]);
      // From what was summed up to a moment, whichever, the same comes out.
      for (const known of borders.slice(-3)) {
        const later = borders
          .slice(-3)
          .filter((one) => one.until >= known.until)
          .map(({ until }) => until);
        for (const until of [...later, undefined])
          expect(await ledger.standing({ known, ...(until === undefined ? {} : { until }) })).toMatchObject({
            available: standing.available,
            billed: standing.billed,
            billed_until: borders.find((one) => one.until === until)?.billed ?? standing.billed,
          });
      }
      const until = new Date(it.clock.now() + 1).toISOString();
      borders.push({ until, billed: (await ledger.standing({ until })).billed_until });
      it.clock.pass(60_000);
      // Whatever people have came from a counter account.
      const counters = after.counters.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      expect(counters + BigInt(after.available) + BigInt(after.held)).toBe(0n);
    }),
    { numRuns: 25 },
  );
});

const payouts = ({ counters }: LedgerSums) =>
  BigInt(counters.find(({ account }) => account === 'wallet.payouts')?.amount ?? '0');

test('an entry that does not sum up to 0, a bill and a balance that somebody has changed are seen', async () => {
  const person = await addPerson(it.collections);
  const { journal } = await ledger.transfer({
    key: 'planted',
    type: 'wallet.deposit',
    postings: [
      { account: 'wallet.deposits', amount: '-7' },
      { account: person, amount: '7' },
    ],
  });
  const raw = openLedger(it.connection);
  await raw.journal.updateOne({ _id: journal }, { $set: { 'postings.1.amount': 9n } } as never);
  const sums = await ledger.sums(ALL);
  expect(sums.unbalanced).toEqual([journal]);
  const kind = sums.changes.find(({ type }) => type === 'wallet.deposit');
  expect(BigInt(kind?.booked ?? '0') - BigInt(kind?.billed ?? '0')).toBe(2n);
  await raw.balances.updateOne({ account: person }, { $inc: { available: 5n } } as never);
  const { available, billed } = await ledger.standing();
  expect(BigInt(available) - BigInt(billed)).toBe(5n);
  const none = await ledger.sums({ from: ALL.from, until: ALL.from });
  expect(none).toEqual({ entries: 0, changes: [], available: '0', held: '0', counters: [], unbalanced: [] });
});
