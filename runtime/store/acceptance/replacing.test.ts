import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { codeOf } from './code-of.ts';

interface Item extends mongo.Document {
  _id: string | number;
}

interface Answer {
  n: number;
  nModified: number;
  writeErrors?: { code: number }[];
}

/** One update statement, as the command takes it. */
interface Statement {
  q: Record<string, unknown>;
  u: Record<string, unknown>;
  multi?: false;
}

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const update = (items: mongo.Collection<Item>, ...updates: Statement[]): Promise<Answer> =>
  store.client
    .db(items.dbName)
    .command({ update: items.collectionName, updates }) as unknown as Promise<Answer>;

describe('a document that is put whole in the place of another', () => {
  let items: mongo.Collection<Item>;
  beforeAll(async () => {
    items = store.database().collection<Item>('items');
    await items.createIndex({ owner: 1, 'today.day': 1 });
    await items.createIndex({ name: 1 }, { unique: true });
    await items.insertMany([
      { _id: 'a', name: 'one', owner: 'x', today: { day: 1, n: 1 }, revision: 1 },
      { _id: 'b', name: 'two', owner: 'x', today: { day: 1, n: 1 }, revision: 1 },
      { _id: 7, name: 'seven' },
    ]);
  });

  test('is stored as it came, if what is there is as the filter says', async () => {
    const next = { _id: 'a', name: 'one', owner: 'x', today: { day: 1, n: 2 }, revision: 2 };
    const statement: Statement = { q: { _id: 'a', revision: 1 }, u: next };
    expect(await update(items, statement)).toMatchObject({ n: 1, nModified: 1 });
    expect(await update(items, statement)).toMatchObject({ n: 0, nModified: 0 });
    expect(await update(items, { q: { _id: 'a' }, u: next })).toMatchObject({ n: 1, nModified: 0 });
    expect(await update(items, { q: { _id: 'c' }, u: { _id: 'c' } })).toMatchObject({ n: 0 });
    expect(await items.findOne({ _id: 'a' })).toEqual(next);
  });

  test('is found by its new keys, and no longer by its old ones', async () => {
    const days = async (day: number): Promise<unknown[]> =>
      (await items.find({ owner: 'x', 'today.day': day }).toArray()).map(({ _id }) => _id);
    await update(items, { q: { _id: 'b' }, u: { _id: 'b', name: 'two', owner: 'x', today: { day: 2 } } });
    expect([await days(1), await days(2)]).toEqual([['a'], ['b']]);
    await update(items, {
      q: { _id: 'b' },
      u: { _id: 'b', name: 'two', owner: 'x', today: { day: [2, 3] } },
    });
    expect([await days(2), await days(3)]).toEqual([['b'], ['b']]);
  });

  test('is refused where an updated one would be', async () => {
    const codeFor = async (statement: Statement): Promise<unknown> =>
      (await update(items, statement)).writeErrors?.[0]?.code;
    expect(await codeFor({ q: { _id: 'b' }, u: { _id: 'b', name: 'one' } })).toBe(11000);
    expect(await codeFor({ q: { _id: 'b' }, u: { _id: 'c' } })).toBe(66);
    expect(await codeFor({ q: { _id: 'b' }, u: { _id: 'b', $x: 1 } })).toBe(52);
    expect(await codeFor({ q: { _id: 'b', $nothing: 1 }, u: { _id: 'b' } })).toBe(2);
    expect(await items.findOne({ _id: 'b' })).toMatchObject({ name: 'two' });
  });

  test('keeps an _id that is equal in another type', async () => {
    const { Long } = await import('bson');
    await update(items, { q: { _id: 7 }, u: { _id: Long.fromNumber(7), name: 'eight' } });
    expect(await items.find({ name: 'eight' }).toArray()).toEqual([{ _id: 7, name: 'eight' }]);
  });

  test('belongs to its transaction', async () => {
    await store.client.withSession(async (session) => {
      session.startTransaction();
      const u = { _id: 'a', name: 'changed', revision: 3 };
      await store.client
        .db(items.dbName)
        .command({ update: 'items', updates: [{ q: { _id: 'a', revision: 2 }, u }] }, { session });
      expect(await items.findOne({ name: 'changed' })).toBeNull();
      expect(await items.findOne({ _id: 'a' }, { session })).toEqual(u);
      expect(await codeOf(update(items, { q: { _id: 'b' }, u: { _id: 'b', name: 'two' } }))).toBeUndefined();
      await session.commitTransaction();
    });
    expect(await items.findOne({ name: 'changed' })).toMatchObject({ revision: 3 });
    expect(await items.findOne({ name: 'one' })).toBeNull();
  });
});

const leaf = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y', null), fc.double());
const inner = fc.dictionary(fc.constantFrom('b', 'c', '0'), leaf, { maxKeys: 3 });
const value = fc.oneof(leaf, inner, fc.array(fc.oneof(leaf, inner), { maxLength: 3 }));
const content = fc.dictionary(fc.constantFrom('a', 'd', 'e'), value, { maxKeys: 3 });

test('a replacement does the same, whether the statement says more than it must or not', async () => {
  const [short, long] = [0, 1].map((at) => store.database().collection<Item>(`same${at}`)) as [
    mongo.Collection<Item>,
    mongo.Collection<Item>,
  ];
  const keys: mongo.IndexSpecification[] = [{ 'a.b': 1 }, { a: -1, d: 1 }, { 'a.0': 1 }];
  for (const items of [short, long]) {
    for (const key of keys) await items.createIndex(key);
    await items.createIndex({ e: 1 }, { sparse: true });
    await items.createIndex({ d: 1 }, { name: 'part', partialFilterExpression: { e: { $gt: 1 } } });
    await items.insertMany([{ _id: 'a' }, { _id: 'b' }]);
  }
  const names = ['a.b_1', 'a_-1_d_1', 'a.0_1', 'e_1'];
  const seen = async (items: mongo.Collection<Item>): Promise<unknown> => [
    await items.find().sort({ _id: 1 }).toArray(),
    ...(await Promise.all(
      names.map((hint) =>
        items
          .find({ 'a.b': { $gte: 1 } })
          .hint(hint)
          .toArray(),
      ),
    )),
    await items.find({ e: { $gt: 1 }, d: 'x' }).toArray(),
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('a', 'b'), content, fc.option(value), async (_id, u, d) => {
      const q = d === null ? { _id } : { _id, d };
      const first = await update(short, { q, u: { _id, ...u } });
      const second = await update(long, { q, u: { _id, ...u }, multi: false });
      expect([first.n, first.nModified, first.writeErrors?.[0]?.code]).toEqual([
        second.n,
        second.nModified,
        second.writeErrors?.[0]?.code,
      ]);
      expect(await seen(short)).toEqual(await seen(long));
    }),
    { numRuns: 120 },
  );
});
