import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import mongoose, { type Connection, type mongo, Schema } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

// What a user would lose: the product and every plugin reach the store through Mongoose only.

let store: TestStore;
let connection: Connection;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  connection = await mongoose
    .createConnection(store.uri, { dbName: store.database().databaseName })
    .asPromise();
});
afterEach(() => connection.close());

const models = async () => {
  const Owner = connection.model(
    'Owner',
    new Schema({ name: { type: String, unique: true }, level: Number }),
  );
  const Link = connection.model(
    'Link',
    new Schema(
      {
        owner: { type: Schema.Types.ObjectId, ref: 'Owner' },
        code: { type: String, unique: true },
        views: { type: Number, default: 0 },
        amount: Schema.Types.Decimal128,
        history: [{ at: Date, by: { type: Schema.Types.ObjectId, ref: 'Owner' } }],
      },
      { timestamps: true, optimisticConcurrency: true },
    ),
  );
  await Promise.all([Owner.init(), Link.init()]);
  return { Owner, Link };
};

test('populates single references, lists within lists, and with conditions', async () => {
  const { Owner, Link } = await models();
  const asha = await Owner.create({ name: 'Asha', level: 1 });
  const baraka = await Owner.create({ name: 'Baraka', level: 2 });
  await Link.create({ owner: asha._id, code: 'a', history: [{ by: baraka._id }, { by: asha._id }] });
  const found = await Link.findOne({ code: 'a' }).populate('owner').populate('history.by', 'name').lean();
  expect(found).toMatchObject({
    owner: { name: 'Asha' },
    history: [{ by: { name: 'Baraka' } }, { by: { name: 'Asha' } }],
  });
  const matched = await Link.findOne().populate({ path: 'owner', match: { level: { $gt: 1 } } });
  expect(matched?.owner).toBeNull();
});

test('goes through many documents with a cursor, in order, in small batches', async () => {
  const { Owner } = await models();
  await Owner.insertMany(Array.from({ length: 250 }, (_, level) => ({ name: `n${level}`, level })));
  const levels: (number | null | undefined)[] = [];
  for await (const owner of Owner.find({ level: { $gte: 50 } })
    .sort({ level: -1 })
    .cursor({ batchSize: 30 })) {
    levels.push(owner.level);
  }
  expect(levels).toEqual(Array.from({ length: 200 }, (_, index) => 249 - index));
});

test('carries out bulk writes and says which of them failed', async () => {
  const { Owner } = await models();
  const result = await Owner.bulkWrite([
    { insertOne: { document: { name: 'a', level: 1 } } },
    { updateOne: { filter: { name: 'b' }, update: { $set: { level: 2 } }, upsert: true } },
    { updateMany: { filter: { name: { $exists: true } }, update: { $inc: { level: 10 } } } },
    { deleteOne: { filter: { name: 'a' } } },
  ]);
  expect([result.insertedCount, result.upsertedCount, result.modifiedCount, result.deletedCount]).toEqual([
    1, 1, 2, 1,
  ]);
  const error = await Owner.collection
    .bulkWrite([{ insertOne: { document: { name: 'b' } } }, { insertOne: { document: { name: 'c' } } }], {
      ordered: false,
    })
    .catch((one: mongo.MongoBulkWriteError) => one);
  expect(error).toMatchObject({ code: 11000, insertedCount: 1 });
  expect(await Owner.distinct('name')).toEqual(['b', 'c']);
});

test('tells which unique field was taken', async () => {
  const { Link } = await models();
  await Link.create({ code: 'x' });
  const error = await Link.create({ code: 'x' }).catch((one) => one);
  expect(error).toMatchObject({ code: 11000, keyPattern: { code: 1 }, keyValue: { code: 'x' } });
  const other = await Link.create({ code: 'y' });
  const update = await Link.updateOne({ _id: other._id }, { code: 'x' }).catch((one) => one);
  expect(update).toMatchObject({ code: 11000, keyValue: { code: 'x' } });
});

test('refuses to save over a change of somebody else', async () => {
  const { Link } = await models();
  const created = await Link.create({ code: 'v' });
  const [first, second] = await Promise.all([Link.findById(created._id), Link.findById(created._id)]);
  first?.set('views', 1);
  await first?.save();
  second?.set('views', 2);
  const error = await second?.save().catch((one) => one);
  expect(error?.name).toBe('VersionError');
});

test('keeps the exact amount of money', async () => {
  const { Link } = await models();
  await Link.create({ code: 'm', amount: '0.10' });
  await Link.updateOne({ code: 'm' }, { $inc: { amount: mongoose.Types.Decimal128.fromString('0.20') } });
  expect(String((await Link.findOne({ code: 'm' }))?.amount)).toBe('0.30');
});

test('a transaction that throws leaves nothing, one that conflicts is tried again until it holds', async () => {
  const { Owner } = await models();
  const owner = await Owner.create({ name: 'account', level: 0 });
  const failure = await connection
    .transaction(async (session) => {
      await Owner.updateOne({ _id: owner._id }, { $inc: { level: 100 } }, { session });
      await Owner.create([{ name: 'other' }], { session });
      throw new Error('changed its mind');
    })
    .catch((one: Error) => one.message);
  expect(failure).toBe('changed its mind');
  expect([await Owner.countDocuments(), (await Owner.findById(owner._id))?.level]).toEqual([1, 0]);
  let attempts = 0;
  const increase = () =>
    connection.transaction(async (session) => {
      attempts++;
      const current = await Owner.findById(owner._id).session(session);
      await Bun.sleep(2);
      await Owner.updateOne({ _id: owner._id }, { level: (current?.level ?? 0) + 1 }, { session });
    });
  await Promise.all(Array.from({ length: 5 }, increase));
  expect((await Owner.findById(owner._id))?.level).toBe(5);
  expect(attempts).toBeGreaterThan(5);
});

test('a follower of changes goes on where it stopped, and misses nothing', async () => {
  const { Owner } = await models();
  // A stream opens with its first question, behind the caller: from a time on it misses nothing meanwhile.
  const session = await connection.startSession();
  await connection.db?.command({ ping: 1 }, { session });
  const startAtOperationTime = session.operationTime as mongo.Timestamp;
  await session.endSession();
  const first = Owner.watch([{ $match: { operationType: { $in: ['insert', 'update', 'delete'] } } }], {
    fullDocument: 'updateLookup',
    startAtOperationTime,
  });
  const next = first.next();
  const created = await Owner.create({ name: 'one', level: 1 });
  const seen = (await next) as unknown as mongo.ChangeStreamInsertDocument;
  expect(seen.fullDocument).toMatchObject({ name: 'one', level: 1 });
  await first.close();
  await Owner.updateOne({ _id: created._id }, { level: 2 });
  await Owner.deleteOne({ _id: created._id });
  const second = Owner.watch([], { resumeAfter: seen._id });
  const update = (await second.next()) as unknown as mongo.ChangeStreamUpdateDocument;
  expect([update.operationType, update.updateDescription.updatedFields]).toEqual(['update', { level: 2 }]);
  expect(await second.next()).toMatchObject({ operationType: 'delete', documentKey: { _id: created._id } });
  await second.close();
});
