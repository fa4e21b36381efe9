import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { codeOf } from './code-of.ts';

interface Account extends mongo.Document {
  _id: string | number;
}

let store: TestStore;
const fresh = async (...documents: Account[]): Promise<mongo.Collection<Account>> => {
  const accounts = store.database().collection<Account>('accounts');
  if (documents.length > 0) await accounts.insertMany(documents);
  else await store.client.db(accounts.dbName).createCollection('accounts');
  return accounts;
};
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

describe('transactions', () => {
  test('become visible all at once, and not before the commit', async () => {
    const accounts = await fresh({ _id: 'a', sum: 10 }, { _id: 'b', sum: 0 }, { _id: 'c' });
    const session = store.client.startSession();
    session.startTransaction();
    await accounts.updateOne({ _id: 'a' }, { $inc: { sum: -3 } }, { session });
    await accounts.updateOne({ _id: 'b' }, { $inc: { sum: 3 } }, { session });
    await accounts.insertOne({ _id: 'd', sum: 1 }, { session });
    await accounts.deleteOne({ _id: 'c' }, { session });
    expect((await accounts.find({}, { session }).sort({ _id: 1 }).toArray()) as unknown[]).toEqual([
      { _id: 'a', sum: 7 },
      { _id: 'b', sum: 3 },
      { _id: 'd', sum: 1 },
    ]);
    expect((await accounts.findOne({ _id: 'a' }))?.sum).toBe(10);
    expect(await accounts.countDocuments()).toBe(3);
    await session.commitTransaction();
    await session.endSession();
    expect((await accounts.find().sort({ _id: 1 }).toArray()).map((one) => one._id)).toEqual(['a', 'b', 'd']);
  });

  test('leave nothing behind when they are given up, also for unique keys', async () => {
    const accounts = await fresh({ _id: 'a', sum: 10 });
    await accounts.createIndex({ mail: 1 }, { unique: true, sparse: true });
    const failure = store.client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts.updateOne({ _id: 'a' }, { $set: { mail: 'x' } }, { session });
        await accounts.insertOne({ _id: 'b', mail: 'y' }, { session });
        throw new Error('changed my mind');
      }),
    );
    await expect(failure).rejects.toThrow('changed my mind');
    expect((await accounts.find().toArray()) as unknown[]).toEqual([{ _id: 'a', sum: 10 }]);
    await accounts.insertOne({ _id: 'c', mail: 'x' });
    const duplicate = store.client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts.insertOne({ _id: 'd', mail: 'z' }, { session });
        await accounts.insertOne({ _id: 'e', mail: 'z' }, { session });
      }),
    );
    expect(await codeOf(duplicate)).toBe(11000);
    expect(await accounts.countDocuments({})).toBe(2);
  });

  test('see the store as it was when they began', async () => {
    const accounts = await fresh({ _id: 1, n: 1 }, { _id: 2, n: 1 });
    await accounts.createIndex({ n: 1 });
    const session = store.client.startSession();
    session.startTransaction();
    expect((await accounts.find({ n: 1 }, { session }).toArray()).length).toBe(2);
    await accounts.deleteOne({ _id: 1 });
    await accounts.insertOne({ _id: 3, n: 1 });
    await accounts.updateOne({ _id: 2 }, { $set: { n: 2 } });
    expect((await accounts.find({ n: 1 }, { session }).toArray()).map((one) => one._id).sort()).toEqual([
      1, 2,
    ]);
    await session.abortTransaction();
    expect((await accounts.find({ n: 1 }).toArray()).map((one) => one._id)).toEqual([3]);
    await session.endSession();
  });

  test('two that write the same document: the second is told to try again', async () => {
    const accounts = await fresh({ _id: 'a', sum: 0 });
    const [one, other] = [store.client.startSession(), store.client.startSession()];
    one.startTransaction();
    other.startTransaction();
    await accounts.updateOne({ _id: 'a' }, { $inc: { sum: 1 } }, { session: one });
    const error = (await accounts
      .updateOne({ _id: 'a' }, { $inc: { sum: 1 } }, { session: other })
      .catch((thrown) => thrown)) as mongo.MongoServerError;
    expect(error.code).toBe(112);
    expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
    await one.commitTransaction();
    await Promise.all([one.endSession(), other.endSession()]);
    expect((await accounts.findOne({ _id: 'a' }))?.sum).toBe(1);
  });

  // A server of MongoDB's has others wait for a minute.
  test.skipIf(process.env.MONGODB_URI !== undefined)(
    'what a killed process has begun is given up, and keeps no document from others',
    async () => {
      const accounts = await fresh({ _id: 'a', sum: 1 });
      const begin = `
        const { mongo } = require('mongoose');
        const client = new mongo.MongoClient(${JSON.stringify(store.uri)});
        const session = client.startSession();
        session.startTransaction();
        const accounts = client.db('${accounts.dbName}').collection('accounts');
        await accounts.updateOne({ _id: 'a' }, { $inc: { sum: 1 } }, { session });
        console.log('begun');
        setInterval(() => {}, 1_000);`;
      const child = Bun.spawn([process.execPath, '-e', begin], { cwd: import.meta.dir, stdout: 'pipe' });
      expect(new TextDecoder().decode((await child.stdout.getReader().read()).value)).toBe('begun\n');
      child.kill('SIGKILL');
      await child.exited;
      // Asked again as long as another one has the document.
      await store.client.withSession((session) =>
        session.withTransaction(() => accounts.updateOne({ _id: 'a' }, { $inc: { sum: 10 } }, { session })),
      );
      expect((await accounts.findOne({ _id: 'a' }))?.sum).toBe(11);
    },
    20_000,
  );

  test('a document changed outside since they began is a conflict', async () => {
    const accounts = await fresh({ _id: 'a', sum: 0 });
    const session = store.client.startSession();
    session.startTransaction();
    await accounts.findOne({ _id: 'a' }, { session });
    await accounts.updateOne({ _id: 'a' }, { $inc: { sum: 5 } });
    expect(await codeOf(accounts.updateOne({ _id: 'a' }, { $inc: { sum: 1 } }, { session }))).toBe(112);
    await session.endSession();
    expect((await accounts.findOne({ _id: 'a' }))?.sum).toBe(5);
  });

  test('many at once over few documents lose no money', async () => {
    const accounts = await fresh(...Array.from({ length: 5 }, (_, n) => ({ _id: n, sum: 100 })));
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        for (let n = 0; n < 10; n += 1) {
          await store.client.withSession((session) =>
            session.withTransaction(async () => {
              const from = (worker + n) % 5;
              await accounts.updateOne({ _id: from }, { $inc: { sum: -1 } }, { session });
              await accounts.updateOne({ _id: (from + 1 + (n % 3)) % 5 }, { $inc: { sum: 1 } }, { session });
            }),
          );
        }
      }),
    );
    const [total] = await accounts.aggregate([{ $group: { _id: null, sum: { $sum: '$sum' } } }]).toArray();
    expect(total?.sum).toBe(500);
  });

  test('a large one is applied whole while others are served', async () => {
    const accounts = await fresh(...Array.from({ length: 8_000 }, (_, n) => ({ _id: n, n: 0 })));
    await accounts.createIndex({ n: 1 });
    let isDone = false;
    const seen = new Set<number>();
    const other = await store.connect();
    const watching = (async () => {
      while (!isDone) {
        // A plain scan that takes several turns may begin before the commit and end after it, on MongoDB too.
        const [count] = await other.withSession((session) =>
          session.withTransaction(() => {
            const mirrored = other.db(accounts.dbName).collection('accounts');
            return mirrored.aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }], { session }).toArray();
          }),
        );
        seen.add(count?.n as number);
        await other.db('admin').command({ ping: 1 });
      }
    })();
    await store.client.withSession((session) =>
      session.withTransaction(async () => {
        const statements = Array.from({ length: 8_000 }, (_, _id) => ({
          updateOne: { filter: { _id }, update: { $inc: { n: 1 } } },
        }));
        await accounts.bulkWrite(statements, { session, ordered: false });
      }),
    );
    isDone = true;
    await watching;
    for (const count of seen) expect([0, 8_000]).toContain(count);
    expect(await accounts.countDocuments({ n: 1 })).toBe(8_000);
  });

  test('what is not allowed in them is refused', async () => {
    const accounts = await fresh({ _id: 'a' });
    const session = store.client.startSession();
    session.startTransaction();
    expect(await codeOf(store.client.db(accounts.dbName).command({ count: 'accounts' }, { session }))).toBe(
      263,
    );
    await session.endSession();
  });
});

