import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

interface Item extends mongo.Document {
  _id: number;
}

/**
 * How many answers that name a command as running prove that it lets others be served: one could be given before its
 * work begins. No time is measured: what others wait for is measured by the benchmark.
 */
const ANSWERS = 3;
/** Attempts to meet the command at work: a busy machine may not get to ask before it has ended. */
const ATTEMPTS = 20;
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

/** The operation that runs in the database of the items now. */
const running = async (): Promise<{ opid: number } | undefined> => {
  const { inprog } = await other.db('admin').command({ currentOp: 1 });
  return (inprog as { opid: number; ns?: string }[]).find(({ ns }) => ns?.startsWith(`${items.dbName}.`));
};

/** How many times others were told that `work` was running, while it did. */
const answersDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let isDone = false;
  const worked = work().finally(() => {
    isDone = true;
  });
  let answers = 0;
  while (!isDone && answers < ANSWERS) {
    const found = await running();
    if (found !== undefined) answers += 1;
  }
  await worked;
  return answers;
};

describe('long commands let others be served', () => {
  let removed = 0;
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
    [
      'an index being made',
      async () => {
        await items.createIndex({ text: 1 });
        await items.dropIndex('text_1');
      },
    ],
    [
      'a removal of many',
      () => {
        removed += 200;
        return items.deleteMany({ n: { $lt: removed } });
      },
    ],
  ];
  test.each(works)('%s', async (_name, work) => {
    let answers = 0;
    for (let attempt = 0; attempt < ATTEMPTS && answers < ANSWERS; attempt += 1)
      answers = await answersDuring(work);
    expect(answers).toBe(ANSWERS);
  });

  test('a command can be stopped', async () => {
    const admin = other.db('admin');
    const outcomes: unknown[] = [];
    for (let attempt = 0; attempt < ATTEMPTS && outcomes.at(-1) !== 11601; attempt += 1) {
      let isDone = false;
      const outcome = items
        .aggregate([
          { $unwind: '$text' },
          { $sort: { text: 1 } },
          { $group: { _id: '$text' } },
          { $count: 'n' },
        ])
        .toArray()
        .then(
          () => 'finished',
          (error) => error.code,
        )
        .finally(() => {
          isDone = true;
        });
      let found: { opid: number } | undefined;
      while (!isDone && found === undefined) found = await running();
      if (found !== undefined) await admin.command({ killOp: 1, op: found.opid });
      outcomes.push(await outcome);
    }
    expect(outcomes.at(-1)).toBe(11601);
  });
});
