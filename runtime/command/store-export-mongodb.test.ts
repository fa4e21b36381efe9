import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { mongo } from 'mongoose';
import { type ReplicaSet, startReplicaSet } from '../../tests/replica-set/replica-set.ts';
import { runHere, serveStore } from './testing/run-waypost.ts';

// MongoDB is an embedded store behind the proxy that passes for a replica set, or that of MONGODB_URI.

const root = mkdtempSync(join(tmpdir(), 'waypost-export-mongodb-'));
/** A database that nobody else uses. */
const NAME = `export_${crypto.randomUUID().slice(0, 8)}`;
let store: TestStore;
let set: ReplicaSet | undefined;
let variables: Record<string, string>;

interface Pair extends mongo.Document {
  _id: string;
  n: number;
}

const folder = (name: string): string => {
  const directory = join(root, name);
  mkdirSync(directory, { recursive: true });
  return directory;
};
/** The same into either store, in the same order. */
async function fill(database: mongo.Db): Promise<void> {
  await database.collection<Pair>('pairs').createIndex({ n: 1 }, { sparse: true });
  await database.collection<Pair>('pairs').insertMany(
    Array.from({ length: 1500 }, (_, n) => ({
      _id: `row ${n}`,
      n,
      price: new mongo.Double(5),
      text: '文字'.repeat(20),
    })),
  );
  const odd = new Map<string, unknown>([
    ['_id', 1],
    ['z', mongo.Long.fromString('9007199254740993')],
    ['10', new Date(1_700_000_000_123)],
    ['2', [new mongo.Double(-0), mongo.Decimal128.fromString('0.10'), null]],
  ]);
  await database.collection('odd%na me').insertOne(odd as never, { forceServerObjectId: true });
}
/** The files of a folder, those of one collection each, without the name that a store gives it by chance. */
const filesOf = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory)
      .sort()
      .map((name) => [
        name,
        readFileSync(join(directory, name), 'latin1').replace(/"uuid":"[0-9a-f]{32}"/, '"uuid":""'),
      ]),
  );

beforeAll(async () => {
  store = await startTestStore();
  if (process.env.MONGODB_URI === undefined)
    set = await startReplicaSet({ socket: join(store.directory, 'store.sock') });
  const [, hosts, query = ''] =
    /^(mongodb:\/\/[^/]+)\/?[^?]*(\?.*)?$/.exec(set === undefined ? store.uri : set.uri) ?? [];
  variables = { MONGODB_URI: `${hosts}/${NAME}${query}` };
}, 60_000);
afterAll(async () => {
  await store.client.db(NAME).dropDatabase();
  await set?.stop();
  await store.stop();
  rmSync(root, { recursive: true, force: true });
});

test('an export of MONGODB_URI makes the files that one of the embedded store makes, in both forms', async () => {
  const embedded = folder('embedded');
  const served = await serveStore(embedded);
  await fill(served.client.db(NAME));
  await fill(store.client.db(NAME));
  for (const format of ['bson', 'ndjson']) {
    const [own, theirs] = [join(root, `own-${format}`), join(root, `theirs-${format}`)];
    const words = ['--format', format];
    expect(await runHere(embedded, ['store', 'export', own, ...words])).toMatchObject({ code: 0 });
    const made = await runHere(folder('data'), ['store', 'export', theirs, ...words, '--json'], {
      variables,
    });
    expect(made).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(made.out)).toEqual({
      directory: theirs,
      format,
      collections: [
        { namespace: `${NAME}.odd%na me`, documents: 1 },
        { namespace: `${NAME}.pairs`, documents: 1500 },
      ],
    });
    expect(readdirSync(theirs)).toEqual([NAME]);
    const [files, expected] = [filesOf(join(theirs, NAME)), filesOf(join(own, NAME))];
    expect(Object.keys(files)).toEqual(Object.keys(expected));
    for (const [name, text] of Object.entries(expected)) {
      // A server may describe more of its indexes than the embedded store: they are read by their names.
      if (name.endsWith('.metadata.json') && process.env.MONGODB_URI !== undefined)
        expect(namesIn(files[name])).toEqual(namesIn(text));
      else expect([name, files[name] === text]).toEqual([name, true]);
    }
  }
  await served.stop();
  const again = await runHere(folder('data'), ['store', 'export', join(root, 'own-bson')], { variables });
  expect([again.code, again.error]).toEqual([1, expect.stringContaining('is not empty')]);
}, 60_000);

const namesIn = (metadata: string | undefined) =>
  (JSON.parse(metadata ?? '{}') as { indexes: { name: string }[] }).indexes.map(({ name }) => name);

test('made while writes go on it holds whole transactions, and the embedded store takes it in: the way back', async () => {
  const pairs = store.client.db(NAME).collection<Pair>('twice');
  let isOver = false;
  let written = 0;
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await store.client.withSession((session) =>
        session.withTransaction(async () => {
          await pairs.insertOne({ _id: `${n}/left`, n }, { session });
          await pairs.insertOne({ _id: `${n}/right`, n }, { session });
        }),
      );
      written = n + 1;
    }
  })();
  while (written < 100) await Bun.sleep(5);
  const exported = join(root, 'back');
  const made = await runHere(folder('data'), ['store', 'export', exported], { variables });
  isOver = true;
  await writing;
  expect(made).toMatchObject({ code: 0, error: '' });
  const home = folder('home');
  expect(await runHere(home, ['store', 'import', exported, '--database', 'waypost'])).toMatchObject({
    code: 0,
  });
  const served = await serveStore(home);
  const database = served.client.db('waypost');
  const found = await database.collection<Pair>('twice').find({}).toArray();
  const rows = await database.collection('pairs').countDocuments({}, { hint: 'n_1' });
  await served.stop();
  expect(found.length).toBeGreaterThanOrEqual(200);
  for (const { _id, n } of found)
    expect(found.some((other) => other.n === n && other._id !== _id)).toBe(true);
  expect(rows).toBe(1500);
}, 60_000);
