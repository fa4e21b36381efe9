import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

interface Item extends mongo.Document {
  _id: number;
}

const DOCUMENTS = 20_000;
const LIMIT_MS = 120_000;
let store: TestStore;
let items: mongo.Collection<Item>;

beforeAll(async () => {
  store = await startTestStore();
  items = store.database().collection<Item>('items');
  await items.createIndex({ n: 1 }, { unique: true });
  await items.createIndex({ tags: 1 });
  for (let from = 0; from < DOCUMENTS; from += 5000) {
    await items.insertMany(
      Array.from({ length: 5000 }, (_, at) => ({ _id: from + at, n: from + at, tags: ['a', `t${at % 9}`] })),
    );
  }
}, LIMIT_MS);
afterAll(() => store.stop());

describe('what an operator can ask', () => {
  test(
    'validate compares documents and indexes while others write',
    async () => {
      let isOver = false;
      const writing = (async () => {
        for (let n = 0; !isOver; n += 1)
          await items.updateOne({ _id: n % DOCUMENTS }, { $set: { tags: ['a', `changed ${n}`] } });
      })();
      const found = await store.client.db(items.dbName).command({ validate: 'items' });
      isOver = true;
      await writing;
      expect(found).toMatchObject({
        valid: true,
        errors: [],
        nrecords: DOCUMENTS,
        nIndexes: 3,
        keysPerIndex: { _id_: DOCUMENTS, n_1: DOCUMENTS, tags_1: DOCUMENTS * 2 },
      });
    },
    LIMIT_MS,
  );

  test.skipIf(process.env.MONGODB_URI !== undefined)(
    'serverStatus names what took long, without its values',
    async () => {
      const admin = store.client.db('admin');
      const slow = async (): Promise<{ shape: string; millis: number }[]> =>
        (await admin.command({ serverStatus: 1 })).waypost.slow;
      const until = performance.now() + LIMIT_MS / 2;
      while (!(await slow()).some(({ shape }) => shape.includes('secretField'))) {
        if (performance.now() > until) throw new Error('nothing took long');
        await items
          .aggregate([
            { $unwind: '$tags' },
            { $sort: { tags: 1, secretField: 1 } },
            { $group: { _id: { $concat: ['$tags', 'hidden value'] } } },
          ])
          .toArray();
      }
      for (const { shape, millis } of await slow()) {
        expect(millis).toBeGreaterThanOrEqual(100);
        expect(shape).not.toContain('hidden value');
      }
    },
    LIMIT_MS,
  );
});
