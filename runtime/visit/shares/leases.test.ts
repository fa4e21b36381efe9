import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { sharedLimitCollections } from '../store/shared-limits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { createLeaseRows, type LeaseRows, returnLeasesOf } from './lease-rows.ts';
import { Leases } from './leases.ts';
import { MOST_AT_ONCE, portionOf } from './portion.ts';
import { PATIENCE_MS, targetCounter } from './shares.ts';

setDefaultTimeout(120_000);
const log = { debug() {}, info() {}, warn() {}, error() {} };
const KEY = 7;
/** However slow the machine is: that a limit is exceeded by one is tried in the test about it. */
const BUSY_MS = 60_000;
let store: TestStore;
let links = 0;
let link = '';
let counter = '';
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
});
afterAll(() => store?.stop());
beforeEach(() => newCounter());
const newCounter = () => {
  link = (++links).toString(16).padStart(24, '0');
  counter = targetCounter(link, KEY);
};

/** What the aggregator writes of a process's journal: the sum, and what of it was used of leases, at once. */
async function aggregate(run: string, visits: number): Promise<void> {
  if (visits === 0) return;
  const { codes } = visitCollections(store.database);
  const { leaseUses } = sharedLimitCollections(store.database);
  const [id, upsert] = [new mongoose.mongo.ObjectId(link), true];
  const session = store.database.client.startSession();
  await session.withTransaction(async () => {
    const more = { $inc: { [`targets.${KEY}`]: visits } } as never;
    await codes.updateOne({ _id: id }, more, { upsert, session });
    if (run === '') return;
    const use = { $inc: { used: visits }, $setOnInsert: { counter, journal: run } };
    await leaseUses.updateOne({ _id: `${counter}:${run}` }, use, { upsert, session });
  });
  await session.endSession();
}
const row = () => sharedLimitCollections(store.database).leases.findOne({ _id: counter });

/** One process: its leases, and what of its visits is not aggregated. */
class Process {
  readonly leases: Leases;
  visits = 0;
  aggregated = 0;
  /** How often visits waited for the store, and most often of one visit. */
  waits = 0;
  mostWaits = 0;
  isUp = true;
  had = 0;
  constructor(
    readonly run: string,
    readonly options: {
      processes?: number;
      rows?: LeaseRows;
      isAuthority?: boolean;
      patienceMs?: number;
    } = {},
  ) {
    this.leases = new Leases({
      rows: options.rows ?? createLeaseRows(store.database, run),
      isStoreUp: () => this.isUp,
      processes: () => options.processes ?? 3,
      learn: (_, counted) => {
        this.had = Math.max(this.had, counted);
      },
      log,
      patienceMs: this.patienceMs,
    });
    this.leases.turn(true, options.isAuthority ?? false);
  }
  get patienceMs(): number {
    return this.options.patienceMs ?? BUSY_MS;
  }
  /** A visit that waits for the store as long as visitors do, `isPatient`: until it answers; returns whether it had room. */
  async visit(limit: number, isPatient = false): Promise<boolean> {
    for (let mayWait = true, waits = 1; ; waits++) {
      const room = this.leases.look({ counter, limit, had: this.had }, mayWait);
      if (room !== 'ask') {
        if (room === 'full') return false;
        this.leases.use(counter);
        this.visits++;
        this.had++;
        return true;
      }
      this.waits++;
      this.mostWaits = Math.max(this.mostWaits, waits);
      if (isPatient) {
        await this.leases.settled();
        continue;
      }
      const began = performance.now();
      await this.leases.wait(counter);
      mayWait = performance.now() - began < this.patienceMs;
    }
  }
  async aggregate(): Promise<void> {
    const some = this.visits - this.aggregated;
    this.aggregated += some;
    await aggregate(this.run, some);
  }
}

test('a portion is never more than what is left, and never more than its part of it beside the debt', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5, max: 1000 }),
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 0, max: 5 }),
      (left, debt, processes) => {
        const portion = portionOf({ left, debt, processes });
        if (left <= 0) return portion === 0;
        const part = Math.max(1, Math.floor(left / 2 / Math.max(processes, 1)));
        return portion >= 1 && portion <= left && portion - debt <= Math.min(part, MOST_AT_ONCE);
      },
    ),
  );
});

const aStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('visits' as const),
      of: fc.nat(2),
      n: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constantFrom('back' as const, 'aggregate' as const),
      of: fc.nat(2),
      n: fc.constant(0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constantFrom('die' as const, 'end' as const),
      of: fc.nat(2),
      n: fc.constant(0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('raise' as const),
      of: fc.constant(0),
      n: fc.integer({ min: 1, max: 9 }),
    }),
  },
);

