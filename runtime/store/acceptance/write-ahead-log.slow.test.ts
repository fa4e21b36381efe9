import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

const MEBIBYTE = 1024 * 1024;
/** All that is written; without being emptied the log would hold more than that. */
const BATCHES = 60;
const BATCH = 500;
const TEXT_BYTES = 4096;
/** A starved machine may let it grow past the 96 MiB at which writers wait for it. */
const LARGEST_LOG = 128 * MEBIBYTE;
/** Of one commit more than the bound at which transactions wait. */
const LARGEST_WITH_TRANSACTIONS = 256 * MEBIBYTE;
const ROWS = 40_000;
const CHANGED = 6_000;
const TRANSACTIONS_MS = 20_000;
const LEAST_TRANSACTIONS = 3;
const LIMIT_MS = 180_000;

describe.skipIf(process.env.MONGODB_URI !== undefined)('the write-ahead log', () => {
  let store: TestStore;
  let items: mongo.Collection;
  const logBytes = (): number =>
    statSync(join(store.directory, 'store.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0;
  beforeAll(async () => {
    store = await startTestStore();
    items = store.database().collection('items');
  });
  afterAll(() => store.stop());

  test(
    'stays short under a steady load, with a scan that never ends and a cursor that nobody reads on',
    async () => {
      const batch = (n: number) =>
        Array.from({ length: BATCH }, (_, at) => ({ n: n * BATCH + at, text: 'x'.repeat(TEXT_BYTES) }));
      await items.insertMany(batch(0));
      const forgotten = items.find({ text: /^x/ }, { batchSize: 2 });
      expect(await forgotten.next()).not.toBeNull();
      let isOver = false;
      let scans = 0;
      const scanning = (async () => {
        while (!isOver) {
          const [sum] = await items
            .aggregate([{ $group: { _id: { $substrCP: ['$text', 0, 3] }, count: { $sum: 1 } } }])
            .toArray();
          expect(sum?.count).toBeGreaterThanOrEqual(BATCH);
          scans += 1;
        }
      })();
      let largest = 0;
      for (let n = 1; n < BATCHES; n += 1) {
        await items.insertMany(batch(n));
        largest = Math.max(largest, logBytes());
      }
      isOver = true;
      await scanning;
      expect(scans).toBeGreaterThan(0);
      expect(largest).toBeLessThan(LARGEST_LOG);
      expect(await items.countDocuments({})).toBe(BATCHES * BATCH);
      await forgotten.close();
    },
    LIMIT_MS,
  );

  test(
    'stays short while large transactions follow each other without a pause, of two clients at once',
    async () => {
      const rows = store.database().collection<{ _id: number; text: string }>('rows');
      const texts = (mark: number) => `${mark}`.padEnd(TEXT_BYTES / 4, 'x');
      const all = Array.from({ length: ROWS }, (_, _id) => ({ _id, text: texts(0) }));
      await rows.insertMany(all);
      let largest = 0;
      let committed = 0;
      const until = performance.now() + TRANSACTIONS_MS;
      const writing = async (client: mongo.MongoClient, part: number) => {
        const own = client.db(rows.dbName).collection<{ _id: number; text: string }>('rows');
        const session = client.startSession();
        // On a busy machine fewer are done in that time than would show anything.
        for (let mark = 1; performance.now() < until || committed < LEAST_TRANSACTIONS; mark += 1) {
          const changes = Array.from({ length: CHANGED }, (_, at) => ({
            updateOne: {
              // Far from each other, as keys of addresses are: each is a page of its own.
              filter: { _id: (((at * 97 + mark * 13) * 2) % ROWS) + part },
              update: { $set: { text: texts(mark) } },
            },
          }));
          await session.withTransaction(() => own.bulkWrite(changes, { session }));
          committed += 1;
          largest = Math.max(largest, logBytes());
        }
        await session.endSession();
      };
      await Promise.all([writing(await store.connect(), 0), writing(await store.connect(), 1)]);
      expect(committed).toBeGreaterThanOrEqual(LEAST_TRANSACTIONS);
      expect(largest).toBeLessThan(LARGEST_WITH_TRANSACTIONS);
      expect(await rows.countDocuments({})).toBe(ROWS);
    },
    LIMIT_MS,
  );

  test(
    'is short again once the load is over',
    async () => {
      const until = performance.now() + LIMIT_MS / 2;
      do {
        // It is looked at after commits.
        await items.updateOne({ n: 1 }, { $inc: { seen: 1 } });
        await Bun.sleep(100);
      } while (logBytes() > 32 * MEBIBYTE && performance.now() < until);
      expect(logBytes()).toBeLessThanOrEqual(32 * MEBIBYTE);
    },
    LIMIT_MS,
  );
});
