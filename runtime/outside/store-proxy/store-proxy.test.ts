import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { mongo } from 'mongoose';
import type { StoreWay } from './store-way.ts';
import { serveProxy } from './testing/serve-proxy.ts';
import { upstreamOf } from './upstream.ts';
import { openByDriver } from './upstream-by-driver.ts';

let store: TestStore;
const started: ReturnType<typeof serveProxy>[] = [];
let database: string;
/** The same database without the proxy. */
let direct: mongo.Db;

beforeAll(async () => {
  store = await startTestStore();
  direct = store.database();
  database = direct.databaseName;
  await direct.collection('system_account').insertOne({ name: 'admin', password: 'hash' });
  await direct.collection('qr_code').insertMany(Array.from({ length: 300 }, (_, at) => ({ at })));
}, 60_000);
afterAll(async () => {
  for (const one of started) await one.stop();
  await store.stop();
}, 60_000);

const ways: [string, () => StoreWay][] = [
  ['the socket of the embedded store', () => upstreamOf(store.uri)],
  ["the driver's own connections, as to MongoDB", () => openByDriver(store.uri)],
];

for (const [way, open] of ways) {
  test(`by ${way}: own data are read, written, changed in transactions and followed`, async () => {
    const served = serveProxy(open(), database);
    started.push(served);
    const db = served.client.db(database);
    const orders = db.collection<{ _id: number; n: number }>('shop_order');
    await orders.deleteMany({});
    await orders.insertMany(Array.from({ length: 500 }, (_, at) => ({ _id: at, n: at % 7 })));
    expect(await orders.find({}, { batchSize: 50 }).toArray()).toHaveLength(500);
    expect(await db.collection('qr_code').find({}, { batchSize: 20 }).toArray()).toHaveLength(300);
    await orders.createIndex({ n: 1 });
    expect(
      await orders
        .aggregate([
          { $group: { _id: '$n' } },
          { $lookup: { from: 'qr_code', localField: '_id', foreignField: 'at', as: 'code' } },
        ])
        .toArray(),
    ).toHaveLength(7);
    const session = served.client.startSession();
    await expect(
      session.withTransaction(async () => {
        await orders.updateMany({}, { $set: { n: 100 } }, { session });
        throw new Error('not after all');
      }),
    ).rejects.toThrow('not after all');
    await session.withTransaction(() => orders.updateOne({ _id: 1 }, { $set: { n: 200 } }, { session }));
    await session.endSession();
    expect(await orders.countDocuments({ n: 100 })).toBe(0);
    expect(await orders.countDocuments({ n: 200 })).toBe(1);
  }, 60_000);

  test(`by ${way}: nothing of others is read or changed, and the connection goes on`, async () => {
    const served = serveProxy(open(), database);
    started.push(served);
    const db = served.client.db(database);
    const orders = db.collection('shop_order');
    const accounts = db.collection('system_account');
    const refused = { code: 13 };
    await expect(accounts.findOne({})).rejects.toMatchObject(refused);
    await expect(accounts.updateOne({}, { $set: { name: 'x' } })).rejects.toMatchObject(refused);
    await expect(accounts.drop()).rejects.toMatchObject(refused);
    await expect(accounts.insertOne({ name: 'x' })).rejects.toMatchObject(refused);
    await expect(orders.aggregate([{ $unionWith: 'system_account' }]).toArray()).rejects.toMatchObject(
      refused,
    );
    await expect(orders.aggregate([{ $out: 'system_account' }]).toArray()).rejects.toMatchObject(refused);
    await expect(db.collection('qr_code').deleteMany({})).rejects.toMatchObject(refused);
    await expect(served.client.db('admin').collection('shop_order').findOne({})).rejects.toMatchObject(
      refused,
    );
    await expect(db.collection('shop_extra_note').findOne({})).rejects.toMatchObject(refused);
    await expect(orders.rename('system_account')).rejects.toMatchObject({ code: 59 });
    await expect(db.listCollections().toArray()).rejects.toMatchObject({ code: 59 });
    await expect(db.dropDatabase()).rejects.toMatchObject({ code: 59 });
    // A cursor that somebody else has open on the same store.
    const cursor = direct.collection('system_account').find({}, { batchSize: 1 });
    await cursor.hasNext();
    await expect(
      db.command({ getMore: mongo.Long.fromNumber(12345), collection: 'shop_order' }),
    ).rejects.toMatchObject({ code: 43 });
    await cursor.close();
    expect(await direct.collection('system_account').countDocuments({ name: 'admin' })).toBe(1);
    expect(served.refusals.length).toBeGreaterThan(8);
    expect(await orders.countDocuments({})).toBeNumber();
  }, 60_000);
}
