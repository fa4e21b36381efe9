import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { codeOf } from './code-of.ts';

interface Item extends mongo.Document {
  _id: number;
}

describe.skipIf(process.env.MONGODB_URI !== undefined)('a full disk', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await startTestStore('--largest-bytes', String(4 * 1024 * 1024));
  });
  afterAll(() => store.stop());

  test('refuses writes with 14031, keeps all it acknowledged, answers reads, and goes on when there is room', async () => {
    const items = store.database().collection<Item>('items');
    await items.createIndex({ n: 1 });
    const batch = (n: number): Item[] =>
      Array.from({ length: 100 }, (_, at) => ({ _id: n * 100 + at, n, text: 'x'.repeat(2000) }));
    let acknowledged = 0;
    let refusal: unknown;
    for (let n = 0; n < 40 && refusal === undefined; n += 1) {
      refusal = await codeOf(items.insertMany(batch(n)));
      if (refusal === undefined) acknowledged += 100;
    }
    expect(refusal).toBe(14031);
    expect(await codeOf(items.insertMany(batch(98)))).toBe(14031);
    expect(
      await items
        .find({})
        .map((one) => one._id)
        .toArray(),
    ).toHaveLength(acknowledged);
    expect(
      await items
        .find({}, { hint: 'n_1' })
        .map((one) => one._id)
        .toArray(),
    ).toHaveLength(acknowledged);
    const { deletedCount } = await items.deleteMany({ n: { $lt: 3 } });
    expect(deletedCount).toBe(300);
    expect(await codeOf(items.insertMany(batch(99)))).toBeUndefined();
    expect(await items.countDocuments({})).toBe(acknowledged - 200);
  });
});
