import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { codeOf } from './code-of.ts';

interface Item extends mongo.Document {
  _id: string | number;
}

let store: TestStore;
const fresh = (): mongo.Collection<Item> => store.database().collection<Item>('items');
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

/** A place in a feed of the embedded store means nothing to MongoDB, and the other way round. */
const FOREIGN = process.env.MONGODB_URI === undefined ? '8263A0FF12000000012B0229296E04' : '000000000000ff00';

/** The next `count` events of a stream, as kind and key. */
const read = async (stream: mongo.ChangeStream, count: number): Promise<[string, unknown][]> => {
  const events: [string, unknown][] = [];
  while (events.length < count) {
    const event = (await stream.next()) as { operationType: string; documentKey?: { _id: unknown } };
    events.push([event.operationType, event.documentKey?._id]);
  }
  return events;
};

/** A stream begins with its first question: what is written before the answer to that is not told. */
const isOpen = async (stream: mongo.ChangeStream): Promise<void> => {
  expect(await stream.tryNext()).toBeNull();
};

describe('following changes', () => {
  test('tells inserts, updates field by field, replacements and removals, in their order', async () => {
    const items = fresh();
    const stream = items.watch([], { fullDocument: 'updateLookup', maxAwaitTimeMS: 200 });
    await isOpen(stream);
    const first = stream.next();
    await items.insertOne({ _id: 1, a: { b: 1, c: 2 }, list: [1, 2, 3] });
    expect(await first).toMatchObject({ operationType: 'insert', fullDocument: { _id: 1, list: [1, 2, 3] } });
    await items.updateOne({ _id: 1 }, { $set: { 'a.b': 5, fresh: true, 'list.3': 4 }, $unset: { 'a.c': 1 } });
    expect(await stream.next()).toMatchObject({
      operationType: 'update',
      documentKey: { _id: 1 },
      ns: { db: items.dbName, coll: 'items' },
      updateDescription: { updatedFields: { 'a.b': 5, fresh: true, 'list.3': 4 }, removedFields: ['a.c'] },
      fullDocument: { _id: 1, a: { b: 5 }, fresh: true },
    });
    await items.replaceOne({ _id: 1 }, { other: 1 });
    await items.updateOne({ _id: 1 }, { $set: { other: 1 } });
    await items.deleteOne({ _id: 1 });
    expect(await read(stream, 2)).toEqual([
      ['replace', 1],
      ['delete', 1],
    ]);
    await stream.close();
  });

  test('a pipeline chooses events; a database is followed as a whole', async () => {
    const items = fresh();
    const database = store.client.db(items.dbName);
    const chosen = items.watch(
      [{ $match: { 'fullDocument.kind': 'wanted' } }, { $project: { 'fullDocument.n': 1 } }],
      { maxAwaitTimeMS: 100 },
    );
    const all = database.watch([], { maxAwaitTimeMS: 100 });
    await Promise.all([isOpen(chosen), isOpen(all)]);
    const [wanted, one] = [chosen.next(), all.next()];
    await items.insertMany([
      { _id: 1, kind: 'other' },
      { _id: 2, kind: 'wanted', n: 7 },
    ]);
    await database.collection<Item>('more').insertOne({ _id: 'm' });
    expect(((await wanted) as unknown as { fullDocument: unknown }).fullDocument).toEqual({ n: 7 });
    expect(await one).toMatchObject({ documentKey: { _id: 1 } });
    expect(await read(all, 2)).toEqual([
      ['insert', 2],
      ['insert', 'm'],
    ]);
    await Promise.all([chosen.close(), all.close()]);
  });

  test('a stream over a database tells of the collections that it asks for, and outlives one of them', async () => {
    const items = fresh();
    const database = store.client.db(items.dbName);
    const [named, other] = [database.collection<Item>('named'), database.collection<Item>('unnamed')];
    const filter = [{ $match: { 'ns.coll': { $in: ['named', 'later'] } } }];
    const stream = database.watch(filter, { maxAwaitTimeMS: 100 });
    await isOpen(stream);
    const first = stream.next() as Promise<unknown>;
    await other.insertOne({ _id: 'unheard' });
    await named.insertOne({ _id: 1 });
    const { _id } = (await first) as { _id: mongo.ResumeToken };
    await named.drop();
    await database.collection<Item>('later').insertOne({ _id: 2 });
    await other.insertOne({ _id: 'unheard, too' });
    expect(await read(stream, 2)).toEqual([
      ['drop', undefined],
      ['insert', 2],
    ]);
    await stream.close();
    // A place in it is one in a stream that asks for more.
    const more = [{ $match: { 'ns.coll': { $in: ['named', 'later', 'unnamed'] } } }];
    const resumed = database.watch(more, { maxAwaitTimeMS: 100, resumeAfter: _id });
    expect((await read(resumed, 3)).map(([kind]) => kind)).toEqual(['drop', 'insert', 'insert']);
    await resumed.close();
  });

  test('transactions are told when they are committed, and only then', async () => {
    const items = fresh();
    const stream = items.watch([], { maxAwaitTimeMS: 100 });
    await isOpen(stream);
    const first = stream.next();
    const session = store.client.startSession();
    session.startTransaction();
    await items.insertMany([{ _id: 1 }, { _id: 2 }], { session });
    await items.insertOne({ _id: 'outside' });
    await session.commitTransaction();
    await session.endSession();
    expect(await first).toMatchObject({ documentKey: { _id: 'outside' } });
    expect(await read(stream, 2)).toEqual([
      ['insert', 1],
      ['insert', 2],
    ]);
    await stream.close();
  });

  test('goes on after a token, and from a time', async () => {
    const items = fresh();
    const stream = items.watch([], { maxAwaitTimeMS: 100 });
    await isOpen(stream);
    const first = stream.next();
    await items.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    const event = (await first) as { _id: mongo.ResumeToken; clusterTime: mongo.Timestamp };
    await stream.close();
    const resumed = items.watch([], { resumeAfter: event._id });
    expect(await read(resumed, 2)).toEqual([
      ['insert', 2],
      ['insert', 3],
    ]);
    await resumed.close();
    const timed = items.watch([], { startAtOperationTime: event.clusterTime });
    expect((await read(timed, 1))[0]?.[1]).toBe(1);
    await timed.close();
  });

  // The product gives a place up for such answers: an installation that has moved comes with one of the store that it left.
  test.each([
    ['of another server', { _data: FOREIGN }, 50_811],
    ['without its text', {}, 40_647],
    ['whose text is a number', { _data: 7 }, 40_647],
    ['that is no hexadecimal number', { _data: 'no token' }, 9],
  ])('a place %s is refused: %o, code %d', async (_of, resumeAfter, code) => {
    const items = fresh();
    const pipeline = [{ $changeStream: { resumeAfter } }];
    const asked = { aggregate: items.collectionName, pipeline, cursor: {} };
    expect(await codeOf(store.client.db(items.dbName).command(asked))).toBe(code);
  });

  // Whoever ends waits for it: a process follows several, and would take seconds over its end.
  test('a killed stream ends whoever waits for its next change', async () => {
    const items = fresh();
    const db = store.client.db(items.dbName);
    const opened = await db.command({ aggregate: 'items', pipeline: [{ $changeStream: {} }], cursor: {} });
    const waiting = codeOf(
      db.command({ getMore: opened.cursor.id, collection: 'items', maxTimeMS: 30_000 } as never),
    );
    await Bun.sleep(50);
    const begun = performance.now();
    await db.command({ killCursors: 'items', cursors: [opened.cursor.id] });
    expect(await waiting).toBe(237);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('a dropped collection ends its stream', async () => {
    const items = fresh();
    await items.insertOne({ _id: 1 });
    const stream = items.watch([], { maxAwaitTimeMS: 100 });
    await isOpen(stream);
    const first = stream.next();
    await items.drop();
    expect(await first).toMatchObject({ operationType: 'drop' });
    expect(await stream.next()).toMatchObject({ operationType: 'invalidate' });
    expect(await stream.hasNext().catch(() => false)).toBe(false);
  });
});

describe.skipIf(process.env.MONGODB_URI !== undefined)('over a killed store', () => {
  test('a stream goes on by itself and misses nothing', async () => {
    const items = fresh();
    const other = await store.connect();
    const stream = other.db(items.dbName).collection<Item>('items').watch([], { maxAwaitTimeMS: 100 });
    await isOpen(stream);
    const first = stream.next();
    await items.insertOne({ _id: 0 });
    expect(await first).toMatchObject({ documentKey: { _id: 0 } });
    await items.insertMany([{ _id: 1 }, { _id: 2 }]);
    await store.kill();
    await store.start();
    await items.insertOne({ _id: 3 });
    expect((await read(stream, 3)).map(([, id]) => id)).toEqual([1, 2, 3]);
    await stream.close();
  });

  test('a stream starts at the time of an answer, also of the first one after a start of the store', async () => {
    const own = await startTestStore();
    try {
      for (const id of [1, 2]) {
        const items = own.client.db('started').collection<Item>('items');
        const session = own.client.startSession();
        await items.db.command({ ping: 1 }, { session });
        const { operationTime } = session;
        await session.endSession();
        if (operationTime === undefined) throw new Error('an answer without its time');
        const stream = items.watch([], { startAtOperationTime: operationTime });
        await items.insertOne({ _id: id });
        expect(await read(stream, 1)).toEqual([['insert', id]]);
        await stream.close();
        await own.kill();
        await own.start();
      }
    } finally {
      await own.stop();
    }
  });

  test('a time before anything was watched, and no longer in memory, is refused as too old', async () => {
    const items = fresh();
    await items.insertOne({ _id: 1 });
    const startAtOperationTime = new mongo.Timestamp({ t: Math.floor(Date.now() / 1000) - 100, i: 1 });
    const stream = items.watch([], { startAtOperationTime });
    expect(await codeOf(stream.next())).toBe(286);
    await stream.close();
  });
});
