import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { socketUri } from '../command.ts';
import { COMMANDS } from '../commands/registry.ts';
import { type EmbeddedStore, openStore } from '../engine/store.ts';
import { READER_THREAD } from '../reader-thread/address.ts';
import { createDispatch } from '../server/dispatch.ts';
import { listen } from '../server/listener.ts';

/**
 * A transaction that takes longer than it may, on a machine that has other things to do: it is given up whole or committed whole, and
 * nothing of it stands in the way of the next one.
 */
setDefaultTimeout(120_000);
/** Documents that a statement is at for many slices. */
const MANY = 20_000;
const LONGEST_MS = 60_000;
/** Commands during which time passes. */
const WORK: ReadonlySet<string> = new Set(['update', 'commitTransaction']);
const directory = mkdtempSync(join(tmpdir(), 'wp-long-transactions-'));
const time = { ahead: 0 };

let store: EmbeddedStore;
let listener: { close(): void };
let client: mongo.MongoClient;
let left: mongo.Collection<{ _id: number; n: number }>;
let right: typeof left;
beforeAll(async () => {
  const socket = join(directory, 'store.sock');
  store = openStore({
    directory,
    synchronous: 'NORMAL',
    readerThread: READER_THREAD,
    largestBytes: undefined,
    now: Date.now,
    monotonic: () => performance.now() + time.ahead,
    log: (event, error) => console.error(event, error),
    lost: (error) => console.error(error),
    logSlow: () => undefined,
  });
  listener = listen({
    path: socket,
    dispatch: createDispatch(store, COMMANDS),
    closed: store.clients.gone,
    log: console.error,
  });
  client = await new mongo.MongoClient(socketUri(socket, 'long')).connect();
  left = client.db().collection('left');
  right = client.db().collection('right');
});
beforeEach(async () => {
  for (const one of [left, right]) {
    await one.deleteMany({});
    await one.insertMany(Array.from({ length: MANY }, (_, _id) => ({ _id, n: 0 })));
  }
});
afterAll(async () => {
  await client.close();
  listener.close();
  store.close();
  rmSync(directory, { recursive: true });
});

/** Runs `work` while the time that a transaction may take passes again and again, and it is looked for those over it. */
async function whileTimePasses<T>(work: () => Promise<T>): Promise<T> {
  let sweeps = 0;
  const timer = setInterval(() => {
    // Not before it is at it.
    if (!store.operations.list().some(({ command }) => WORK.has(command))) return;
    time.ahead += LONGEST_MS + 1;
    store.sessions.sweep(true);
    sweeps++;
  }, 1);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    expect(sweeps).toBeGreaterThan(0);
  }
}

const numbersOf = (one: typeof left) => one.distinct('n');

test('one whose statement is still at it is given up, and the same documents can be written at once', async () => {
  const session = client.startSession();
  session.startTransaction();
  await left.updateOne({ _id: 0 }, { $inc: { n: 1 } }, { session });
  const late = await whileTimePasses(() =>
    left.updateMany({}, { $inc: { n: 1 } }, { session }).catch((error: mongo.MongoServerError) => error),
  );
  expect(late).toMatchObject({ code: 251 });
  expect((late as mongo.MongoServerError).hasErrorLabel('TransientTransactionError')).toBe(true);
  await session.abortTransaction();
  expect(await numbersOf(left)).toEqual([0]);
  await session.withTransaction(async () => {
    await left.updateMany({}, { $inc: { n: 1 } }, { session });
  });
  expect(await numbersOf(left)).toEqual([1]);
  await session.endSession();
});

test('one that is being committed is committed whole, however long that takes', async () => {
  const session = client.startSession();
  session.startTransaction();
  for (const one of [left, right]) await one.updateMany({}, { $inc: { n: 1 } }, { session });
  await whileTimePasses(() => session.commitTransaction());
  expect([await numbersOf(left), await numbersOf(right)]).toEqual([[1], [1]]);
  await session.endSession();
});

test('a commit that is sent twice at once has one outcome', async () => {
  const session = client.startSession();
  session.startTransaction();
  for (const one of [left, right]) await one.updateMany({}, { $inc: { n: 1 } }, { session });
  await Promise.all([session.commitTransaction(), session.commitTransaction()]);
  expect([await numbersOf(left), await numbersOf(right)]).toEqual([[1], [1]]);
});

test('a list without an order ends with its first failure, and leaves nothing behind', async () => {
  const session = client.startSession();
  session.startTransaction();
  const fresh = (number: number) => ({ _id: MANY + number, n: 0 });
  const failure = await left
    .insertMany([fresh(0), { _id: 1, n: 0 }, fresh(1), fresh(2)], { session, ordered: false })
    .catch((error: mongo.MongoServerError) => error);
  expect(failure).toMatchObject({ code: 11_000 });
  await session.abortTransaction().catch(() => undefined);
  await left.insertMany([fresh(0), fresh(1), fresh(2)]);
  expect(await left.countDocuments()).toBe(MANY + 3);
  await session.endSession();
});
