import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { codeOf } from './code-of.ts';

interface Item extends mongo.Document {
  _id: string | number;
}

let store: TestStore;
const fresh = (): mongo.Collection<Item> => store.database().collection<Item>('items');
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

describe('unique indexes', () => {
  test('refuse a second document and say which key, in the shape Mongoose reads', async () => {
    const items = fresh();
    await items.createIndex({ domain: 1, code: 1 }, { unique: true });
    await items.insertOne({ _id: 1, domain: null, code: 'a' });
    const error = (await items
      .insertOne({ _id: 2, code: 'a' })
      .catch((one) => one)) as mongo.MongoServerError;
    expect(error.code).toBe(11000);
    expect(error.keyPattern).toEqual({ domain: 1, code: 1 });
    expect(error.keyValue).toEqual({ domain: null, code: 'a' });
    expect(error.message).toContain('E11000 duplicate key error collection');
    expect(await codeOf(items.insertOne({ _id: 1, code: 'b' }))).toBe(11000);
    await items.insertOne({ _id: 2, domain: 'd', code: 'a' });
    expect(await codeOf(items.updateOne({ _id: 2 }, { $unset: { domain: 1 } }))).toBe(11000);
    expect(await items.countDocuments()).toBe(2);
  });

  test('are not made over documents that break them', async () => {
    const items = fresh();
    await items.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ]);
    expect(await codeOf(items.createIndex({ n: 1 }, { unique: true }))).toBe(11000);
    expect((await items.indexes()).map((index) => index.name)).toEqual(['_id_']);
    await items.insertOne({ _id: 3, n: 1 });
  });

  test('leave out what is missing when sparse, what does not fit when partial', async () => {
    const items = fresh();
    await items.createIndex({ mail: 1 }, { unique: true, sparse: true });
    await items.createIndex({ slot: 1 }, { unique: true, partialFilterExpression: { active: true } });
    await items.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, slot: 5 }, { _id: 4, slot: 5, active: true }]);
    await items.insertMany([{ _id: 5, mail: 'a' }]);
    expect(await codeOf(items.insertOne({ _id: 6, mail: 'a' }))).toBe(11000);
    expect(await codeOf(items.updateOne({ _id: 3 }, { $set: { active: true } }))).toBe(11000);
    expect(await items.countDocuments({ mail: null })).toBe(4);
    expect(await items.countDocuments({ slot: 5 })).toBe(2);
    expect((await items.find({ slot: 5, active: true }).toArray()).map((one) => one._id)).toEqual([4]);
    await items.updateOne({ _id: 4 }, { $set: { active: false } });
    await items.updateOne({ _id: 3 }, { $set: { active: true } });
  });
});

describe('indexes over arrays', () => {
  test('find each element, hand each document out once, and follow changes of the array', async () => {
    const items = fresh();
    await items.createIndex({ tags: 1 });
    await items.createIndex({ 'list.k': 1, 'list.v': 1 });
    await items.insertMany([
      {
        _id: 1,
        tags: ['a', 'b', 'b'],
        list: [
          { k: 1, v: 2 },
          { k: 3, v: 4 },
        ],
      },
      { _id: 2, tags: 'a', list: { k: 1, v: 4 } },
      { _id: 3, tags: [] },
      { _id: 4, tags: [['a']], list: [] },
    ]);
    const ids = async (filter: mongo.Filter<Item>) =>
      (await items.find(filter).sort({ _id: 1 }).toArray()).map((one) => one._id);
    expect(await ids({ tags: 'a' })).toEqual([1, 2]);
    expect(await ids({ tags: { $in: ['a', 'b'] } })).toEqual([1, 2]);
    // Each end may be met by another element.
    expect(await ids({ tags: { $gt: 'a', $lt: 'b' } })).toEqual([1]);
    expect(await ids({ tags: [] })).toEqual([3]);
    expect(await ids({ tags: ['a', 'b', 'b'] })).toEqual([1]);
    expect(await ids({ tags: ['a'] })).toEqual([4]);
    expect(await ids({ 'list.k': 1, 'list.v': 4 })).toEqual([1, 2]);
    expect(await ids({ list: { $elemMatch: { k: 1, v: 2 } } })).toEqual([1]);
    expect(await ids({ 'list.k': null })).toEqual([3]);
    await items.updateOne({ _id: 1 }, [{ $set: { tags: ['b', 'b'] } }]);
    expect(await ids({ tags: 'a' })).toEqual([2]);
    await items.createIndex({ tags: 1, list: 1 }).then(
      () => expect.unreachable(),
      (error) => expect(error.code).toBe(171),
    );
  });
});

describe('life of an index', () => {
  test('is listed as it was made; the same one again is no error, another one of its name is', async () => {
    const items = fresh();
    await items.createIndex({ a: 1, b: -1 }, { name: 'pair', unique: true });
    await items.createIndex({ a: 1, b: -1 }, { name: 'pair', unique: true });
    expect(await codeOf(items.createIndex({ c: 1 }, { name: 'pair' }))).toBe(86);
    expect(await codeOf(items.createIndex({ a: 1, b: -1 }, { name: 'pair' }))).toBe(86);
    expect(await items.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, b: -1 }, name: 'pair', unique: true },
    ]);
    await items.dropIndex('pair');
    expect(await codeOf(items.dropIndex('pair'))).toBe(27);
    expect(await codeOf(items.dropIndex('_id_'))).toBe(72);
  });

  test('kinds that are not carried are refused, not quietly replaced', async () => {
    const items = fresh();
    for (const key of [{ a: 'text' }, { a: '2dsphere' }, { a: 'hashed' }, { '$**': 1 }]) {
      expect(await codeOf(items.createIndex(key as unknown as mongo.IndexSpecification))).toBe(115);
    }
  });

  test('an index made while others write holds all documents afterwards', async () => {
    const items = fresh();
    await items.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ _id: n, n })));
    const writing = (async () => {
      for (let n = 0; n < 200; n += 1) {
        await items.updateOne({ _id: n * 97 }, { $inc: { n: 1_000_000 } });
        await items.insertOne({ _id: 50_000 + n, n: 2_000_000 });
      }
    })();
    await items.createIndex({ n: 1 });
    await writing;
    expect(
      (await items.find({ n: { $gte: 1_000_000, $lt: 2_000_000 } }, { hint: 'n_1' }).toArray()).length,
    ).toBe(200);
    expect(await items.countDocuments({ n: 2_000_000 }, { hint: 'n_1' })).toBe(200);
    expect(await items.countDocuments({}, { hint: 'n_1' })).toBe(20_200);
  });

  test('a TTL index removes what has expired, and only that', async () => {
    const items = fresh();
    await items.createIndex({ until: 1 }, { expireAfterSeconds: 10 });
    const past = (seconds: number) => new Date(Date.now() - seconds * 1000);
    await items.insertMany([
      { _id: 1, until: past(60) },
      { _id: 2, until: past(1) },
      { _id: 3, until: 'never' },
      { _id: 4 },
      { _id: 5, until: [past(-1000), past(60)] },
    ]);
    if (process.env.MONGODB_URI !== undefined) return; // A server looks once a minute.
    for (let wait = 0; wait < 400 && (await items.countDocuments({})) > 3; wait += 1) await Bun.sleep(100);
    expect((await items.find({}).sort({ _id: 1 }).toArray()).map((one) => one._id)).toEqual([2, 3, 4]);
  });
});
