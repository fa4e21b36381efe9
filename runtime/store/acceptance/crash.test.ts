import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { FILE_NAME } from '../storage/connection.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

interface Item extends mongo.Document {
  _id: string;
}

/** A small generator of repeatable random numbers from 0 to 1 (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

const ROUNDS = Number(process.env.STORE_CRASH_ROUNDS ?? 3);

describe.skipIf(process.env.MONGODB_URI !== undefined)('a store killed under writes', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await startTestStore();
  });
  afterAll(() => store.stop());

  test('has everything it acknowledged, nothing by halves, and indexes that agree with the documents', async () => {
    const random = randomFrom(20_260_301);
    const items = store.database().collection<Item>('items');
    const pairs = store.client.db(items.dbName).collection<Item>('pairs');
    await items.createIndex({ n: 1 });
    await items.createIndex({ code: 1 }, { unique: true });
    await pairs.createIndex({ owner: 1, at: -1 });
    const acknowledged = new Map<string, number>();
    const committed = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      let isOver = false;
      let isClosing = false;
      const client = await store.connect();
      const database = client.db(items.dbName);
      const workers = [0, 1, 2, 3].map(async (worker) => {
        for (let at = 0; !isOver; at += 1) {
          const id = `${round}-${worker}-${at}`;
          try {
            if (worker < 2) {
              await database.collection<Item>('items').insertOne({ _id: id, n: 0, code: `c${id}` });
              acknowledged.set(id, 0);
              await database
                .collection<Item>('items')
                .updateOne({ _id: id }, { $inc: { n: 1 }, $set: { extra: 'x'.repeat(at % 50) } });
              acknowledged.set(id, 1);
            } else {
              await client.withSession((session) =>
                session.withTransaction(async () => {
                  const list = database.collection<Item>('pairs');
                  await list.insertOne({ _id: `${id}/left`, owner: worker, at }, { session });
                  await list.insertOne({ _id: `${id}/right`, owner: worker, at }, { session });
                }),
              );
              // A client that is being closed ends its transactions, and withTransaction returns as if all were well.
              if (!isClosing) committed.add(id);
            }
          } catch (error) {
            if (!isOver && !(error instanceof mongo.MongoError)) throw error;
            if (isOver) return;
            await Bun.sleep(20);
          }
        }
      });
      await Bun.sleep(150 + random() * 350);
      isOver = true;
      await store.kill();
      await store.start();
      isClosing = true;
      await client.close(true);
      await Promise.all(workers);
    }
    expect(acknowledged.size).toBeGreaterThan(ROUNDS);
    expect(committed.size).toBeGreaterThan(0);
    const found = new Map((await items.find().toArray()).map((one) => [one._id, one.n as number]));
    const lost = [...acknowledged].filter(([id, n]) => (found.get(id) ?? -1) < n || (found.get(id) ?? 2) > 1);
    expect(lost).toEqual([]);
    const halves = new Map<string, number>();
    for (const { _id } of await pairs.find().toArray()) {
      const name = _id.split('/')[0] as string;
      halves.set(name, (halves.get(name) ?? 0) + 1);
    }
    expect([...halves.values()].filter((count) => count !== 2)).toEqual([]);
    expect([...committed].filter((id) => !halves.has(id))).toEqual([]);
    await checkIndexes(store, items, ['n_1', 'code_1']);
    await checkIndexes(store, pairs, ['owner_1_at_-1']);
  }, 120_000);
});

/** Reads a collection through each index and in the file, and compares with its documents. */
const checkIndexes = async (
  store: TestStore,
  collection: mongo.Collection<Item>,
  names: string[],
): Promise<void> => {
  const all = (await collection.find({}, { hint: { $natural: 1 } }).toArray()).map((one) => one._id).sort();
  for (const hint of names) {
    expect((await collection.find({}, { hint }).toArray()).map((one) => one._id).sort()).toEqual(all);
  }
  const database = new Database(join(store.directory, FILE_NAME), { readonly: true });
  expect(database.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
};
