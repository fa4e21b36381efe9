import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { codeOf } from './code-of.ts';

const LIMIT_MS = 120_000;
let store: TestStore;
let database: mongo.Db;

beforeAll(async () => {
  store = await startTestStore();
  database = store.database();
  const people = Array.from({ length: 20_000 }, (_, n) => ({ name: `person ${n}`, n }));
  await database.collection('people').insertMany(people);
}, LIMIT_MS);
afterAll(async () => {
  await database.command({ profile: 0, filter: 'unset' });
  await store.stop();
});

const notes = () => database.collection('system.profile').find({}).sort({ ts: 1 }).toArray();
const filter = { millis: { $gte: 1 } };

test(
  'what takes long is noted once that is switched on, with its plan and without its values',
  async () => {
    const people = database.collection('people');
    expect(await database.command({ profile: -1 })).toMatchObject({ was: 0, slowms: 100 });
    await people.find({ name: 'Wang before' }).toArray();
    expect(await database.command({ profile: 1, filter })).toMatchObject({ was: 0 });
    expect(await database.command({ profile: -1 })).toMatchObject({ was: 1, filter });
    await people.find({ name: 'Wang', n: { $gt: 5 } }).toArray();
    await people.updateMany({ name: 'Wang' }, { $set: { n: 1 } });
    const found = await notes();
    const query = found.find(({ op }) => op === 'query');
    expect(query).toMatchObject({ ns: `${database.databaseName}.people`, planSummary: 'COLLSCAN' });
    expect(query?.millis).toBeGreaterThanOrEqual(1);
    expect(query?.ts).toBeInstanceOf(Date);
    expect(Object.keys(query?.command.filter)).toEqual(['name', 'n']);
    if (process.env.MONGODB_URI === undefined) expect(JSON.stringify(found)).not.toContain('Wang');
    await database.command({ profile: 0, filter: 'unset' });
    const { length } = await notes();
    await people.find({ name: 'Wang after' }).toArray();
    expect(await notes()).toHaveLength(length);
  },
  LIMIT_MS,
);

test('notes are read by pipelines, a part at a time', async () => {
  const from = new Date(0);
  const counted = await database
    .collection('system.profile')
    .aggregate([{ $match: { ts: { $gt: from } } }, { $group: { _id: '$op', n: { $sum: 1 } } }])
    .toArray();
  expect(counted.length).toBeGreaterThan(0);
  expect(
    await database
      .collection('system.profile')
      .find({ ts: { $lt: from } })
      .toArray(),
  ).toEqual([]);
  expect(await database.collection('system.profile').find({}).limit(1).toArray()).toHaveLength(1);
});

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'what is not carried out over notes is refused',
  async () => {
    const profile = database.collection('system.profile');
    expect(await codeOf(profile.find({}, { projection: { ts: 1 } }).toArray())).toBe(115);
    expect(await codeOf(profile.distinct('ns'))).toBe(115);
    expect(await codeOf(database.command({ count: 'system.profile' }))).toBe(115);
    expect(await codeOf(database.command({ profile: 1, filter: { op: 'query' } }))).toBe(115);
    expect(await codeOf(database.command({ profile: 1, sampleRate: 0.5 }))).toBe(115);
    expect(await codeOf(database.command({ profile: 5 }))).toBe(2);
    expect(await codeOf(database.command({ profile: 1, sideways: true }))).toBe(40415);
  },
);