describe('retryable writes', () => {
  test('a write sent again is answered from its record and done once', async () => {
    const accounts = await fresh({ _id: 'a', sum: 0 });
    const database = store.client.db(accounts.dbName);
    const session = store.client.startSession();
    const command = {
      update: 'accounts',
      updates: [
        { q: { _id: 'a' }, u: { $inc: { sum: 1 } } },
        { q: { _id: 'b' }, u: { $set: { sum: 7 } }, upsert: true },
      ],
      lsid: session.id,
      txnNumber: mongo.Long.fromNumber(900),
    };
    const first = await database.command(command);
    const again = await database.command(command);
    expect([again.n, again.nModified, again.upserted]).toEqual([first.n, first.nModified, first.upserted]);
    expect((await accounts.findOne({ _id: 'a' }))?.sum).toBe(1);
    const modify = {
      findAndModify: 'accounts',
      query: { _id: 'a' },
      update: { $inc: { sum: 1 } },
      new: true,
    };
    const number = { lsid: session.id, txnNumber: mongo.Long.fromNumber(901) };
    expect((await database.command({ ...modify, ...number })).value.sum).toBe(2);
    expect((await database.command({ ...modify, ...number })).value.sum).toBe(2);
    expect(await codeOf(database.command(command))).toBe(225);
    await session.endSession();
  });
});
