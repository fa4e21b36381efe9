import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import type { Ledger, LedgerReceipt } from '@waypost/sdk';
import fc from 'fast-check';
import { outcome, startTestServices, startTestStore } from '../test-services.ts';
import { failingConnection, ProcessGone } from './failing-store.ts';
import { createLedger } from './ledger.ts';
import { openLedger } from './ledger-collections.ts';
import { addPerson } from './test-people.ts';

setDefaultTimeout(120_000);
const PEOPLE = 3;
let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri(`ledger_model_${process.pid}`) });
  await it.services.start();
});
afterAll(async () => {
  await it?.stop();
  await store?.stop();
});

/** Calls as a plugin makes them; people and holds by their place in the order of their making. */
type Step =
  | { kind: 'deposit' | 'payment' | 'hold'; who: number; amount: number }
  | { kind: 'between'; who: number; to: number; amount: number }
  | { kind: 'post' | 'void'; which: number }
  | { kind: 'again'; which: number };
const who = fc.nat(PEOPLE - 1);
const amount = fc.integer({ min: 1, max: 60 });
const which = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('deposit', 'payment', 'hold'), who, amount }),
  fc.record({ kind: fc.constant('between' as const), who, to: who, amount }),
  fc.record({ kind: fc.constantFrom('post', 'void'), which }),
  fc.record({ kind: fc.constant('again' as const), which }),
);

interface World {
  people: string[];
  holds: { id: string; who: number; amount: number; isOpen: boolean }[];
  /** What each call was, and what it answered, to make it once more. */
  calls: { make(ledger: Ledger): Promise<LedgerReceipt>; answer: LedgerReceipt }[];
  available: number[];
  held: number[];
}
const THEIRS = 'wallet.others';

/** A call of the ledger for a step, and what the model says of it. */
function callOf(world: World, one: Exclude<Step, { kind: 'again' }>) {
  const key = randomBytes(8).toString('hex');
  const called = { key, type: 'wallet.step' };
  if ('which' in one) {
    const hold = world.holds[one.which % Math.max(1, world.holds.length)];
    const end = { ...called, hold: hold?.id ?? 'f'.repeat(24) };
    const make = (ledger: Ledger) =>
      one.kind === 'void'
        ? ledger.voidHold(end)
        : ledger.postHold({ ...end, to: [{ account: THEIRS, amount: String(hold?.amount ?? 1) }] });
    const refusal = hold === undefined ? 'not_found' : hold.isOpen ? 'accepted' : 'ledger_hold_over';
    const apply = () => {
      if (hold === undefined) return;
      hold.isOpen = false;
      world.held[hold.who] = (world.held[hold.who] ?? 0) - hold.amount;
      if (one.kind === 'void') world.available[hold.who] = (world.available[hold.who] ?? 0) + hold.amount;
    };
    return { make, expected: refusal, apply };
  }
  const account = world.people[one.who] ?? '';
  const has = world.available[one.who] ?? 0;
  const add = (place: number, more: number) => {
    world.available[place] = (world.available[place] ?? 0) + more;
  };
  const isEnough = one.kind === 'deposit' || has >= one.amount;
  if (one.kind === 'hold')
    return {
      make: (ledger: Ledger) => ledger.placeHold({ ...called, account, amount: String(one.amount) }),
      expected: isEnough ? 'accepted' : 'ledger_insufficient',
      apply: (answer: { hold: string | null }) => {
        add(one.who, -one.amount);
        world.held[one.who] = (world.held[one.who] ?? 0) + one.amount;
        world.holds.push({ id: answer.hold ?? '', who: one.who, amount: one.amount, isOpen: true });
      },
    };
  const isSame = one.kind === 'between' && one.to === one.who;
  const other = one.kind === 'between' ? (world.people[one.to] ?? '') : THEIRS;
  const signed = one.kind === 'deposit' ? one.amount : -one.amount;
  return {
    make: (ledger: Ledger) =>
      ledger.transfer({
        ...called,
        postings: [
          { account, amount: String(signed) },
          { account: other, amount: String(-signed) },
        ],
      }),
    expected: isSame ? 'invalid_input' : isEnough ? 'accepted' : 'ledger_insufficient',
    apply: () => {
      add(one.who, signed);
      if (one.kind === 'between') add(one.to, one.amount);
    },
  };
}

