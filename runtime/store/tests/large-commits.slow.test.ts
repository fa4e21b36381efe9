import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { mongo } from 'mongoose';
import { checkStore } from '../archive/check-store.ts';
import { socketUri } from '../command.ts';
import { COMMANDS } from '../commands/registry.ts';
import { type EmbeddedStore, openStore } from '../engine/store.ts';
import { READER_THREAD } from '../reader-thread/address.ts';
import { createDispatch } from '../server/dispatch.ts';
import { listen } from '../server/listener.ts';
import { FILE_NAME } from '../storage/connection.ts';

/** Transactions so large that the rows of indexes are written behind those of all documents. */
setDefaultTimeout(120_000);
/** More than are applied in one go. */
const WRITES = 700;
const NAMES = 1000;
const directory = mkdtempSync(join(tmpdir(), 'wp-large-commits-'));

interface Row {
  _id: number;
  name: string;
  tags: number[];
  count: number;
}

let store: EmbeddedStore;
let listener: { close(): void };
let client: mongo.MongoClient;
let rows: mongo.Collection<Row>;
beforeAll(async () => {
  const socket = join(directory, 'store.sock');
  store = openStore({
    directory,
    synchronous: 'NORMAL',
    readerThread: READER_THREAD,
    largestBytes: undefined,
    now: Date.now,
    monotonic: () => performance.now(),
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
  client = await new mongo.MongoClient(socketUri(socket, 'large')).connect();
  rows = client.db().collection('rows');
  await rows.createIndex({ name: 1 }, { unique: true });
  await rows.createIndex({ tags: 1 });
  await rows.createIndex({ count: -1 });
});
afterAll(async () => {
  await client.close();
  listener.close();
  store.close();
  rmSync(directory, { recursive: true });
});

interface Change {
  does: 'put' | 'delete';
  id: number;
  tags: number[];
  count: number;
}
const anyChange: fc.Arbitrary<Change> = fc.record({
  does: fc.constantFrom('put', 'put', 'put', 'delete'),
  id: fc.nat(NAMES),
  tags: fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
  count: fc.nat(50),
});

const writeOf = ({ does, id, tags, count }: Change): mongo.AnyBulkWriteOperation<Row> =>
  does === 'delete'
    ? { deleteOne: { filter: { _id: id } } }
    : { updateOne: { filter: { _id: id }, update: { $set: { name: `n${id}`, tags, count } }, upsert: true } };

function noteIn(model: Map<number, Row>, { does, id, tags, count }: Change): void {
  if (does === 'delete') model.delete(id);
  else model.set(id, { _id: id, name: `n${id}`, tags, count });
}

test('after any large transaction, kept or given up, documents and indexes say the same', async () => {
  const anyBatches = fc.array(
    fc.record({
      changes: fc.array(anyChange, { minLength: WRITES, maxLength: WRITES + 200 }),
      isKept: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  );
  await fc.assert(
    fc.asyncProperty(anyBatches, async (batches) => {
      await rows.deleteMany({});
      const model = new Map<number, Row>();
      for (const { changes, isKept } of batches) {
        const session = client.startSession();
        session.startTransaction();
        await rows.bulkWrite(changes.map(writeOf), { session });
        if (isKept) await session.commitTransaction();
        else await session.abortTransaction();
        await session.endSession();
        if (isKept) for (const one of changes) noteIn(model, one);
      }
      const all = [...model.values()];
      expect(await rows.find().sort({ _id: 1 }).toArray()).toEqual(
        all.toSorted((one, other) => one._id - other._id),
      );
      for (const tag of [0, 1, 2, 3, 4, 5])
        expect(await rows.countDocuments({ tags: tag }, { hint: { tags: 1 } })).toBe(
          all.filter(({ tags }) => tags.includes(tag)).length,
        );
      expect(await rows.countDocuments({ count: { $gte: 25 } }, { hint: { count: -1 } })).toBe(
        all.filter(({ count }) => count >= 25).length,
      );
      expect(checkStore(join(directory, FILE_NAME)).problems).toEqual([]);
    }),
    { numRuns: 6, seed: 89 },
  );
});

test('a large transaction that meets a key which another has taken leaves nothing behind', async () => {
  await rows.deleteMany({});
  const session = client.startSession();
  session.startTransaction();
  await rows.insertMany(
    Array.from({ length: WRITES }, (_, _id) => ({ _id, name: `n${_id}`, tags: [1], count: _id })),
    { session },
  );
  await rows.insertOne({ _id: -1, name: `n${WRITES - 1}`, tags: [2], count: 0 });
  expect(await session.commitTransaction().catch(({ code }: { code: number }) => code)).toBe(112);
  await session.endSession();
  expect(await rows.countDocuments({ tags: 1 })).toBe(0);
  expect(await rows.countDocuments({})).toBe(1);
  expect(checkStore(join(directory, FILE_NAME)).problems).toEqual([]);
});
