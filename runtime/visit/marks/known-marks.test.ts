import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { DeviceKind } from '@waypost/sdk';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { storeCommands } from '../aggregator/store-commands.ts';
import { countFirstMarked, countMarked } from '../statistics/marked-addresses.ts';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { MARKS } from '../store/marks.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { addMarks, createMarkState, findMarks, type MarkState, rememberRun } from './known-marks.ts';
import type { Mark } from './mark-rows.ts';
import { dropUnfinishedMarks, noteLastDay, putTogether } from './put-together.ts';

const HOUR_MS = 3_600_000;
const SCOPES = ['a1'.repeat(12), 'b2'.repeat(12), '00'.repeat(12)];
const scopeOf = (scope: string) => (scope === SCOPES[2] ? {} : { owner: scope });
const keyOf = (scope: string, host: number): string =>
  Buffer.from(scope + host.toString(16).padStart(32, '0'), 'hex').toString('latin1');

let store: TestStore;
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
});
beforeEach(forget);
afterAll(() => store.stop());

async function forget(): Promise<void> {
  await collections.marks.deleteMany({});
  await collections.markRuns.deleteMany({});
}

/** Marks as a batch does: what is not marked yet. `isKilled`: the process ends before the batch is committed. */
async function mark(state: MarkState, seen: readonly Mark[], isKilled = false): Promise<void> {
  const session = store.database.client.startSession();
  session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
  try {
    const commands = storeCommands(store.database, session);
    const wanted = new Map<string, number>();
    for (const { key, day } of seen) wanted.set(key, Math.min(day, wanted.get(key) ?? day));
    const known = await findMarks(commands, state, wanted);
    const added = seen.filter(({ key, day, hours }) => {
      const before = known.get(key)?.find((one) => one.day === day);
      return before === undefined || (hours & ~before.hours) !== 0;
    });
    const run = addMarks(commands, state, added);
    await commands.settled();
    if (isKilled) return;
    await session.commitTransaction();
    if (run !== undefined) rememberRun(state, run);
  } finally {
    if (session.inTransaction()) await session.abortTransaction();
    await session.endSession();
  }
}

type Model = Map<string, Map<number, { hours: number; kind: DeviceKind }>>;
function noteIn(model: Model, seen: readonly Mark[]): void {
  for (const { key, day, hours, kind } of seen) {
    const days = model.get(key) ?? new Map<number, { hours: number; kind: DeviceKind }>();
    const before = days.get(day);
    days.set(day, before === undefined ? { hours, kind } : { ...before, hours: before.hours | hours });
    model.set(key, days);
  }
}

const anyMark: fc.Arbitrary<Mark> = fc.record({
  key: fc.tuple(fc.constantFrom(...SCOPES), fc.nat(30)).map(([scope, host]) => keyOf(scope, host)),
  day: fc.integer({ min: 20260101, max: 20260105 }),
  hours: fc.nat(23).map((hour) => 1 << hour),
  kind: fc.constantFrom<DeviceKind>('desktop', 'phone', 'tablet', 'other'),
});
const anyBatch = fc.uniqueArray(anyMark, {
  selector: ({ key, day }) => `${key}${day}`,
  minLength: 1,
  maxLength: 20,
});
const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('mark' as const), who: fc.nat(1), seen: anyBatch }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('be killed' as const), who: fc.nat(1), seen: anyBatch }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('put together' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('begin anew' as const), who: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('be of a release before' as const), run: fc.nat(9) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('note a last day' as const) }) },
);

test('whatever is marked by two, by whom it is put together and who is killed: each finds every day, and they are counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 30 }), async (steps) => {
      await forget();
      const states = [createMarkState(), createMarkState()];
      const model: Model = new Map();
      for (const step of steps) {
        if (step.does === 'put together') while (await putTogether(collections, (work) => work()));
        else if (step.does === 'begin anew') states[step.who] = createMarkState();
        else if (step.does === 'note a last day') await noteLastDay(collections, (work) => work());
        else if (step.does === 'be of a release before') await forgetLastDay(step.run);
        else {
          await mark(states[step.who] as MarkState, step.seen, step.does === 'be killed');
          if (step.does === 'mark') noteIn(model, step.seen);
        }
      }
      const all = SCOPES.flatMap((scope) => Array.from({ length: 31 }, (_, host) => keyOf(scope, host)));
      const session = store.database.client.startSession();
      for (const state of states) {
        for (let from = 20260101; from <= 20260106; from++) {
          const wanted = new Map(all.map((key) => [key, from]));
          const found = await findMarks(storeCommands(store.database, session), state, wanted);
          for (const key of all) {
            const days = [...(model.get(key) ?? [])].sort(([one], [other]) => one - other);
            const before = days.findLast(([day]) => day < from)?.[0] ?? from;
            const known = found.get(key) ?? [];
            expect(known.filter(({ day }) => day >= from)).toEqual(
              days.filter(([day]) => day >= from).map(([day, said]) => ({ day, ...said })),
            );
            // The day before it, and of earlier ones none that is not there.
            expect(known.findLast(({ day }) => day < from)?.day ?? from).toBe(before);
            expect(known.filter((one) => model.get(key)?.has(one.day) !== true)).toEqual([]);
          }
        }
      }
      await session.endSession();
      for (const scope of SCOPES) {
        const own = [...model].filter(([key]) => key.startsWith(keyOf(scope, 0).slice(0, 12)));
        const range = { first: 20260102, last: 20260104 };
        expect(await countMarked(collections, scopeOf(scope), range)).toBe(
          own.filter(([, days]) => [...days.keys()].some((day) => day >= range.first && day <= range.last))
            .length,
        );
        const firsts = Map.groupBy(own, ([, days]) => Math.min(...days.keys()));
        expect(await countFirstMarked(collections, scopeOf(scope))).toEqual(
          new Map([...firsts].map(([day, some]) => [day, some.length])),
        );
      }
    }),
    { numRuns: 25, seed: 21 },
  );
}, 60_000);

