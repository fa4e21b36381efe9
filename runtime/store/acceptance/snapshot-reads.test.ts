import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { codeOf } from './code-of.ts';

interface Row extends mongo.Document {
  _id: number;
  text?: string;
}

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const ROWS = 2_000;

test('a snapshot session reads every collection as it was at its first read, also behind its first batch', async () => {
  const database = store.database();
  const [rows, others] = ['rows', 'others'].map((name) => database.collection<Row>(name)) as [
    mongo.Collection<Row>,
    mongo.Collection<Row>,
  ];
  await rows.insertMany(Array.from({ length: ROWS }, (_, n) => ({ _id: n, text: 'x'.repeat(2_000) })));
  await others.insertOne({ _id: 1, text: 'before' });
  const session = store.client.startSession({ snapshot: true });
  const cursor = rows.find({}, { session, batchSize: 10 });
  expect(await cursor.next()).toMatchObject({ _id: 0 });
  // Changed, added, removed and made meanwhile.
  await rows.updateMany({}, { $set: { text: 'after' } });
  await rows.deleteMany({ _id: { $gte: ROWS / 2 } });
  await rows.insertOne({ _id: ROWS, text: 'after' });
  await others.updateOne({ _id: 1 }, { $set: { text: 'after' } });
  await database.collection<Row>('made').insertOne({ _id: 1 });
  const rest = await cursor.toArray();
  expect(rest).toHaveLength(ROWS - 1);
  expect(rest.every(({ text }) => text?.length === 2_000)).toBe(true);
  expect(await others.find({}, { session }).toArray()).toEqual([{ _id: 1, text: 'before' }]);
  expect(await database.collection<Row>('made').find({}, { session }).toArray()).toEqual([]);
  expect(await others.findOne({ _id: 1 })).toEqual({ _id: 1, text: 'after' });
  await session.endSession();
  const later = store.client.startSession({ snapshot: true });
  expect(await others.find({}, { session: later }).toArray()).toEqual([{ _id: 1, text: 'after' }]);
  await later.endSession();
});

test('a time that is not kept any more is refused, and so is one that has not come', async () => {
  const database = store.database();
  await database.collection<Row>('rows').insertOne({ _id: 1 });
  const at = (atClusterTime: mongo.Timestamp) =>
    codeOf(database.command({ find: 'rows', readConcern: { level: 'snapshot', atClusterTime } }));
  // Some day in 2001.
  expect(await at(new mongo.Timestamp({ t: 1_000_000_000, i: 1 }))).toBe(239);
  expect(await at(new mongo.Timestamp({ t: 4_000_000_000, i: 1 }))).toBe(72);
});
