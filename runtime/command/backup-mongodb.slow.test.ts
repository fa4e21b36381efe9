import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { mongo } from 'mongoose';
import { type Fault, type ReplicaSet, startReplicaSet } from '../../tests/replica-set/replica-set.ts';
import { monitorCollections } from '../monitor/index.ts';
import { lastRestore } from '../storage/index.ts';
import { visitCollections } from '../visit/store/collections.ts';
import type { RunDocument } from '../visit/store/shared-limits.ts';
import { runHere, serveStore } from './testing/run-waypost.ts';

// MongoDB is an embedded store behind the proxy that passes for a replica set, or that of MONGODB_URI.

const root = mkdtempSync(join(tmpdir(), 'waypost-backup-mongodb-'));
const archive = join(root, 'one.tar');
let store: TestStore;
let set: ReplicaSet | undefined;
let fault: (command: { name: string; body: mongo.Document }) => Fault = () => undefined;
let uri: string;
const databases: string[] = [];

const fresh = (name: string): string => {
  const directory = join(root, name);
  mkdirSync(directory, { recursive: true });
  return directory;
};
/** A database that nobody else uses, as MONGODB_URI names it. */
const database = (name: string) => {
  const full = `backup_${name}_${crypto.randomUUID().slice(0, 8)}`;
  databases.push(full);
  const [, hosts, query = ''] = /^(mongodb:\/\/[^/]+)\/?[^?]*(\?.*)?$/.exec(uri) ?? [];
  return { db: store.client.db(full), variables: { MONGODB_URI: `${hosts}/${full}${query}` } };
};

beforeAll(async () => {
  store = await startTestStore();
  if (process.env.MONGODB_URI === undefined)
    set = await startReplicaSet({
      socket: join(store.directory, 'store.sock'),
      fault: (command) => fault(command as never),
    });
  uri = set === undefined ? store.uri : set.uri;
}, 60_000);
afterAll(async () => {
  for (const name of databases) await store.client.db(name).dropDatabase();
  await set?.stop();
  await store.stop();
  rmSync(root, { recursive: true, force: true });
});

interface Pair extends mongo.Document {
  _id: string;
  n: number;
}

const data = fresh('data');
let source: ReturnType<typeof database>;
let documents = 0;

test('a backup of MongoDB made while writes go on holds whole transactions and the journal, and comes back into the embedded store', async () => {
  source = database('source');
  writeFileSync(join(data, 'secret.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
  mkdirSync(join(data, 'journal/j1'), { recursive: true });
  writeFileSync(join(data, 'journal/j1/segment-1'), 'visits');
  const pairs = source.db.collection<Pair>('pairs');
  await pairs.createIndex({ n: 1 }, { unique: false });
  await source.db.collection('odd%na me').insertOne({ _id: 1 as never, price: new mongo.Double(5) });
  let acknowledged = 0;
  let isOver = false;
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await store.client.withSession((session) =>
        session.withTransaction(async () => {
          await pairs.insertOne({ _id: `${n}/left`, n }, { session });
          await pairs.insertOne({ _id: `${n}/right`, n }, { session });
        }),
      );
      acknowledged = n + 1;
    }
  })();
  while (acknowledged < 300) await Bun.sleep(5);
  const before = acknowledged;
  const made = await runHere(data, ['backup', archive, '--json'], { variables: source.variables });
  const after = acknowledged;
  isOver = true;
  await writing;
  expect(made).toMatchObject({ code: 0, error: '' });
  ({ documents } = JSON.parse(made.out) as { documents: number });
  const whole = documents - 1;
  expect(whole).toBeGreaterThanOrEqual(before * 2);
  expect(whole).toBeLessThanOrEqual((after + 1) * 2);
  expect(whole % 2).toBe(0);
  expect(readdirSync(data).sort()).toEqual(['journal', 'last-backup.json', 'secret.key']);

  const target = fresh('embedded');
  expect(await runHere(target, ['restore', archive])).toMatchObject({ code: 0, error: '' });
  expect(readFileSync(join(target, 'secret.key'))).toEqual(readFileSync(join(data, 'secret.key')));
  expect(readFileSync(join(target, 'journal/j1/segment-1'), 'utf8')).toBe('visits');
  const again = await serveStore(target);
  const restored = again.client.db('waypost');
  const found = await restored.collection<Pair>('pairs').find({}, { hint: 'n_1' }).toArray();
  const odd = await restored.collection('odd%na me').findOne({}, { promoteValues: false });
  await again.stop();
  expect(found).toHaveLength(whole);
  expect(found.filter((one) => one._id.endsWith('left'))).toHaveLength(whole / 2);
  expect(odd?.price).toEqual(new mongo.Double(5));
}, 120_000);

