import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

type Row = mongo.Document & { _id: number };

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const RECORD = { noNullPrototype: true, requiredKeys: [] };
const scalar = fc.constantFrom<unknown>(1, 2, 'x', 'y', null, true, new Date(5));
const inner = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.record({ c: scalar }, RECORD));
const holder = fc.record({ b: inner, 0: scalar }, RECORD);
const value = fc.oneof(scalar, holder, fc.array(fc.oneof(scalar, holder), { maxLength: 3 }));
const rows = fc.array(fc.record({ a: value, d: scalar }, RECORD), { minLength: 30, maxLength: 60 });

const condition = fc.oneof(
  scalar,
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }, { noNullPrototype: true }),
  fc.record({ $gte: fc.constantFrom('x', 'y', new Date(5)) }, { noNullPrototype: true }),
  fc.record({ $gt: fc.constant('w'), $lt: fc.constant('y') }, { noNullPrototype: true }),
);
const filter = fc.dictionary(fc.constantFrom('a', 'a.b', 'a.b.c', 'a.0', 'a.0.b', 'd'), condition, {
  minKeys: 1,
  maxKeys: 3,
  noNullPrototype: true,
});
const INDEXES = [
  { a: 1 },
  { 'a.b': 1, d: 1 },
  { d: 1, 'a.b': 1 },
  { 'a.b.c': 1 },
  { 'a.0': 1 },
  { 'a.0.b': -1 },
  { d: -1 },
] as const;

test('keys count as many as the documents themselves, whatever stands where', async () => {
  const database = store.database();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(rows, fc.array(filter, { minLength: 20, maxLength: 20 }), async (made, filters) => {
      run += 1;
      const collection = database.collection<Row>(`rows_${run}`);
      await collection.insertMany(made.map((row, _id) => ({ _id, ...row })));
      const count = async () => {
        const counts: { asked: object; found: number }[] = [];
        for (const asked of filters)
          counts.push({ asked, found: await collection.countDocuments(asked as mongo.Filter<Row>) });
        return counts;
      };
      const read = await count();
      for (const keys of INDEXES) await collection.createIndex(keys);
      expect(await count()).toEqual(read);
      await collection.drop();
    }),
    { numRuns: 25 },
  );
}, 120_000);