async function newWorld(): Promise<World> {
  const people: string[] = [];
  for (let place = 0; place < PEOPLE; place += 1) people.push(await addPerson(it.collections));
  return { people, holds: [], calls: [], available: people.map(() => 0), held: people.map(() => 0) };
}

async function take(world: World, ledger: Ledger, one: Step): Promise<void> {
  if (one.kind === 'again') {
    const earlier = world.calls[one.which % Math.max(1, world.calls.length)];
    if (earlier !== undefined)
      expect(await earlier.make(ledger)).toEqual({ ...earlier.answer, isRepeated: true });
    return;
  }
  const { make, expected, apply } = callOf(world, one);
  const answers: LedgerReceipt[] = [];
  expect(await outcome(make(ledger).then((given) => answers.push(given)))).toBe(expected);
  const [answer] = answers;
  if (answer === undefined) return;
  apply(answer);
  world.calls.push({ make, answer });
}

async function requireWorld(world: World, ledger: Ledger): Promise<void> {
  const balances = await ledger.balances(world.people);
  expect(balances.map(({ available, held }) => [Number(available), Number(held)])).toEqual(
    world.people.map((_, place) => [world.available[place] ?? 0, world.held[place] ?? 0]),
  );
}

const requireSound = async () => expect((await it.services.verifyLedger()).faults).toEqual([]);

test('whatever is called in whatever order, everybody has what the sum of it says, and nobody less than nothing', async () => {
  const ledger = it.services.ledgerOf('wallet');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const world = await newWorld();
      for (const one of steps) await take(world, ledger, one);
      await requireWorld(world, ledger);
    }),
    { numRuns: 12 },
  );
  await requireSound();
});

test('everything once more, in another order, several times: nothing changes', async () => {
  const ledger = it.services.ledgerOf('wallet');
  const more = { minLength: 8, maxLength: 16 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, more), fc.infiniteStream(fc.nat()), async (steps, order) => {
      const world = await newWorld();
      for (const one of steps) await take(world, ledger, one);
      for (let round = 0; round < 2 * world.calls.length; round += 1) {
        const earlier = world.calls[(order.next().value ?? 0) % world.calls.length];
        expect(await earlier?.make(ledger)).toEqual({
          ...earlier?.answer,
          isRepeated: true,
        } as LedgerReceipt);
      }
      await requireWorld(world, ledger);
    }),
    { numRuns: 6 },
  );
  await requireSound();
});

test('a process that ends at any step, and the call made again: the same end as without', async () => {
  const { clock, connection, collections } = it;
  const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)), number: Math.random };
  const failing = (at: number) => {
    const made = failingConnection(connection, at);
    const options = { ledger: openLedger(made.connection), accounts: collections.accounts, clock, random };
    return { ...made, ledger: createLedger({ ...options, connection: made.connection }, 'wallet') };
  };
  const kinds: Parameters<typeof callOf>[1][] = [
    { kind: 'deposit', who: 0, amount: 7 },
    { kind: 'between', who: 0, to: 1, amount: 5 },
    { kind: 'hold', who: 0, amount: 5 },
    { kind: 'post', which: 0 },
    { kind: 'void', which: 0 },
  ];
  const ledger = it.services.ledgerOf('wallet');
  for (const one of kinds) {
    let isThrough = false;
    let at = 0;
    for (; !isThrough; at += 1) {
      const world = await newWorld();
      await take(world, ledger, { kind: 'deposit', who: 0, amount: 50 });
      await take(world, ledger, { kind: 'hold', who: 0, amount: 20 });
      const { make, apply } = callOf(world, one);
      const gone = failing(at);
      const ended = await make(gone.ledger).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (ended === undefined) isThrough = true;
      else expect(ended).toBeInstanceOf(ProcessGone);
      apply(await make(ledger));
      await requireWorld(world, ledger);
    }
    // What there is, all that is written, and the commit, each before and behind it.
    expect(at).toBeGreaterThanOrEqual(6);
  }
  await requireSound();
});
