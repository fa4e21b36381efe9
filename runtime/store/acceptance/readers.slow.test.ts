import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { codeOf } from './code-of.ts';

interface Item extends mongo.Document {
  _id: number;
  n: number;
}

const DOCUMENTS = 30_000;
let store: TestStore;
let database: mongo.Db;
let items: mongo.Collection<Item>;

beforeAll(async () => {
  store = await startTestStore();
  database = store.database();
  items = database.collection<Item>('items');
  for (let from = 0; from < DOCUMENTS; from += 10_000)
    await items.insertMany(
      Array.from({ length: 10_000 }, (_, at) => ({ _id: from + at, n: (from + at) % 100, text: `t${at}` })),
    );
});
afterAll(() => store.stop());

describe('long reads on their own thread', () => {
  test('see every write that was acknowledged before they began', async () => {
    for (let round = 1; round <= 5; round += 1) {
      await items.updateMany({ n: 7 }, { $set: { round } });
      const [found] = await items
        .aggregate([
          { $match: { text: /^t/, round } },
          { $group: { _id: null, sum: { $sum: '$n' }, count: { $sum: 1 } } },
        ])
        .toArray();
      expect(found).toMatchObject({ sum: 7 * 300, count: 300 });
    }
  });

  test('hand out a large collection batch by batch, once each, while others write', async () => {
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n += 1) await items.updateOne({ _id: n % DOCUMENTS }, { $inc: { writes: 1 } });
    })();
    const seen = new Set<number>();
    for await (const one of items.find({ text: /^t/ }, { batchSize: 700 })) {
      expect(seen.has(one._id)).toBe(false);
      seen.add(one._id);
    }
    isOver = true;
    await writing;
    expect(seen.size).toBe(DOCUMENTS);
  });

  test('answer joins, sorts, distinct values and counts as the server itself does', async () => {
    await database.collection<Item>('names').insertMany([
      { _id: 1, n: 1, name: 'one' },
      { _id: 2, n: 2 },
    ]);
    const joined = await items
      .aggregate([
        { $sort: { text: -1, _id: 1 } },
        { $match: { n: { $in: [1, 2] }, text: /9$/ } },
        { $lookup: { from: 'names', localField: 'n', foreignField: 'n', as: 'named' } },
        { $group: { _id: '$named.name', count: { $sum: 1 } } },
      ])
      .toArray();
    expect(joined).toEqual([]);
    const named = await items
      .aggregate([
        { $match: { text: /^t/ } },
        { $group: { _id: '$n', count: { $sum: 1 } } },
        { $match: { _id: { $in: [1, 2] } } },
        { $lookup: { from: 'names', localField: '_id', foreignField: 'n', as: 'named' } },
        { $sort: { _id: 1 } },
      ])
      .toArray();
    expect(named.map((one) => [one.count, one.named[0]?.name])).toEqual([
      [300, 'one'],
      [300, undefined],
    ]);
    expect(await items.distinct('n', { text: /5$/ })).toHaveLength(10);
    expect(await items.countDocuments({ text: /^t1/ })).toBe(3 * 1111);
    const sorted = await items.find({}).sort({ text: -1, _id: 1 }).limit(3).toArray();
    expect(sorted.map((one) => one._id)).toEqual([9999, 19_999, 29_999]);
  });

  test('refuse with the same codes, end in time, and end when their collection is dropped', async () => {
    const bad = items.aggregate([
      { $group: { _id: '$text', n: { $sum: 1 } } },
      { $project: { a: { $divide: [1, 0] } } },
    ]);
    expect(await codeOf(bad.toArray())).toBe(2);
    const slow = items.aggregate([{ $group: { _id: '$text', all: { $push: '$$ROOT' } } }], { maxTimeMS: 1 });
    expect(await codeOf(slow.toArray())).toBe(50);
    const doomed = database.collection<Item>('doomed');
    await doomed.insertMany(Array.from({ length: 12_000 }, (_, n) => ({ _id: n, n })));
    await doomed.createIndex({ n: 1 });
    const cursor = doomed.find({}, { batchSize: 50 });
    await cursor.next();
    await doomed.drop();
    expect(await codeOf(cursor.toArray())).toBe(175);
    // The name is free at once, while the old documents are still being removed.
    expect(await doomed.countDocuments({})).toBe(0);
    await doomed.insertOne({ _id: 1, n: 1 });
    expect(await doomed.find({}).toArray()).toEqual([{ _id: 1, n: 1 }]);
  });

  test('a count begun while documents come and go is right', async () => {
    const list = database.collection<Item>('list');
    await list.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ _id: n * 2, n })));
    await store.kill();
    await store.start();
    const counting = Promise.all([list.estimatedDocumentCount(), list.estimatedDocumentCount()]);
    const changing = (async () => {
      for (let n = 0; n < 200; n += 1) {
        await list.insertOne({ _id: n * 178 + 1, n });
        await list.deleteOne({ _id: n * 100 });
        await list.deleteOne({ _id: 39_998 - n * 2 });
      }
    })();
    await counting;
    await changing;
    const counted = await list.estimatedDocumentCount();
    expect(counted).toBe((await list.find({}, { projection: { _id: 1 } }).toArray()).length);
  });
});
