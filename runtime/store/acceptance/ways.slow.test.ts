import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

interface Person extends mongo.Document {
  _id: number;
}

let store: TestStore;
let plain: mongo.Collection<Person>;
let indexed: mongo.Collection<Person>;

const PEOPLE = 2_000;
/** The first of them are what nothing later is: an order from the end meets them last. */
const EARLY = 300;
const time = (number: number) => new Date(1_700_000_000_000 + number * 60_000);

/** Values of each kind that indexes treat on their own: missing, null, arrays, the same over and over. */
function personAt(number: number): Person {
  const mixed = Math.imul(number + 1, 2_654_435_761) >>> 0;
  const roles = ['customer', 'customer', 'agent', 'operator'];
  const above = [`a${mixed % 3}`, ...(mixed % 2 === 0 ? [`b${mixed % 5}`] : [])];
  return {
    _id: number,
    role: roles[mixed % roles.length],
    ...(mixed % 7 === 0 ? {} : { removed: mixed % 11 === 0 ? time(number) : null }),
    ...(mixed % 13 === 0 ? {} : { above: mixed % 17 === 0 ? [] : above }),
    age: number < EARLY ? 'early' : `age ${mixed % 4}`,
    made: time(number),
    ...(mixed % 3 === 0 ? { seen: mixed % 9 === 0 ? null : time(mixed % 500) } : {}),
    name: `name ${mixed % 50}`,
    score: mixed % 5 === 0 ? Number.NaN : mixed % 20,
  };
}

beforeAll(async () => {
  store = await startTestStore();
  const database = store.database();
  plain = database.collection<Person>('plain');
  indexed = database.collection<Person>('indexed');
  const people = Array.from({ length: PEOPLE }, (_, number) => personAt(number));
  await plain.insertMany(people);
  await indexed.insertMany(people);
  const keys: mongo.IndexSpecification[] = [
    { role: 1, removed: 1 },
    { above: 1, role: 1, removed: 1, made: -1, _id: -1 },
    { above: 1, made: 1 },
    { age: 1 },
    { made: 1, _id: 1 },
    { seen: -1, _id: -1 },
    { name: 1, _id: 1 },
    { score: 1 },
  ];
  for (const key of keys) await indexed.createIndex(key);
}, 60_000);
afterAll(() => store.stop());

const one = <T>(...values: T[]) => fc.constantFrom(...values);
const times = fc.integer({ min: -10, max: PEOPLE }).map(time);
const clauses = fc.oneof(
  one({ role: 'agent' }, { role: { $in: ['agent', 'customer'] } }, { role: { $in: [] } }),
  one({ removed: null }, { removed: { $ne: null } }, { removed: { $type: 'date' } }),
  one(
    { above: 'a1' },
    { above: { $in: ['a0', 'b1'] } },
    { above: null },
    { above: [] },
    { above: { $gt: 'a1' } },
  ),
  one({ above: { $gte: 'a1', $lt: 'b' } }, { above: { $gt: 'a2', $lt: 'b1' } }),
  one({ age: 'early' }, { age: 'age 1' }, { age: { $regex: '^age' } }),
  one({ score: { $lt: 3 } }, { score: { $gte: 18 } }, { score: Number.NaN }, { score: 4 }),
  fc.tuple(times, times).map(([from, to]) => ({ made: { $gte: from, $lt: to } })),
  times.map((seen) => ({ seen: { $gte: seen } })),
  one({ $or: [{ name: { $gte: 'name 3', $lt: 'name 4' } }, { age: 'early' }] }),
  one({ $or: [{ name: 'name 7' }, { made: time(9) }] }, { $nor: [{ role: 'agent' }] }),
);
const orders = one<Record<string, 1 | -1>>(
  { made: -1, _id: -1 },
  { made: 1, _id: 1 },
  { seen: 1, _id: 1 },
  { seen: -1, _id: -1 },
  { name: 1, _id: 1 },
  { age: 1, _id: 1 },
  { _id: -1 },
);

test('the same is found, in the same order, and counted, whichever index leads there', async () => {
  const question = fc.record({
    clauses: fc.array(clauses, { maxLength: 3 }),
    sort: orders,
    skip: one(0, 0, 3, 70, 400, 900),
    limit: one(1, 5, 20, 0),
  });
  await fc.assert(
    fc.asyncProperty(question, async ({ clauses: asked, sort, skip, limit }) => {
      const filter = asked.length === 0 ? {} : { $and: asked };
      const listed = ({ find }: { find: mongo.Collection<Person>['find'] }) =>
        find(filter, { sort, skip, limit, projection: { name: 1 } }).toArray();
      const [wanted, found] = await Promise.all(
        [plain, indexed].map((people) => listed({ find: people.find.bind(people) })),
      );
      expect(found).toEqual(wanted as typeof found);
      for (const most of [{}, { limit: 100 }]) {
        const [all, counted] = await Promise.all(
          [plain, indexed].map((people) => people.countDocuments(filter, most)),
        );
        expect(counted).toBe(all as number);
      }
      const changed = await indexed.updateMany(filter, { $set: { touched: true } });
      expect(changed.matchedCount).toBe(await plain.countDocuments(filter));
    }),
    { numRuns: 40, seed: 5 },
  );
}, 120_000);

test('matches that an order has at its very end are found as well as those at its begin', async () => {
  for (const direction of [1, -1] as const) {
    const found = await indexed
      .find({ age: 'early', role: { $in: ['agent', 'customer'] } })
      .sort({ made: direction, _id: direction })
      .skip(2)
      .limit(5)
      .toArray();
    const wanted = Array.from({ length: EARLY }, (_, number) => personAt(number)).filter(
      ({ role }) => role !== 'operator',
    );
    if (direction === -1) wanted.reverse();
    expect(found.map(({ _id }) => _id)).toEqual(wanted.slice(2, 7).map(({ _id }) => _id));
  }
});

test('a transaction counts and finds its own writes beside what the keys of its snapshot say', async () => {
  const session = store.client.startSession();
  try {
    await session.withTransaction(async () => {
      const filter = { role: 'agent', removed: null };
      const before = await indexed.countDocuments(filter, { session });
      await indexed.insertOne(
        { ...personAt(PEOPLE), _id: PEOPLE, role: 'agent', removed: null },
        { session },
      );
      expect(await indexed.countDocuments(filter, { session })).toBe(before + 1);
      const [newest] = await indexed.find(filter, { session }).sort({ made: -1, _id: -1 }).limit(1).toArray();
      expect(newest?._id).toBe(PEOPLE);
      await session.abortTransaction();
    });
  } finally {
    await session.endSession();
  }
}, 30_000);
