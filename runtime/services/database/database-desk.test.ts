import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { DatabaseDesk, DatabaseWork } from '@waypost/sdk/platform';
import { mongo } from 'mongoose';
import { openTestDatabase } from '../../sdk/testing/test-database.ts';
import { askedBy, followChanges, openStore, type StoreAccess } from '../../storage/index.ts';
import { createDatabaseDesk } from './database-desk.ts';

setDefaultTimeout(120_000);

const log = { debug() {}, info() {}, warn() {}, error() {} } as never;
const clock = { now: Date.now, date: () => new Date() };
let store: StoreAccess;
let desk: DatabaseDesk;

beforeAll(async () => {
  store = await openTestDatabase(log);
  desk = createDatabaseDesk({ database: store.database, clock });
  const numbers = Array.from({ length: 4000 }, (_, n) => ({ n }));
  await store.database.collection('numbers').insertMany(numbers);
});
afterAll(() => store.close());

const whenSeen = async (isWanted: (one: DatabaseWork) => boolean): Promise<DatabaseWork> => {
  const until = performance.now() + 60_000;
  for (;;) {
    const found = (await desk.now()).work.find(isWanted);
    if (found !== undefined) return found;
    if (performance.now() > until) throw new Error('it was never seen');
    await Bun.sleep(10);
  }
};
const endless = () =>
  store.database
    .collection('numbers')
    .aggregate([
      { $match: { secretName: { $ne: 'a secret value' } } },
      { $project: { many: { $range: [0, 100_000] } } },
      { $unwind: '$many' },
      { $group: { _id: { $mod: ['$many', 7] }, sum: { $sum: '$many' } } },
    ])
    .toArray();
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: { code?: unknown }) => error.code,
  );

test('work of minutes is seen with the call that asked for it, and ended: who waits hears 11601', async () => {
  const outcome = codeOf(askedBy('system reports/inquire', endless));
  const one = await whenSeen(({ command }) => command === 'aggregate');
  expect(one).toMatchObject({
    state: 'running',
    verb: 'read',
    collection: 'numbers',
    program: 'waypost server',
    asked_by: 'system reports/inquire',
    essential: null,
    shape: expect.stringContaining('secretName'),
  });
  expect(JSON.stringify(one)).not.toContain('a secret value');
  expect(await desk.end(one.id)).toMatchObject({ is_gone: true, work: { collection: 'numbers' } });
  expect(await outcome).toBe(11601);
  expect(await codeOf(desk.end(one.id))).toBe('not_found');
});

test('a transaction that nobody goes on with is seen with what it holds, and ended: its next statement hears 251', async () => {
  const session = store.connection.getClient().startSession();
  session.startTransaction();
  const held = store.database.collection<{ _id: string; n: number }>('held');
  await askedBy('system role/update', () => held.insertOne({ _id: 'x', n: 1 }, { session }));
  const open = await whenSeen(({ state }) => state === 'open');
  expect(open).toMatchObject({
    verb: 'transaction',
    holds: ['held 1'],
    asked_by: 'system role/update',
    program: 'waypost server',
    is_in_transaction: true,
    essential: null,
  });
  expect((await desk.end(open.id)).is_gone).toBe(true);
  expect(await codeOf(held.insertOne({ _id: 'y', n: 1 }, { session }))).toBe(251);
  await session.endSession();
});

test('a whole piece of work whose transaction was ended is done once more by itself, and once in all', async () => {
  const done = store.database.collection<{ _id: string; n: number }>('done');
  await done.insertOne({ _id: 'x', n: 0 });
  let attempts = 0;
  await store.transaction(async (session) => {
    attempts += 1;
    await done.updateOne({ _id: 'x' }, { $inc: { n: 1 } }, { session });
    if (attempts > 1) return;
    const open = await whenSeen(({ state, holds }) => state === 'open' && holds.includes('done 1'));
    await desk.end(open.id);
  });
  expect(attempts).toBe(2);
  expect(await done.findOne({ _id: 'x' })).toMatchObject({ n: 1 });
});

test('the feed of changes is the platform’s own, is not ended here, and comes back when somebody ends it elsewhere', async () => {
  const heard: string[] = [];
  const stop = followChanges({
    connection: store.connection,
    collection: 'followed',
    log,
    onChange: (change) => void (change && heard.push(change.id)),
  });
  const feed = await whenSeen(({ essential }) => essential === 'change_feed');
  expect(feed).toMatchObject({ verb: 'follow', asked_by: 'feed' });
  expect(await codeOf(desk.end(feed.id))).toBe('database_work_essential');
  const followed = store.database.collection<{ _id: string }>('followed');
  const until = performance.now() + 60_000;
  for (let at = 0; heard.length === 0; at += 1) {
    await followed.insertOne({ _id: `before ${at}` });
    await Bun.sleep(100);
  }
  const again = await whenSeen(({ essential }) => essential === 'change_feed');
  const number = Number(again.id.split('-')[1]);
  await store.database.admin().command({ killOp: 1, op: number });
  for (let at = 0; !heard.includes(`after ${at - 1}`); at += 1) {
    if (performance.now() > until) throw new Error('the feed did not come back');
    await followed.insertOne({ _id: `after ${at}` });
    await Bun.sleep(100);
  }
  await stop();
});

