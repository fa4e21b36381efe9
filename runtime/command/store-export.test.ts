import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { runHere, serveStore } from './testing/run-waypost.ts';

const root = mkdtempSync(join(tmpdir(), 'waypost-export-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** One value of each kind that a document can hold, with keys that a JS object would reorder. */
const everything = (): mongo.Document =>
  new Map<string, unknown>([
    ['_id', 'all'],
    ['z', new mongo.Double(5)],
    ['10', new mongo.Int32(1)],
    ['2', mongo.Long.fromString('9007199254740993')],
    ['decimal', mongo.Decimal128.fromString('0.10')],
    ['date', new Date(1_700_000_000_123)],
    ['bytes', new mongo.Binary(Buffer.from('abc'))],
    ['uuid', new mongo.UUID('0189d3f0-0000-7000-8000-000000000001')],
    ['pattern', new mongo.BSONRegExp('^a', 'i')],
    ['time', new mongo.Timestamp({ t: 5, i: 6 })],
    ['least', new mongo.MinKey()],
    ['most', new mongo.MaxKey()],
    ['nothing', null],
    ['yes', true],
    ['id', new mongo.ObjectId('65f000000000000000000001')],
    ['code', new mongo.Code('x => 1')],
    ['list', [new mongo.Double(-0), new mongo.Double(1.5), new Map([['b', 1]]), '文字']],
  ]) as unknown as mongo.Document;

const rawOf = async (client: mongo.MongoClient, database: string, name: string): Promise<string[]> => {
  const documents = await client.db(database).collection(name).find({}, { raw: true }).toArray();
  return documents.map((one) => Buffer.from(one as unknown as Uint8Array).toString('hex')).sort();
};

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'what is exported comes into another store through the driver byte for byte, with its indexes',
  async () => {
    const [from, to, third] = ['from', 'to', 'third'].map((name) => {
      mkdirSync(join(root, name), { recursive: true });
      return join(root, name);
    }) as [string, string, string];
    const source = await serveStore(from);
    const things = source.client.db('waypost').collection('things');
    await things.insertOne(everything(), { forceServerObjectId: true });
    await things.insertMany(Array.from({ length: 2500 }, (_, n) => ({ n, text: `row ${n}`.repeat(20) })));
    await things.createIndex({ n: 1 }, { unique: true, sparse: true });
    await things.createIndex({ date: 1 }, { expireAfterSeconds: 999_999_999, name: 'old' });
    await things.createIndex({ text: 1 }, { partialFilterExpression: { n: { $gt: 5 } } });
    await source.client.db('waypost').collection('odd%na me').insertOne({ a: 1 });
    const expected = await rawOf(source.client, 'waypost', 'things');
    const indexes = await things.indexes();
    const out = await runHere(from, ['store', 'export', join(root, 'bson')]);
    expect(out).toMatchObject({ code: 0, error: '' });
    const lines = await runHere(from, ['store', 'export', join(root, 'lines'), '--format', 'ndjson']);
    expect(lines).toMatchObject({ code: 0, error: '' });
    expect((await runHere(from, ['store', 'export', join(root, 'bson')])).error).toContain('not empty');
    await source.stop();

    // What mongorestore reads: documents one after the other, and the indexes beside them.
    const dumped = readFileSync(join(root, 'bson/waypost/things.bson'));
    expect(expected).toContain(dumped.toString('hex', 0, dumped.readInt32LE(0)));
    const metadata = JSON.parse(readFileSync(join(root, 'bson/waypost/things.metadata.json'), 'utf8'));
    expect(metadata.indexes[0]).toEqual({
      v: { $numberInt: '2' },
      key: { _id: { $numberInt: '1' } },
      name: '_id_',
    });

    expect(await runHere(to, ['store', 'import', join(root, 'bson')])).toMatchObject({
      code: 0,
      error: '',
    });
    expect((await runHere(to, ['store', 'import', join(root, 'bson')])).error).toContain('--force');
    const target = await serveStore(to);
    expect(await rawOf(target.client, 'waypost', 'things')).toEqual(expected);
    expect(await target.client.db('waypost').collection('things').indexes()).toEqual(indexes);
    expect(await target.client.db('waypost').collection('odd%na me').countDocuments()).toBe(1);
    // Into a server that is named by its address, as MongoDB would be.
    await target.stop();

    expect(
      await runHere(third, ['store', 'import', join(root, 'lines'), '--database', 'moved', '--json']),
    ).toMatchObject({ code: 0, error: '' });
    const moved = await serveStore(third);
    const typed = await moved.client
      .db('moved')
      .collection('things')
      .findOne({ _id: 'all' as never }, { promoteValues: false });
    expect(typed?.z).toEqual(new mongo.Double(5));
    expect(String(typed?.['2'])).toBe('9007199254740993');
    expect(String(typed?.decimal)).toBe('0.10');
    expect(await moved.client.db('moved').collection('things').countDocuments()).toBe(2501);
    await moved.stop();
  },
  60_000,
);
