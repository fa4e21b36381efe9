import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { mongo } from 'mongoose';
import { CALL_TIME_LIMIT_MS } from '../../runtime/http/call-pipeline.ts';
import { knownFailure } from '../../runtime/storage/index.ts';
import {
  limitTransactions,
  nobodyWaits,
  TRANSACTION_PATIENCE_MS,
} from '../../runtime/storage/limit-transactions.ts';
import { openClient } from '../../runtime/storage/open-client.ts';
import {
  type Command,
  type Document,
  type Fault,
  type ReplicaSet,
  startReplicaSet,
} from '../replica-set/replica-set.ts';

setDefaultTimeout(120_000);
/** Patience of these tests, milliseconds. */
const SHORT_MS = 1_000;
const WITHIN_MS = 4_000;
let store: TestStore;
let set: ReplicaSet;
let client: mongo.MongoClient;
let fault: (command: Command) => Fault = () => undefined;
let changed: (command: Command, answer: Document) => Document | undefined = () => undefined;

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    fault: (command) => fault(command),
    changed: (command, answer) => changed(command, answer),
  });
  client = new mongo.MongoClient(set.uri, { heartbeatFrequencyMS: 500, serverSelectionTimeoutMS: 500 });
  limitTransactions(client, SHORT_MS);
  await rows().insertOne({ _id: 'there' });
});
afterAll(async () => {
  await client?.close();
  await set?.stop();
  await store?.stop();
});
afterEach(() => {
  fault = () => undefined;
  changed = () => undefined;
});

const rows = () => client.db('waypost').collection<{ _id: string }>('patience');
const write = (id: string, of = client) =>
  of.withSession((session) =>
    session.withTransaction(() =>
      of.db('waypost').collection<{ _id: string }>('patience').insertOne({ _id: id }, { session }),
    ),
  );

/** How a transaction ends, and after how long. */
async function endOf(id: string): Promise<{ error: unknown; took: number }> {
  const began = performance.now();
  const error = await write(id).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, took: performance.now() - began };
}

test.each([251, 112])(
  'a storm of transactions that have to begin again (%d) ends, and is said to be the store',
  async (code) => {
    let attempts = 0;
    fault = ({ name }) => {
      if (name !== 'insert') return undefined;
      attempts += 1;
      return { answer: { ok: 0, code, errmsg: 'made to fail', errorLabels: ['TransientTransactionError'] } };
    };
    const { error, took } = await endOf(`storm ${code}`);
    expect(took).toBeLessThan(WITHIN_MS);
    expect(attempts).toBeGreaterThan(2);
    expect(knownFailure(error)).toMatchObject({ code: 'store_unavailable', status: 503 });
  },
);

test('a commit whose end nobody tells is not asked for for ever', async () => {
  changed = ({ name }, answer) =>
    name === 'commitTransaction'
      ? {
          ...answer,
          writeConcernError: { code: 64, codeName: 'WriteConcernTimeout', errmsg: 'waiting timed out' },
        }
      : undefined;
  const { error, took } = await endOf('unconfirmed');
  expect(took).toBeLessThan(WITHIN_MS);
  expect(knownFailure(error)).toMatchObject({ code: 'store_unavailable', status: 503 });
});

test('where there is no primary it ends, too', async () => {
  const elected = set.stepDown(SHORT_MS * 3);
  const { error, took } = await endOf('away');
  expect(took).toBeLessThan(WITHIN_MS);
  expect(knownFailure(error)).toMatchObject({ code: 'store_unavailable', status: 503 });
  await elected;
});

test('what is over within the patience is carried out, once', async () => {
  let attempts = 0;
  fault = ({ name }) => {
    if (name !== 'insert') return undefined;
    attempts += 1;
    const answer = { ok: 0, code: 112, errmsg: 'made to fail', errorLabels: ['TransientTransactionError'] };
    return attempts < 4 ? { answer } : undefined;
  };
  expect((await endOf('again')).error).toBeUndefined();
  expect(attempts).toBe(4);
  expect(await rows().countDocuments({ _id: 'again' })).toBe(1);
});

test('work that nobody waits for outlasts what a killed process has begun', async () => {
  const other = client.startSession();
  const inc = { $inc: { sum: 1 } };
  const free = rows() as unknown as mongo.Collection<{ _id: string; sum: number }>;
  await free.insertOne({ _id: 'held', sum: 0 });
  other.startTransaction();
  await free.updateOne({ _id: 'held' }, inc, { session: other });
  const change = () =>
    client.withSession((session) =>
      session.withTransaction(() => free.updateOne({ _id: 'held' }, inc, { session })),
    );
  const asked = change().catch((error: unknown) => error);
  const work = nobodyWaits(change);
  expect(knownFailure(await asked)).toMatchObject({ code: 'store_unavailable', status: 503 });
  await Bun.sleep(SHORT_MS);
  await other.abortTransaction();
  await work;
  expect(await free.findOne({ _id: 'held' })).toEqual({ _id: 'held', sum: 1 });
  await other.endSession();
});

test('whoever works with it sees its own errors, as they were thrown', async () => {
  const own = new TypeError('of whoever works');
  const failed = client.withSession((session) =>
    session.withTransaction(async () => {
      throw own;
    }),
  );
  expect(await failed.catch((error: unknown) => error)).toBe(own);
  expect(await endOf('there')).toMatchObject({ error: { code: 11_000 } });
});

test('a client of the product has a patience that ends before its callers are answered', async () => {
  // The driver waits ten seconds more for the members to confirm.
  expect(TRANSACTION_PATIENCE_MS + 10_000).toBeLessThan(CALL_TIME_LIMIT_MS);
  const opened = openClient(set.uri);
  const plain = new mongo.MongoClient(set.uri);
  const [ours, theirs] = [opened.startSession(), plain.startSession()];
  expect(ours.withTransaction).not.toBe(theirs.withTransaction);
  await Promise.all([opened.close(), plain.close()]);
});