test('whatever processes do, and whenever they die: a limit is never exceeded, and nothing of it is lost for ever', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.nat(20),
      fc.array(fc.array(aStep, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
      async (first, before, rounds) => {
        newCounter();
        await aggregate('', before);
        let limit = first;
        let names = 0;
        const all: Process[] = [];
        const make = () => {
          const made = new Process(`r${links}-${++names}`);
          all.push(made);
          return made;
        };
        const living = [make(), make(), make()];
        const visits = () => before + all.reduce((sum, one) => sum + one.visits, 0);
        const replace = async (at: number) => {
          const gone = living[at] as Process;
          living[at] = make();
          // Its journal is read to its end, and only then what it had comes back.
          await gone.leases.settled();
          await gone.aggregate();
          await returnLeasesOf(store.database, gone.run);
        };
        // Those of one round run at once.
        for (const steps of rounds)
          await Promise.all(
            steps.map(async ({ is, n, of }) => {
              const one = living[of] as Process;
              if (is === 'visits') await Promise.all(Array.from({ length: n }, () => one.visit(limit)));
              else if (is === 'back') await one.leases.giveBack(false);
              else if (is === 'aggregate') await one.aggregate();
              else if (is === 'raise') limit += n;
            }),
          ).then(async () => {
            for (const { is, of } of steps) {
              if (is === 'end') await living[of]?.leases.giveBack(true);
              if (is === 'end' || is === 'die') await replace(of);
            }
            expect(visits()).toBeLessThanOrEqual(Math.max(limit, before));
          });
        // All others have nothing to do any more and give back what they have; the last one can use up the rest.
        for (const one of living.slice(1)) await one.leases.giveBack(true);
        const last = new Process(`r${links}-last`);
        all.push(last);
        while (await last.visit(limit));
        // What the first one has in hand is used, too.
        while ((living[0] as Process).visits < 1000 && (await (living[0] as Process).visit(limit)));
        expect(visits()).toBe(Math.max(limit, before));
        const taken = (await row())?.taken ?? before;
        expect(taken).toBe(Math.max(limit, before));
      },
    ),
    { numRuns: 40 },
  );
});

test('visits that were counted without being given out are found: a target that was the last, or chosen by chance', async () => {
  const one = new Process('toggled', { processes: 1 });
  for (let at = 0; at < 5; at++) await one.visit(60);
  await one.aggregate();
  await one.leases.giveBack(true);
  await aggregate('', 40);
  const later = new Process('later', { processes: 1 });
  while (await later.visit(60));
  expect([one.visits, later.visits]).toEqual([5, 15]);
});

test('who was alone knows what was counted before it is in the sums', async () => {
  const one = new Process('authority', { isAuthority: true });
  one.had = 8;
  await aggregate('', 5);
  const went = [await one.visit(10), await one.visit(10), await one.visit(10)];
  expect(went).toEqual([true, true, false]);
  expect(await new Process('other').visit(10)).toBe(false);
});

test('a store that does not answer holds a visit up for half a second, and one more than there is goes through', async () => {
  const real = createLeaseRows(store.database, 'stuck');
  const gate = Promise.withResolvers<void>();
  let isStuck = false;
  const rows: LeaseRows = {
    ...real,
    claim: async (claim) => {
      if (isStuck) await gate.promise;
      return real.claim(claim);
    },
  };
  const one = new Process('stuck', { rows, processes: 1, patienceMs: PATIENCE_MS });
  await aggregate('', 90);
  expect(await one.visit(100, true)).toBe(true);
  isStuck = true;
  const waitsBefore = one.waits;
  const timers = spyOn(globalThis, 'setTimeout');
  const went = await Promise.all(Array.from({ length: 30 }, () => one.visit(100)));
  const waited = timers.mock.calls.filter(([, milliseconds]) => milliseconds === PATIENCE_MS);
  timers.mockRestore();
  // A timer may ring a moment early; the visit then waits once more.
  expect(one.mostWaits).toBeLessThanOrEqual(2);
  expect([PATIENCE_MS, waited.length]).toEqual([500, one.waits - waitsBefore]);
  const { shared_overrun, shared_lent } = one.leases.figures();
  expect([shared_overrun, shared_lent]).toEqual([1, 0]);
  expect(went.filter(Boolean)).toHaveLength(one.visits - 1);
  // Nobody waits any more, until the answer comes.
  const waits = one.waits;
  expect(await one.visit(100)).toBe(false);
  expect(one.waits).toBe(waits);
  gate.resolve();
  await one.leases.settled();
  isStuck = false;
  while (await one.visit(100, true));
  // What was over is made up for.
  expect(one.visits).toBe(10);
});

test('a store that is away holds nobody up at all, and each process is over by one', async () => {
  await aggregate('', 100);
  const processes = ['away-1', 'away-2'].map((run) => new Process(run));
  for (const one of processes) one.isUp = false;
  const went = [];
  for (const one of processes) for (let at = 0; at < 3; at++) went.push(await one.visit(100));
  expect(processes.map(({ waits }) => waits)).toEqual([0, 0]);
  expect(went).toEqual([true, false, false, true, false, false]);
  for (const one of processes) one.isUp = true;
  for (const one of processes) expect(await one.visit(100)).toBe(false);
  // A higher limit first makes up for it.
  const more = [];
  for (let at = 0; at < 4; at++) for (const one of processes) more.push(await one.visit(104));
  for (const one of processes) await one.leases.giveBack(true);
  for (const one of processes) while (await one.visit(105));
  expect(100 + processes.reduce((sum, one) => sum + one.visits, 0)).toBe(105);
  expect(more).toContain(true);
});

test('a change whose answer is lost is found again: nothing is given twice, and nothing is lost', async () => {
  const real = createLeaseRows(store.database, 'lost');
  let lose = 0;
  const losing =
    <A extends unknown[], T>(work: (...values: A) => Promise<T>) =>
    async (...values: A): Promise<T> => {
      const done = await work(...values);
      if (lose-- > 0) throw new Error('the connection broke off');
      return done;
    };
  const rows: LeaseRows = { ...real, claim: losing(real.claim), giveBack: losing(real.giveBack) };
  const one = new Process('lost', { rows, processes: 1 });
  lose = 1;
  // Goes through on credit, as nothing is known.
  expect(await one.visit(40)).toBe(true);
  await Bun.sleep(1100);
  expect(await one.visit(40)).toBe(true);
  lose = 1;
  await one.leases.giveBack(true);
  await Bun.sleep(1100);
  while (await one.visit(40));
  expect(one.visits).toBe(40);
  expect((await row())?.taken).toBe(40);
});
