import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mongo } from 'mongoose';
import { openStore, type StoreAccess } from '../../storage/index.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { takeTurns } from './take-turns.ts';

const BATCHES = 10;
const log = { debug() {}, info() {}, warn() {}, error() {} };
let store: TestStore;
const opened: StoreAccess[] = [];

beforeAll(async () => {
  store = await startTestStore();
  for (let number = 0; number < 2; number += 1) {
    const access = openStore({ uri: store.uri, log, program: 'aggregator' });
    opened.push(access);
    while (!access.isUp()) await Bun.sleep(10);
  }
}, 60_000);
afterAll(async () => {
  for (const access of opened) await access.close();
  await store?.stop();
}, 60_000);

/** Each of two adds its batches to the same document. @returns how often a batch was thrown away */
async function conflicts(name: string, haveTurns: boolean): Promise<number> {
  await store.database.collection<{ _id: string; views: number }>('hot').insertOne({ _id: name, views: 0 });
  let thrown = 0;
  const aggregating = async (access: StoreAccess) => {
    const turns = takeTurns(
      access.database,
      haveTurns ? (work) => access.exclusively(`hot ${name}`, work) : undefined,
    );
    const hot = access.database.collection<{ _id: string; views: number }>('hot');
    for (let batch = 0; batch < BATCHES; ) {
      const session = access.database.client.startSession();
      try {
        await turns.run(async () => {
          session.startTransaction();
          await hot.findOne({ _id: name }, { session });
          // What is computed between reading and writing.
          await Bun.sleep(5);
          await hot.updateOne({ _id: name }, { $inc: { views: 1 } }, { session });
          await session.commitTransaction();
        });
        batch += 1;
      } catch (error) {
        if (!(error instanceof mongo.MongoServerError) || error.code !== 112) throw error;
        thrown += 1;
        await turns.met();
        if (session.inTransaction()) await session.abortTransaction();
      } finally {
        await session.endSession();
      }
    }
  };
  await Promise.all(opened.map(aggregating));
  const stored = await store.database
    .collection<{ _id: string; views: number }>('hot')
    .findOne({ _id: name });
  expect(stored?.views).toBe(2 * BATCHES);
  return thrown;
}

test('two that meet in one hot code throw away one batch each at most, and not half of their work', async () => {
  expect(await conflicts('without', false)).toBeGreaterThan(BATCHES / 2);
  expect(await conflicts('with', true)).toBeLessThanOrEqual(2);
}, 240_000);

test('while nobody has met nobody waits for a turn; a meeting is known to all, and forgotten', async () => {
  const meetings = store.database.collection<{ _id: string; until: Date }>('kernel_lock');
  await meetings.deleteMany({});
  const asked = [0, 0];
  const [one, other] = opened.map(({ database }, at) =>
    takeTurns(database, (work) => {
      asked[at] = (asked[at] ?? 0) + 1;
      return work();
    }),
  );
  const both = async () => [await one?.run(async () => 1), await other?.run(async () => 2)];
  expect(await both()).toEqual([1, 2]);
  expect(asked).toEqual([0, 0]);
  await one?.met();
  await both();
  expect(asked).toEqual([1, 1]);
  await meetings.updateMany({}, { $set: { until: new Date(0) } });
  await both();
  expect(asked).toEqual([1, 1]);
}, 60_000);
