import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { createJobQueue, JOBS } from '../../runtime/services/jobs/job-queue.ts';
import { openStore, type StoreAccess } from '../../runtime/storage/index.ts';
import { type Command, type Fault, type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

setDefaultTimeout(120_000);
let store: TestStore;
let set: ReplicaSet;
let access: StoreAccess;
let fault: (command: Command) => Fault = () => undefined;
const faults: unknown[] = [];
const log = { debug() {}, info() {}, warn() {}, error: (fields: unknown) => void faults.push(fields) };

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    fault: (command) => fault(command),
  });
  access = openStore({ uri: set.uri, log, program: 'server' });
  await until('the store is reached', access.isUp);
});
afterAll(async () => {
  await access?.close();
  await set?.stop();
  await store?.stop();
});
beforeEach(async () => {
  fault = () => undefined;
  faults.splice(0);
  await access.connection.dropCollection(JOBS).catch(() => undefined);
});

const queue = () =>
  createJobQueue({
    connection: access.connection,
    isStoreUp: access.isUp,
    worker: undefined,
    timeZone: () => 'UTC',
    log,
  });
const singles = () => access.connection.collection(JOBS).find({ type: 'single' }).toArray();

test('that there is one of each job that repeats is held by the store before the first is put into the queue', async () => {
  const order: string[] = [];
  fault = ({ name, body }) => {
    if (name === 'createIndexes' && body.createIndexes === JOBS && body.indexes[0]?.unique === true)
      order.push('index');
    if (name === 'findAndModify' && body.findAndModify === JOBS) order.push('job');
    return undefined;
  };
  const jobs = queue();
  jobs.define('tidy', async () => undefined);
  jobs.every('1 hour', 'tidy', {});
  await until('it is there', async () => (await singles()).length === 1);
  expect(order.slice(0, 2)).toEqual(['index', 'job']);
  // What the second of two processes writes that have both found none.
  const second = access.connection.collection(JOBS).insertOne({ name: 'tidy', type: 'single' });
  expect(await second.catch((error: unknown) => error)).toMatchObject({ code: 11_000 });
  await access.connection.collection(JOBS).insertMany([1, 2].map(() => ({ name: 'tidy', type: 'normal' })));
  await jobs.stop(1_000);
  expect(faults).toEqual([]);
});

test('of those that were made twice the one that is due first stays', async () => {
  await access.connection.collection(JOBS).insertMany([
    { name: 'tidy', type: 'single', nextRunAt: new Date(2_000) },
    { name: 'tidy', type: 'single', nextRunAt: new Date(1_000) },
    { name: 'sweep', type: 'single', nextRunAt: new Date(3_000) },
  ]);
  const jobs = queue();
  await jobs.now('other', {});
  const kept = (await singles()).map(({ name, nextRunAt }) => [name, nextRunAt.getTime()]);
  expect(kept.toSorted()).toEqual([
    ['sweep', 3_000],
    ['tidy', 1_000],
  ]);
  await jobs.stop(1_000);
});

test('a job that is defined while there is no primary is in the queue afterwards', async () => {
  const elected = set.stepDown(3_000);
  const jobs = queue();
  jobs.define('tidy', async () => undefined);
  jobs.every('1 hour', 'tidy', {});
  await elected;
  await until('it is there', async () => (await singles().catch(() => [])).length === 1);
  await jobs.stop(1_000);
  expect(faults).toEqual([]);
});
