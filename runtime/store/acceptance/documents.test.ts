import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { codeOf } from './code-of.ts';

interface Item extends mongo.Document {
  _id: string | number;
}

let store: TestStore;
let items: mongo.Collection<Item>;
beforeAll(async () => {
  store = await startTestStore();
  items = store.database().collection<Item>('items');
});
afterAll(() => store.stop());

describe('documents come back as they were sent', () => {
  test('every type of BSON, the order of fields, and doubles that look like integers', async () => {
    const sent = {
      _id: 'types',
      double: new mongo.Double(5),
      int: 7,
      long: mongo.Long.fromString('9007199254740993'),
      decimal: mongo.Decimal128.fromString('0.10'),
      text: 'Grüße 你好',
      yes: true,
      nothing: null,
      when: new Date('2026-02-03T04:05:06.789Z'),
      id: new mongo.ObjectId('65a1b2c3d4e5f60718293a4b'),
      bytes: new mongo.Binary(Buffer.from([1, 2, 3])),
      pattern: new mongo.BSONRegExp('^a', 'i'),
      stamp: new mongo.Timestamp({ t: 5, i: 6 }),
      least: new mongo.MinKey(),
      most: new mongo.MaxKey(),
      nested: { '10': 'a', '2': 'b', list: [1, [2, { three: 3 }]] },
    };
    await items.insertOne(sent);
    await items.updateOne({ _id: 'types' }, { $set: { touched: true } });
    const options = { promoteValues: false, bsonRegExp: true };
    const found = await items.findOne({ _id: 'types' }, options);
    expect(mongo.BSON.EJSON.stringify(found, { relaxed: false })).toBe(
      mongo.BSON.EJSON.stringify({ ...sent, touched: true }, { relaxed: false }),
    );
  });

  test('an _id is made for a document without one, and stands first', async () => {
    const { insertedId } = await items.insertOne({ name: 'no id' } as unknown as Item);
    const raw = await store.client.db(items.dbName).command({ find: 'items', filter: { name: 'no id' } });
    expect(Object.keys(raw.cursor.firstBatch[0])).toEqual(['_id', 'name']);
    expect(raw.cursor.firstBatch[0]._id).toEqual(insertedId);
  });

  test('what is no document or too large is refused and nothing is stored', async () => {
    const huge = { _id: 'huge', text: 'x'.repeat(17 * 1024 * 1024) };
    expect(await codeOf(items.insertOne(huge, { ignoreUndefined: true }))).toBeDefined();
    expect(await codeOf(items.insertOne({ _id: [1] as unknown as string }))).toBe(53);
    expect(await items.countDocuments({ _id: 'huge' })).toBe(0);
  });
});

