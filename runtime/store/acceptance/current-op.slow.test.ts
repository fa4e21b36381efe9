import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { codeOf } from './code-of.ts';

interface Seen extends mongo.Document {
  type: string;
  opid: number;
  ns: string;
  op: string;
  active: boolean;
  appName?: string;
  waitingForLock: boolean;
  microsecs_running: number;
  command: mongo.Document;
}

const LIMIT_MS = 180_000;
const NAME = 'a program under test';
let store: TestStore;
let client: mongo.MongoClient;
let database: mongo.Db;
let admin: mongo.Db;

beforeAll(async () => {
  store = await startTestStore();
  client = await new mongo.MongoClient(store.uri, { appName: NAME }).connect();
  database = client.db(store.database().databaseName);
  admin = store.client.db('admin');
  const numbers = Array.from({ length: 4000 }, (_, n) => ({ n }));
  await database.collection('numbers').insertMany(numbers);
}, LIMIT_MS);
afterAll(async () => {
  await client.close();
  await store.stop();
});

const seen = async (): Promise<Seen[]> =>
  (await admin.aggregate([{ $currentOp: { allUsers: true, idleSessions: true } }]).toArray()) as Seen[];

/** The first operation that is as wanted. */
const whenSeen = async (isWanted: (one: Seen) => boolean): Promise<Seen> => {
  const until = performance.now() + 60_000;
  for (;;) {
    const found = (await seen()).find(isWanted);
    if (found !== undefined) return found;
    if (performance.now() > until) throw new Error('it was never seen');
    await Bun.sleep(10);
  }
};

/** Minutes of work, were it not ended. */
const endless = () =>
  database
    .collection('numbers')
    .aggregate(
      [
        { $match: { n: { $gte: 0 }, secretName: { $ne: 'a secret value' } } },
        { $project: { many: { $range: [0, 100_000] } } },
        { $unwind: '$many' },
        { $group: { _id: { $mod: ['$many', 7] }, sum: { $sum: '$many' } } },
      ],
      { comment: 'reports/daily' },
    )
    .toArray();

const holds = ({ command, locks }: Seen): boolean => 'commitTransaction' in command && locks?.Global === 'W';

/** Has the turn to write for a while, with a commit of many documents that has begun. @returns waits for its end */
const commitFor = async (name: string): Promise<() => Promise<void>> => {
  const many = database.collection<{ _id: number }>(name);
  await many.createIndex({ n: 1 });
  const session = client.startSession();
  session.startTransaction();
  for (let from = 0; from < 60_000; from += 10_000)
    await many.insertMany(
      Array.from({ length: 10_000 }, (_, at) => ({ _id: from + at, n: at })),
      { session },
    );
  const committed = session.commitTransaction();
  await whenSeen(holds);
  return async () => {
    await committed;
    await session.endSession();
  };
};

test(
  'an aggregation of minutes is seen, with who asked for it and none of its values, and killed within a moment',
  async () => {
    const outcome = codeOf(endless());
    const one = await whenSeen(({ command, secs_running }) => 'aggregate' in command && secs_running >= 1);
    expect(one).toMatchObject({
      type: 'op',
      active: true,
      op: 'command',
      ns: `${database.databaseName}.numbers`,
      appName: NAME,
      waitingForLock: false,
    });
    expect(one.command.comment).toBe('reports/daily');
    if (process.env.MONGODB_URI === undefined) expect(JSON.stringify(one)).not.toContain('a secret value');
    const asked = performance.now();
    expect(await admin.command({ killOp: 1, op: one.opid })).toMatchObject({ ok: 1 });
    expect(await outcome).toBe(11601);
    expect(performance.now() - asked).toBeLessThan(5000);
    expect((await seen()).some(({ opid }) => opid === one.opid)).toBe(false);
  },
  LIMIT_MS,
);