test('a backup of the embedded store comes back into MongoDB: nothing else stays there, and what was there is kept', async () => {
  const target = fresh('into-mongodb');
  const { db, variables } = database('target');
  const restore = (...words: string[]) => runHere(target, ['restore', archive, ...words], { variables });
  await db.collection('earlier').insertOne({ _id: 1 as never });
  const refused = await restore();
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('holds data. --force')]);
  // Somebody still works with it.
  const { processes } = monitorCollections(db);
  await processes.insertOne({
    _id: 'r',
    kind: 'runtime',
    host: 'far',
    last: new Date(),
    ended: null,
  } as never);
  expect((await restore('--force')).error).toContain('somebody works with this database: runtime on far');
  await processes.updateOne({ _id: 'r' as never }, { $set: { ended: new Date() } });
  const forced = await restore('--force', '--json');
  expect(forced).toMatchObject({ code: 0, error: '' });
  const { replaced } = JSON.parse(forced.out) as { replaced: string };
  expect(existsSync(join(replaced, 'before-restore.tar'))).toBe(true);
  expect(existsSync(join(target, 'store'))).toBe(false);
  expect(readFileSync(join(target, 'journal/j1/segment-1'), 'utf8')).toBe('visits');
  const names = (await db.listCollections().toArray()).map(({ name }) => name);
  expect(names.sort()).toEqual(['odd%na me', 'pairs']);
  expect(await db.collection('pairs').countDocuments({}, { hint: 'n_1' })).toBe(documents - 1);

  const back = fresh('back');
  expect(await runHere(back, ['restore', join(replaced, 'before-restore.tar')])).toMatchObject({ code: 0 });
  const before = await serveStore(back);
  expect(await before.client.db('waypost').collection('earlier').countDocuments()).toBe(1);
  await before.stop();
}, 120_000);

test('a database that was restored says so, and is another each time', async () => {
  const kept = join(root, 'identity.tar');
  const from = fresh('identity-from');
  const source = database('identity');
  await source.db.collection<Pair>('pairs').insertOne({ _id: 'a', n: 1 });
  expect(await lastRestore(source.db)).toBeNull();
  expect(await runHere(from, ['backup', kept], { variables: source.variables })).toMatchObject({ code: 0 });
  const target = database('identity_target');
  const restores = [];
  for (const words of [[], ['--force']]) {
    const into = fresh('identity-into');
    const done = await runHere(into, ['restore', kept, ...words], { variables: target.variables });
    expect(done).toMatchObject({ code: 0, error: '' });
    const restored = await lastRestore(target.db);
    expect(await lastRestore(target.db)).toEqual(restored);
    restores.push(restored?.id);
  }
  expect(restores).toEqual([expect.any(String), expect.any(String)]);
  expect(new Set(restores).size).toBe(2);
  expect(await lastRestore(source.db)).toBeNull();
}, 120_000);

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'an election in the middle is outlasted at the same moment; a moment that is not kept long enough is said, and leaves nothing',
  async () => {
    const answering = (code: number, times: number) => {
      let left = times;
      fault = ({ name, body }) =>
        name === 'getMore' && body.readConcern?.level === 'snapshot' && left-- > 0
          ? { answer: { ok: 0, code, errmsg: 'told by the test' } }
          : undefined;
    };
    const target = join(root, 'second.tar');
    answering(239, 1);
    const refused = await runHere(data, ['backup', target], { variables: source.variables });
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('minSnapshotHistoryWindow')]);
    expect(existsSync(target)).toBe(false);
    expect(readdirSync(data).sort()).toEqual(['journal', 'last-backup.json', 'secret.key']);
    // InterruptedDueToReplStateChange: cursors of the former primary are gone.
    answering(11_602, 2);
    expect(await runHere(data, ['backup', target], { variables: source.variables })).toMatchObject({
      code: 0,
    });
    fault = () => undefined;
  },
  120_000,
);