describe('reading', () => {
  const numbers = Array.from({ length: 1000 }, (_, n) => ({ _id: n, n, mod: n % 7, text: `t${n}` }));
  let list: mongo.Collection<Item>;
  beforeAll(async () => {
    list = store.database().collection<Item>('numbers');
    await list.insertMany(numbers);
  });

  test('sorts, skips, limits and projects', async () => {
    const found = await list
      .find({ mod: 3 }, { projection: { n: 1, _id: 0 }, sort: { n: -1 }, skip: 2, limit: 3 })
      .toArray();
    expect(found as unknown[]).toEqual([{ n: 983 }, { n: 976 }, { n: 969 }]);
  });

  test('hands out everything over many batches, and closes a cursor early', async () => {
    const all = await list.find({}, { batchSize: 13 }).toArray();
    expect(all.map((one) => one._id)).toEqual(numbers.map((one) => one._id));
    const cursor = list.find({}, { batchSize: 10 });
    await cursor.next();
    await cursor.close();
    expect(await codeOf(list.find({}, { hint: 'no_such_index' }).toArray())).toBe(2);
  });

  test('answers the same with and without an index', async () => {
    const filters: mongo.Filter<Item>[] = [
      { mod: { $in: [1, 5] }, n: { $gt: 300, $lte: 420 } },
      { n: { $gte: 995 } },
      { $or: [{ n: 5 }, { mod: 2, n: { $lt: 20 } }] },
      { n: { $ne: 4 }, mod: 4 },
      { mod: null },
      { missing: { $exists: false }, n: 7 },
      { text: /^t99/ },
    ];
    const read = () => Promise.all(filters.map((filter) => list.find(filter).sort({ _id: 1 }).toArray()));
    const before = await read();
    await list.createIndexes([{ key: { mod: 1, n: -1 } }, { key: { n: 1 } }, { key: { text: 1 } }]);
    expect(await read()).toEqual(before);
    const sorted = await list.find({ mod: 3 }).sort({ n: -1 }).limit(5).toArray();
    expect(sorted.map((one) => one.n)).toEqual([997, 990, 983, 976, 969]);
  });

  test('counts, and names the different values', async () => {
    expect(await list.countDocuments({ mod: 3 })).toBe(143);
    expect(await list.estimatedDocumentCount()).toBe(1000);
    expect(await list.countDocuments({ mod: 3 }, { skip: 100, limit: 10 })).toBe(10);
    expect((await list.distinct('mod')).sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('obeys maxTimeMS', async () => {
    const slow = store.database().collection<Item>('slow');
    const text = 'x'.repeat(2000);
    for (let n = 0; n < 20; n += 1) {
      await slow.insertMany(Array.from({ length: 1000 }, (_, at) => ({ _id: n * 1000 + at, text })));
    }
    expect(await codeOf(slow.find({ text: /y$/ }, { maxTimeMS: 5 }).toArray())).toBe(50);
  });
});

describe('writing', () => {
  test('upserts tell what they made; positional updates find their element', async () => {
    const made = await items.updateOne(
      { _id: 'u1', kind: 'a' },
      { $inc: { n: 2 }, $setOnInsert: { fresh: true } },
      { upsert: true },
    );
    expect(made.upsertedId as unknown).toBe('u1');
    expect((await items.findOne({ _id: 'u1' })) as unknown).toEqual({
      _id: 'u1',
      kind: 'a',
      n: 2,
      fresh: true,
    });
    await items.insertOne({
      _id: 'u2',
      list: [
        { k: 1, v: 'a' },
        { k: 2, v: 'b' },
      ],
    });
    await items.updateOne({ _id: 'u2', 'list.k': 2 }, { $set: { 'list.$.v': 'B' } });
    await items.updateOne(
      { _id: 'u2' },
      { $set: { 'list.$[one].w': 1 } },
      { arrayFilters: [{ 'one.k': 1 }] },
    );
    expect((await items.findOne({ _id: 'u2' }))?.list as unknown).toEqual([
      { k: 1, v: 'a', w: 1 },
      { k: 2, v: 'B' },
    ]);
  });

  test('an update that cannot be carried out is refused and changes nothing', async () => {
    await items.insertOne({ _id: 'bad', text: 'word' });
    expect(await codeOf(items.updateOne({ _id: 'bad' }, { $inc: { text: 1 } }))).toBe(14);
    expect(await codeOf(items.updateOne({ _id: 'bad' }, { $set: { _id: 'other' } }))).toBe(66);
    expect(await codeOf(items.updateOne({ _id: 'bad' }, { $nonsense: { a: 1 } } as never))).toBe(9);
    expect((await items.findOne({ _id: 'bad' })) as unknown).toEqual({ _id: 'bad', text: 'word' });
  });

  test('findOneAndUpdate answers the old or the new document, in the order asked for', async () => {
    await items.insertMany([
      { _id: 'q1', queue: 1, at: 2 },
      { _id: 'q2', queue: 1, at: 1 },
    ]);
    const taken = await items.findOneAndUpdate(
      { queue: 1 },
      { $set: { taken: true } },
      { sort: { at: 1 }, returnDocument: 'after' },
    );
    expect(taken as unknown).toEqual({ _id: 'q2', queue: 1, at: 1, taken: true });
    const removed = await items.findOneAndDelete({ queue: 1 }, { sort: { at: -1 } });
    expect(removed?._id as unknown).toBe('q1');
    expect(await items.findOneAndUpdate({ _id: 'none' }, { $set: { a: 1 } })).toBeNull();
    const raw = await items.findOneAndUpdate(
      { _id: 'fresh' },
      { $set: { a: 1 } },
      { upsert: true, includeResultMetadata: true },
    );
    expect(raw?.lastErrorObject).toEqual({ n: 1, updatedExisting: false, upserted: 'fresh' });
  });

  test('a mixed bulk write does what it can, and says which statement failed', async () => {
    const bulk = store.database().collection<Item>('bulk');
    await bulk.insertOne({ _id: 1, n: 0 });
    const result = await bulk.bulkWrite([
      { insertOne: { document: { _id: 2 } } },
      { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 5 } } } },
      { updateOne: { filter: { _id: 3 }, update: { $set: { n: 1 } }, upsert: true } },
      { replaceOne: { filter: { _id: 2 }, replacement: { word: 'new' } } },
      { deleteOne: { filter: { _id: 3 } } },
    ]);
    expect([result.insertedCount, result.modifiedCount, result.upsertedCount, result.deletedCount]).toEqual([
      1, 2, 1, 1,
    ]);
    const failed = await bulk
      .insertMany([{ _id: 10 }, { _id: 1 }, { _id: 11 }], { ordered: false })
      .catch((error: mongo.MongoBulkWriteError) => error);
    expect((failed as mongo.MongoBulkWriteError).insertedCount).toBe(2);
    expect(((failed as mongo.MongoBulkWriteError).writeErrors as mongo.WriteError[])[0]?.index).toBe(1);
    expect(await bulk.countDocuments()).toBe(4);
  });

  test('one bulk write may go to several collections', async () => {
    const one = store.database();
    const [left, right] = [`${one.databaseName}.left`, `${one.databaseName}.right`];
    const models: mongo.ClientBulkWriteModel<Record<string, Item>>[] = [
      { name: 'insertOne', namespace: left, document: { _id: 1, n: 0 } },
      { name: 'updateOne', namespace: left, filter: { _id: 1 }, update: { $inc: { n: 1 } } },
      { name: 'updateOne', namespace: right, filter: { _id: 2 }, update: { $set: { n: 2 } }, upsert: true },
      { name: 'insertOne', namespace: right, document: { _id: 3 } },
      { name: 'deleteMany', namespace: right, filter: { n: { $exists: false } } },
    ];
    const result = await store.client.bulkWrite<Record<string, Item>>(models, { verboseResults: true });
    expect([result.insertedCount, result.modifiedCount, result.upsertedCount, result.deletedCount]).toEqual([
      2, 1, 1, 1,
    ]);
    expect(result.updateResults?.get(2)?.upsertedId as unknown).toBe(2);
    const failed = await store.client
      .bulkWrite<Record<string, Item>>(models.slice(0, 2), { ordered: false })
      .catch((error) => error);
    expect(failed.writeErrors.get(0)?.code).toBe(11000);
    expect(failed.partialResult.modifiedCount).toBe(1);
    expect((await one.collection<Item>('left').findOne({ _id: 1 }))?.n).toBe(2);
  });

  test('updating all that match visits each document once, though the update moves it in the index', async () => {
    const moving = store.database().collection<Item>('moving');
    await moving.createIndex({ n: 1 });
    await moving.insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: n, n })));
    const { modifiedCount } = await moving.updateMany({ n: { $gte: 0 } }, { $inc: { n: 1000 } });
    expect(modifiedCount).toBe(500);
    expect(await moving.countDocuments({ n: { $gte: 1000, $lt: 1500 } })).toBe(500);
    expect((await moving.deleteMany({ n: { $gte: 1250 } })).deletedCount).toBe(250);
  });
});