test(
  'a transaction that is left open is seen with what it holds, and can be ended: its client hears 251',
  async () => {
    const held = database.collection<{ _id: string; n: number }>('held');
    await held.insertOne({ _id: 'x', n: 0 });
    const session = client.startSession();
    session.startTransaction();
    await held.updateOne({ _id: 'x' }, { $set: { n: 1 } }, { session, comment: 'system role/update' });
    const open = await whenSeen(({ transaction }) => transaction !== undefined);
    expect(open).toMatchObject({
      type: 'idleSession',
      active: false,
      desc: 'inactive transaction',
      appName: NAME,
    });
    expect(open.locks).toMatchObject({ Collection: 'w' });
    expect(open.transaction.parameters).toMatchObject({ autocommit: false });
    if (process.env.MONGODB_URI === undefined)
      expect(open.waypost).toEqual({
        held: [{ ns: `${database.databaseName}.held`, documents: 1 }],
        comment: 'system role/update',
      });
    await admin.command({ killSessions: [{ id: open.lsid.id }] });
    expect((await seen()).some(({ transaction }) => transaction !== undefined)).toBe(false);
    const outcome = codeOf(held.updateOne({ _id: 'x' }, { $set: { n: 2 } }, { session }));
    expect(await outcome).toBe(251);
    await session.endSession();
    // Nothing of it stayed, and what it held is free.
    expect(await held.findOneAndUpdate({ _id: 'x' }, { $inc: { n: 10 } })).toMatchObject({ n: 0 });
  },
  LIMIT_MS,
);

test(
  'what runs within a killed session ends as well',
  async () => {
    const session = client.startSession();
    session.startTransaction();
    const outcome = codeOf(
      database
        .collection('numbers')
        .aggregate([{ $project: { many: { $range: [0, 5000] } } }, { $unwind: '$many' }, { $count: 'n' }], {
          session,
        })
        .toArray(),
    );
    const one = await whenSeen(
      ({ command, transaction }) => 'aggregate' in command && transaction !== undefined,
    );
    await admin.command({ killSessions: [{ id: one.lsid.id }] });
    expect([11601, 251]).toContain((await outcome) as number);
    await session.endSession();
  },
  LIMIT_MS,
);

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'a write that waits for its turn is seen as waiting, beside who has the turn, and goes on afterwards',
  async () => {
    const end = await commitFor('many');
    const written = database.collection<{ _id: string }>('others').insertOne({ _id: 'waits' });
    let waiting: Seen | undefined;
    let holder: Seen | undefined;
    for (let isOver = false; waiting === undefined && !isOver; ) {
      const now = await seen();
      waiting = now.find(({ op, waitingForLock }) => op === 'insert' && waitingForLock);
      holder = now.find(holds);
      isOver = holder === undefined;
    }
    expect(waiting).toMatchObject({ ns: `${database.databaseName}.others`, appName: NAME });
    expect(holder).toBeDefined();
    await end();
    await written;
  },
  LIMIT_MS,
);

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'a write that waits for its turn can be killed while it waits, and has written nothing',
  async () => {
    const end = await commitFor('more');
    const others = database.collection<{ _id: string }>('others');
    const outcome = codeOf(others.insertOne({ _id: 'killed' }));
    const waiting = await whenSeen(({ op, waitingForLock }) => op === 'insert' && waitingForLock);
    await admin.command({ killOp: 1, op: waiting.opid });
    expect(await outcome).toBe(11601);
    await end();
    expect(await others.findOne({ _id: 'killed' })).toBeNull();
  },
  LIMIT_MS,
);

test('who follows changes is seen as that, by what the following began with', async () => {
  const stream = database.collection('numbers').watch([], { comment: 'feed' });
  const next = stream.tryNext();
  const one = await whenSeen(({ cursor }) => cursor !== undefined);
  expect(one.op).toBe('getmore');
  expect(one.cursor.originatingCommand.pipeline[0]).toHaveProperty('$changeStream');
  await next;
  await stream.close();
});
