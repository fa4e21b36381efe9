import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { mongo } from 'mongoose';
import { type Command, type Fault, type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

// What stands for a replica set in tests does as one does: else nothing that is shown behind it is worth anything.

setDefaultTimeout(60_000);

const ELECTION_MS = 200;
let store: TestStore;
let set: ReplicaSet;
let client: mongo.MongoClient;
let fault: (command: Command) => Fault = () => undefined;

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    fault: (command) => fault(command),
  });
  client = new mongo.MongoClient(set.uri, { heartbeatFrequencyMS: 500 });
  await rows().insertOne({ _id: 'there' });
});
afterAll(async () => {
  await client?.close();
  await set?.stop();
  await store?.stop();
});
afterEach(() => {
  fault = () => undefined;
});

const rows = () => client.db('waypost').collection<{ _id: string; times?: number }>('rows');

test.each(['the next statement', 'the commit'] as const)(
  'a step-down ends a transaction that is open: %s is told, and nothing of it stays',
  async (by) => {
    const session = client.startSession();
    session.startTransaction();
    await rows().insertOne({ _id: `before ${by}` }, { session });
    await set.stepDown(ELECTION_MS);
    // The driver asks the new primary from here on.
    await rows().findOne({});
    const next =
      by === 'the commit' ? session.commitTransaction() : rows().insertOne({ _id: 'later' }, { session });
    const error = await next.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof mongo.MongoServerError)) throw new Error('it was not refused', { cause: error });
    expect([error.code, error.hasErrorLabel('TransientTransactionError')]).toEqual([251, true]);
    await session.endSession();
    expect(await rows().findOne({ _id: `before ${by}` })).toBeNull();
    // Nothing that the transaction held keeps others out.
    await rows().insertOne({ _id: `before ${by}` });
  },
);

test('a transaction that a step-down ended is carried out by its next try, once', async () => {
  let tries = 0;
  await client.withSession((session) =>
    session.withTransaction(async () => {
      tries += 1;
      await rows().updateOne({ _id: 'there' }, { $inc: { times: 1 } }, { session });
      if (tries === 1) await set.stepDown(ELECTION_MS);
    }),
  );
  expect(tries).toBe(2);
  expect(await rows().findOne({ _id: 'there' })).toMatchObject({ times: 1 });
});

test.each([
  ['cut before', false],
  ['cut during', true],
  ['cut after', true],
] as const)('%s: whether the command is carried out though nobody is told', async (way, isCarriedOut) => {
  const once = new mongo.MongoClient(set.uri, { retryWrites: false });
  const asked = once.db('waypost').collection<{ _id: string }>('rows');
  await asked.findOne({});
  fault = ({ name }) => (name === 'insert' ? way : undefined);
  expect(asked.insertOne({ _id: way })).rejects.toBeInstanceOf(mongo.MongoNetworkError);
  if (isCarriedOut)
    await until('the row is there', async () => (await rows().findOne({ _id: way })) !== null, {
      withinMs: 10_000,
    });
  else expect(await rows().findOne({ _id: way })).toBeNull();
  await once.close();
});
