import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { mongo } from 'mongoose';
import { limitTransactions } from '../../runtime/storage/limit-transactions.ts';
import { COLLECTIONS } from '../../runtime/visit/store/collections.ts';
import { allViews } from '../../runtime/visit/testing/all-views.ts';
import { type Command, type Document, type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { type AggregationPlace, aggregationPlace } from './aggregation-place.ts';

// What a primary has carried out and nobody has confirmed: it may be confirmed at any moment, and it may be taken back.

setDefaultTimeout(60_000);
const LINK = '0a'.repeat(12);
const TIME = Date.UTC(2026, 4, 3, 1);
/** Visits before the batch that nobody confirms, and behind it. */
const VISITS = 20;
/** How long a transaction is tried, milliseconds. */
const PATIENCE_MS = 200;
/** Between two looks at whether a journal's writer lives, of an aggregator's clock. */
const LATER = 10_000;
const UNCONFIRMED = {
  writeConcernError: {
    code: 64,
    codeName: 'WriteConcernTimeout',
    errmsg: 'waiting for replication timed out',
  },
};

/** Whether other members confirm what is committed; `at next look`: once somebody has asked for it once more. */
let confirming: 'yes' | 'no' | 'at next look' = 'yes';
/** A batch was written since they no longer do. */
let hasBatch = false;
let store: TestStore;
let set: ReplicaSet;
let client: mongo.MongoClient;
let place: AggregationPlace;

const collectionOf = ({ name, body }: Command) => String(body[name]);
/** What members that confirm nothing make of an answer. */
function unconfirmed(command: Command, answer: Document): Document | undefined {
  const { name, body } = command;
  if (confirming === 'yes' || !hasBatch) return undefined;
  const isCommit = name === 'commitTransaction' && Number(answer.ok) === 1;
  const isMajority =
    name === 'find' && body.readConcern?.level === 'majority' && body.txnNumber === undefined;
  if (!isCommit && !isMajority) return undefined;
  if (confirming === 'at next look') confirming = 'yes';
  return isCommit
    ? { ...answer, ...UNCONFIRMED }
    : { ...answer, cursor: { ...answer.cursor, firstBatch: [] } };
}

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    fault: (command) => {
      hasBatch ||= command.name === 'insert' && collectionOf(command) === COLLECTIONS.checkpoints;
      return undefined;
    },
    changed: unconfirmed,
  });
  client = new mongo.MongoClient(set.uri, { writeConcern: { w: 'majority' }, heartbeatFrequencyMS: 500 });
  limitTransactions(client, PATIENCE_MS);
  place = await aggregationPlace(client.db('taken_back'));
});
afterAll(async () => {
  await client?.close();
  await set?.stop();
  await store?.stop();
});
beforeEach(async () => {
  confirming = 'yes';
  await place.empty();
  hasBatch = false;
});

const write = () => place.write(Array.from({ length: VISITS }, () => ({ link: LINK, time: TIME })));
const views = () => allViews(place.collections);
const segments = () =>
  readdirSync(place.directory(), { recursive: true }).filter((name) => String(name).endsWith('.wpj')).length;
const isGone = () => readdirSync(place.directory()).length === 0;

/** Aggregates what is there as an aggregator does that is started anew. */
async function aggregate(): Promise<void> {
  const aggregation = place.take();
  try {
    for (let now = LATER; !(await aggregation.aggregate(now)).isFinished; now += LATER);
  } catch (error) {
    aggregation.close();
    throw error;
  }
  await aggregation.finish();
}

/** A batch is carried out and confirmed by nobody; its aggregator dies, and more visits are behind it. */
async function leaveUnconfirmed(): Promise<void> {
  write();
  const first = place.take();
  confirming = 'no';
  await expect(first.aggregate(0)).rejects.toThrow('replication timed out');
  first.close();
  expect(await views()).toBe(VISITS);
  write();
  place.end();
}

test('a batch that is confirmed while an aggregator looks how far a journal is stored: what is behind it is counted', async () => {
  await leaveUnconfirmed();
  confirming = 'at next look';
  await aggregate();
  expect(await views()).toBe(2 * VISITS);
  expect(isGone()).toBe(true);
});

test('as long as nobody confirms a batch its journal stays; when it is taken back all of it is counted', async () => {
  await leaveUnconfirmed();
  const before = segments();
  for (let round = 0; round < 3; round += 1) await expect(aggregate()).rejects.toThrow();
  expect(segments()).toBe(before);
  await takeBack();
  confirming = 'yes';
  await aggregate();
  expect(await views()).toBe(2 * VISITS);
  expect(isGone()).toBe(true);
});

test('of a journal that is over no segment is deleted where the store no longer has what it said', async () => {
  write();
  place.end();
  const aggregation = place.take();
  for (let now = LATER; !(await aggregation.aggregate(now)).isFinished; now += LATER);
  await takeBack();
  const before = segments();
  await expect(aggregation.finish()).rejects.toThrow('it stays');
  expect(segments()).toBe(before);
  await aggregate();
  expect(await views()).toBe(VISITS);
  expect(isGone()).toBe(true);
});

/** What was written is gone, as on a member that another was elected over. */
async function takeBack(): Promise<void> {
  const direct = new mongo.MongoClient(store.uri);
  try {
    for (const name of Object.values(COLLECTIONS))
      await direct.db('taken_back').collection(name).deleteMany({});
  } finally {
    await direct.close();
  }
}