test('a backup says what other machines had not counted, and after a restore nobody looks for processes of before', async () => {
  const { db, variables } = database('machines');
  const hours = visitCollections(db).hours;
  const told = (journal: string, hour: number, journalled: number) => ({
    _id: `told:${journal}:${hour}`,
    journal,
    day: 20_260_503,
    hour,
    answered: journalled,
    journalled,
  });
  const counted = (journal: string, hour: number, visits: number) => ({
    _id: `${journal}:${hour}`,
    journal,
    day: 20_260_503,
    hour,
    counted: visits,
  });
  // j1 is in this DATA_DIR; of j2 one hour is counted and one is told late; j3 was never counted; j4 is counted to its end.
  await hours.insertMany([
    ...[told('j1', 2026050309, 7), told('j2', 2026050309, 50), counted('j2', 2026050309, 20)],
    ...[told('j2', 2026050310, 1), counted('j2', 2026050310, 5), told('j3', 2026050310, 1)],
    ...[told('j4', 2026050310, 9), counted('j4', 2026050310, 4)],
  ]);
  await db.collection<Partial<RunDocument> & { _id: string }>('visit_runs').insertMany([
    ...[
      { _id: 'j1', folder: 'home' },
      { _id: 'j2', folder: 'far', host: 'far-host' },
      { _id: 'j3', folder: 'gone' },
    ],
    { _id: 'j4', folder: 'far', isCounted: true },
  ]);
  const { processes } = monitorCollections(db);
  const last = new Date(Date.now() - 3_600_000);
  const row = (id: string, host: string) => ({ _id: id, kind: 'runtime', host, last, ended: null }) as never;
  await processes.insertMany([row('runtime/home', 'home-host'), row('runtime/far', 'far-host')]);
  const file = join(root, 'machines.tar');
  const elsewhere = [
    { machine: 'far-host', visits: 30 },
    { machine: 'gone', visits: 1 },
  ];
  const made = await runHere(data, ['backup', file, '--json'], { variables });
  expect({ error: made.error, ...JSON.parse(made.out) }).toMatchObject({ error: '', elsewhere });
  const noted = JSON.parse(readFileSync(join(data, 'last-backup.json'), 'utf8'));
  expect(noted.elsewhere).toEqual(elsewhere);

  const embedded = fresh('machines-embedded');
  const restored = await runHere(embedded, ['restore', file]);
  expect(restored.out).toContain('30 visits of far-host not counted at that moment: not in this archive');
  expect(restored.out).toContain('1 visit of gone not counted at that moment');
  // The lock is the command's own: nothing of the store that was started on the way is left.
  expect(readdirSync(embedded).sort()).toEqual([
    ...['journal', 'last-backup.json', 'launcher.json', 'launcher.lock', 'secret.key', 'store'],
  ]);
  expect(readdirSync(join(embedded, 'store')).sort()).toEqual(['store.lock', 'store.sqlite']);
  const served = await serveStore(embedded);
  const silent = (of: mongo.Db) => monitorCollections(of).processes.countDocuments({ ended: null });
  expect(await silent(served.client.db('waypost'))).toBe(0);
  expect(await monitorCollections(served.client.db('waypost')).processes.countDocuments({})).toBe(2);
  await served.stop();
  const target = database('machines_target');
  expect(
    await runHere(fresh('machines-mongodb'), ['restore', file], { variables: target.variables }),
  ).toMatchObject({ code: 0, error: '' });
  expect([await silent(target.db), await monitorCollections(target.db).processes.countDocuments({})]).toEqual(
    [0, 2],
  );
}, 120_000);