const one = (host: number): Mark => ({
  key: keyOf(SCOPES[0] as string, host),
  day: 20260101,
  hours: 1,
  kind: 'phone',
});

/** As a release before has written them runs say nothing of their last day. */
async function forgetLastDay(number: number): Promise<void> {
  const found = await collections.markRuns.findOne({ _id: MARKS });
  if (found?.runs[number] === undefined) return;
  await collections.markRuns.updateOne(
    { _id: MARKS },
    { $unset: { [`runs.${number}.last`]: '' }, $inc: { revision: 1 } },
  );
}

test('whoever comes each day is found in the newest runs, and whoever never came costs a reading of hardly any', async () => {
  const HOSTS = 2_000;
  const DAYS = 41;
  const came = (day: number): Mark[] =>
    Array.from({ length: HOSTS }, (_, host) => ({ ...one(host * 2), day: 20260100 + day }));
  const writer = createMarkState();
  for (let day = 1; day <= DAYS; day++) {
    await mark(writer, came(day));
    await putTogether(collections, (work) => work());
  }
  const session = store.database.client.startSession();
  const commands = storeCommands(store.database, session);
  const state = createMarkState();
  await findMarks(commands, state, new Map([[one(1).key, 20260101]]));
  let blocks = 0;
  const counting = {
    ...commands,
    find: ((collection: string, ids: readonly unknown[]) => {
      blocks += ids.length;
      return commands.find(collection, ids);
    }) as typeof commands.find,
  };
  const today = 20260100 + DAYS + 1;
  const known = await findMarks(counting, state, new Map(came(0).map(({ key }) => [key, today])));
  expect([known.size, known.get(one(8).key)?.at(-1)?.day]).toEqual([HOSTS, today - 1]);
  // One reading of the newest run, which is of a day, and the document that names them; in all runs there are 41 times as many.
  expect(blocks).toBeLessThanOrEqual(Math.ceil(HOSTS / 128) + 1);
  const before = blocks;
  await findMarks(counting, state, new Map(came(0).map((_, host) => [one(host * 2 + 1).key, today])));
  expect(blocks - before).toBeLessThanOrEqual(HOSTS / 10);
  await session.endSession();
}, 60_000);

test('marks of more days than a call has arguments are one run, with its last day', async () => {
  const many = Array.from({ length: 70_000 }, (_, host) => ({ ...one(host), day: 20260101 + (host % 28) }));
  await mark(createMarkState(), many);
  const found = await collections.markRuns.findOne({ _id: MARKS });
  expect(found?.runs.map(({ last }) => last)).toEqual([20260128]);
}, 60_000);

test('of two that mark at once one begins again, and then sees what the other has marked', async () => {
  const [first, second] = [createMarkState(), createMarkState()];
  const wanted = new Map([[one(2).key, 20260101]]);
  await mark(first, [one(1)]);
  const session = store.database.client.startSession();
  session.startTransaction({ readConcern: { level: 'snapshot' } });
  const commands = storeCommands(store.database, session);
  expect(await findMarks(commands, second, wanted)).toEqual(new Map());
  await mark(first, [one(2)]);
  addMarks(commands, second, [one(2)]);
  expect(commands.settled()).rejects.toThrow();
  await commands.settled().catch(() => undefined);
  await session.abortTransaction();
  expect((await findMarks(storeCommands(store.database, session), second, wanted)).size).toBe(1);
  await session.endSession();
});

test('parts of a run that nobody names go, once they are an hour old', async () => {
  await mark(createMarkState(), [one(1)]);
  const lost = new mongoose.mongo.ObjectId();
  await collections.marks.insertOne({
    _id: `${lost.toHexString()}:00000000`,
    v: new mongoose.mongo.Binary(),
  });
  await dropUnfinishedMarks(collections, Date.now());
  expect(await collections.marks.countDocuments()).toBe(3);
  await dropUnfinishedMarks(collections, Date.now() + 2 * HOUR_MS);
  expect(await collections.marks.countDocuments()).toBe(2);
});
