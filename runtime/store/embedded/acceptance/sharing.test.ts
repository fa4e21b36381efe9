import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from './test-store.ts';

interface Item extends mongo.Document {
  _id: number;
}

/** What one command may keep others waiting. The median is held to it: single pings also meet a busy machine. */
const LONGEST_WAIT_MILLISECONDS = 50;
const DOCUMENTS = 60_000;

let store: TestStore;
let items: mongo.Collection<Item>;
let other: mongo.MongoClient;
beforeAll(async () => {
  store = await startTestStore();
  other = await store.connect();
  items = store.database().collection<Item>('items');
  for (let n = 0; n < DOCUMENTS; n += 10_000) {
    await items.insertMany(
      Array.from({ length: 10_000 }, (_, at) => ({
        _id: n + at,
        n: (n + at) % 1000,
        text: `text ${n + at}`,
      })),
    );
  }
});
afterAll(() => store.stop());

/** Pings while `work` runs; the median of their waits in milliseconds. */
const waitDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let isDone = false;
  const running = work().finally(() => {
    isDone = true;
  });
  const waits: number[] = [];
  while (!isDone) {
    const start = performance.now();
    await other.db('admin').command({ ping: 1 });
    waits.push(performance.now() - start);
    await Bun.sleep(1);
  }
  await running;
  waits.sort((one, another) => one - another);
  return waits[Math.floor(waits.length / 2)] ?? 0;
};

describe('long commands let others be served', () => {
  const works: [string, () => Promise<unknown>][] = [
    ['a scan without index', () => items.countDocuments({ text: /9$/ })],
    [
      'an aggregation',
      () =>
        items
          .aggregate([
            { $group: { _id: '$text', n: { $sum: '$n' } } },
            { $sort: { n: -1, _id: 1 } },
            { $limit: 1 },
          ])
          .toArray(),
    ],
    ['a sort in memory', () => items.find().sort({ text: -1 }).limit(1).toArray()],
    ['an update of all', () => items.updateMany({}, { $inc: { n: 1 } })],
    ['an index being made', () => items.createIndex({ text: 1 })],
    ['a removal of many', () => items.deleteMany({ n: { $lt: 300 } })],
  ];
  test.each(works)('%s', async (_name, work) => {
    expect(await waitDuring(work)).toBeLessThan(LONGEST_WAIT_MILLISECONDS);
  });

  test('a command can be stopped', async () => {
    const admin = other.db('admin');
    const running = items
      .aggregate([
        { $unwind: '$text' },
        { $sort: { text: 1 } },
        { $group: { _id: '$text' } },
        { $count: 'n' },
      ])
      .toArray();
    const outcome = running.then(
      () => 'finished',
      (error) => error.code,
    );
    await Bun.sleep(30);
    const { inprog } = await admin.command({ currentOp: 1 });
    const own = (inprog as { opid: number; ns: string; command: object }[]).find(
      (one) => 'aggregate' in one.command,
    );
    if (own !== undefined) await admin.command({ killOp: 1, op: own.opid });
    expect(await outcome).toBe(own === undefined ? 'finished' : 11601);
  });
});