test('what the process that counts visits does is the platform’s own', async () => {
  const aggregator = openStore({ uri: uriOf(store), log, program: 'aggregator' });
  const { promise, resolve } = Promise.withResolvers<void>();
  aggregator.onChange((isUp) => isUp && resolve());
  await promise;
  const session = aggregator.connection.getClient().startSession();
  session.startTransaction();
  await aggregator.database.collection('sums').insertOne({ n: 1 }, { session });
  const open = await whenSeen(({ essential }) => essential === 'aggregator');
  expect(await codeOf(desk.end(open.id))).toBe('database_work_essential');
  await session.abortTransaction();
  await session.endSession();
  await aggregator.close();
});

test('what others say of themselves is told as their program, and never as a call of ours', async () => {
  const other = await new mongo.MongoClient(uriOf(store), { appName: 'mongosh' }).connect();
  const session = other.startSession();
  session.startTransaction();
  await other
    .db(store.database.databaseName)
    .collection('theirs')
    .insertOne({ n: 1 }, { session, comment: 'system role/update' });
  const open = await whenSeen(({ program }) => program === 'mongosh');
  expect(open).toMatchObject({ asked_by: '', essential: null });
  await desk.end(open.id);
  await session.endSession();
  await other.close();
});

test('slow commands come grouped by what they asked, from the moment on when they are noted', async () => {
  const people = store.database.collection('people');
  await people.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ name: `person ${n}`, n })));
  const before = await desk.clock();
  expect(await desk.noteSlow(1)).toBe('noted');
  for (const name of ['Wang', 'Li', 'Zhao'])
    await askedBy('system user_list/inquire', () => people.find({ name, n: { $gt: 5 } }).toArray());
  const found = await desk.readSlow(before, new Date(Date.now() + 1000));
  const one = found?.find(({ shape }) => shape === 'filter{name,n{$gt}}');
  expect(one).toMatchObject({
    verb: 'read',
    command: 'find',
    collection: 'people',
    count: 3,
    failed: 0,
    plan: 'COLLSCAN',
    program: 'waypost server',
    asked_by: 'system user_list/inquire',
  });
  expect(one?.total_ms).toBeGreaterThanOrEqual(one?.worst_ms ?? 0);
  expect(JSON.stringify(found)).not.toMatch(/Wang|Zhao/);
  expect(await desk.noteSlow(0)).toBe('off');
  const after = await desk.clock();
  await people.find({ name: 'nobody' }).toArray();
  expect(await desk.readSlow(after, new Date(Date.now() + 1000))).toEqual([]);
});

/** A database whose user lacks rights, as MongoDB answers then. */
const lacking = (...refused: string[]): mongo.Db => {
  const answer = async (command: Record<string, unknown>) => {
    const pipeline = (command.pipeline ?? []) as { $currentOp?: { allUsers: boolean } }[];
    const isForAll = pipeline[0]?.$currentOp?.allUsers === true;
    const name = isForAll ? 'inprog' : (Object.keys(command)[0] ?? '');
    if (refused.includes(name))
      throw Object.assign(new Error('not authorized on admin to execute command'), { code: 13 });
    return store.database.admin().command(command);
  };
  return {
    databaseName: store.database.databaseName,
    admin: () => ({ command: answer }),
    command: (command: Record<string, unknown>) =>
      refused.includes('profile') ? answer({ profile: -1 }) : store.database.command(command),
    collection: (name: string) => {
      if (!refused.includes('system.profile')) return store.database.collection(name);
      return { aggregate: () => ({ toArray: () => answer({ 'system.profile': 1 }) }) };
    },
  } as never;
};

test('a user of the database who may not see others’ work, or nothing at all, is said to, and nothing fails', async () => {
  const own = createDatabaseDesk({ database: lacking('inprog'), clock });
  expect((await own.now()).sees).toBe('own');
  const nothing = createDatabaseDesk({ database: lacking('inprog', 'aggregate'), clock });
  expect(await nothing.now()).toEqual({ sees: 'nothing', work: [] });
});

test('one who may not end work is told which right is missing', async () => {
  const outcome = codeOf(endless());
  const one = await whenSeen(({ command }) => command === 'aggregate');
  const desks = createDatabaseDesk({ database: lacking('killOp'), clock });
  expect(await codeOf(desks.end(one.id))).toBe('database_right_missing');
  await desk.end(one.id);
  expect(await outcome).toBe(11601);
});

test('one who may not switch notes on, or read them, is said to', async () => {
  const switching = createDatabaseDesk({ database: lacking('profile'), clock });
  expect(await switching.noteSlow(100)).toBe('may_not_switch');
  const reading = createDatabaseDesk({ database: lacking('system.profile'), clock });
  expect(await reading.noteSlow(100)).toBe('may_not_read');
  expect(await reading.readSlow(new Date(0), new Date())).toBeNull();
  await desk.noteSlow(0);
});

function uriOf({ connection, database }: StoreAccess): string {
  const [host] = connection.getClient().options.hosts;
  return `mongodb://${encodeURIComponent(host?.socketPath ?? host?.toString() ?? '')}/${database.databaseName}?directConnection=true`;
}
