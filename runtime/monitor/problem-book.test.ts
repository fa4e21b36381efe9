import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Problem } from '@waypost/contract/platform';
import { mongo } from 'mongoose';
import { startTestStore } from '../visit/testing/test-store.ts';
import { createProblemBook, MONITOR_PROBLEMS } from './problem-book.ts';
import {
  createSeriesWriter,
  type Figures,
  MONITOR_PROCESSES,
  MONITOR_SAMPLES,
  monitorCollections,
  ownerOf,
} from './series.ts';

const LIMIT = 60_000;
let store: Awaited<ReturnType<typeof startTestStore>>;
let client: mongo.MongoClient;
let database: mongo.Db;

beforeAll(async () => {
  store = await startTestStore();
  client = await new mongo.MongoClient(store.uri).connect();
  database = client.db('monitor');
}, LIMIT);
afterAll(async () => {
  await client?.close();
  await store?.stop();
}, LIMIT);

const lag = (level: Problem['level'] = 'warning'): Problem => ({
  code: 'journal_lag',
  level,
  subject: 'runtime · web-1',
  value: 12,
  limit: 10,
  unit: 'seconds',
  count: 3,
});
const at = (second: number) => new Date(Date.UTC(2026, 10, 26, 12, 0, second));

test(
  'of several processes one tells that something began, got worse and is over, after two looks that agree',
  async () => {
    await database.collection(MONITOR_PROBLEMS).deleteMany({});
    const books = [createProblemBook(database), createProblemBook(database)];
    const told: string[] = [];
    const look = async (second: number, problems: Problem[]) => {
      const changes = await Promise.all(books.map((book) => book.follow(problems, at(second))));
      for (const { problem, kind } of changes.flat()) told.push(`${second} ${problem.level} ${kind}`);
    };
    await look(0, [lag()]);
    expect(told).toEqual([]);
    await look(10, [lag()]);
    await look(20, [lag()]);
    await look(30, [lag('alarm')]);
    await look(40, [lag('alarm')]);
    await look(50, []);
    // It came back: that was no end.
    await look(60, [lag()]);
    await look(70, []);
    await look(80, []);
    await look(90, []);
    expect(told).toEqual(['10 warning began', '30 alarm began', '80 alarm over']);
    expect(await database.collection(MONITOR_PROBLEMS).countDocuments()).toBe(0);
  },
  LIMIT,
);

test(
  'a processor that a start keeps busy for half a minute is no news, one that is busy for a minute is',
  async () => {
    const busy: Problem = { ...lag(), code: 'processor', subject: 'runtime · web-2', unit: 'percent' };
    const book = createProblemBook(database);
    const told: string[] = [];
    const look = async (second: number, problems: Problem[]) => {
      for (const { kind } of await book.follow(problems, at(second))) told.push(`${second} ${kind}`);
    };
    for (const second of [0, 10, 20]) await look(second, [busy]);
    for (const second of [30, 40]) await look(second, []);
    expect(told).toEqual([]);
    for (const second of [100, 110, 120, 130, 140, 150, 160]) await look(second, [busy]);
    for (const second of [170, 180]) await look(second, []);
    for (const second of [200, 210]) await look(second, [{ ...busy, level: 'alarm' }]);
    for (const second of [220, 230]) await look(second, []);
    expect(told).toEqual(['150 began', '180 over', '210 began', '230 over']);
  },
  LIMIT,
);

test(
  'a restart does not tell again what goes on, and what others tell of is followed without a word',
  async () => {
    const backup: Problem = { ...lag('alarm'), code: 'backup_failed', subject: '' };
    const [before, after] = [createProblemBook(database), createProblemBook(database)];
    const told = [];
    for (const second of [0, 10]) told.push(...(await before.follow([lag(), backup], at(second))));
    expect(told.map(({ problem }) => problem.code)).toEqual(['journal_lag']);
    for (const second of [20, 30, 40]) expect(await after.follow([lag(), backup], at(second))).toEqual([]);
    expect([...(await after.since())].sort()).toEqual([
      ['backup_failed', at(10)],
      ['journal_lag runtime · web-1', at(10)],
    ]);
  },
  LIMIT,
);

test(
  'rows wait for a store that is away, starts are counted, and what is everybody’s is written once',
  async () => {
    const { samples, processes } = monitorCollections(database);
    let isStoreUp = false;
    const silent = { debug() {}, info() {}, warn() {}, error() {} };
    const writer = createSeriesWriter({ database, isStoreUp: () => isStoreUp, log: silent });
    const ownerAt = (...starts: Date[]) =>
      ownerOf('runtime', { instance: 'a', version: '1', starts, now: at(0) });
    const figures = (memory: number): Figures => ({ processor: null, memory });
    await writer.add(ownerAt(at(0)), figures(1), at(1).getTime());
    await writer.add(ownerAt(at(0)), figures(2), at(31).getTime());
    expect(await database.collection(MONITOR_SAMPLES).countDocuments()).toBe(0);
    isStoreUp = true;
    await writer.add(ownerAt(at(0)), figures(3), at(59).getTime());
    expect((await samples.findOne({ series: 'runtime/a' }))?.rows).toEqual([
      [1, null, 1],
      [31, null, 2],
      [59, null, 3],
    ]);
    // Killed, and started again.
    await writer.add(ownerAt(at(58)), figures(4), at(60).getTime());
    const known = await processes.findOne({ _id: 'runtime/a' });
    expect([known?.starts, known?.figures, known?.ended]).toEqual([
      [at(0), at(58)],
      { processor: null, memory: 4 },
      null,
    ]);
    await writer.end(ownerAt(at(58)), at(70).getTime());
    expect((await processes.findOne({ _id: 'runtime/a' }))?.ended).toEqual(at(70));
    // Those between them did not live until they could say anything.
    await writer.add(ownerAt(at(58), at(71), at(72), at(73)), figures(5), at(75).getTime());
    expect(await processes.findOne({ _id: 'runtime/a' })).toMatchObject({
      started: at(73),
      starts: [0, 58, 71, 72, 73].map(at),
    });

    const installation = { ...ownerAt(at(0)), id: 'installation', kind: 'installation' as const };
    const other = createSeriesWriter({ database, isStoreUp: () => true, log: silent });
    await Promise.all(
      [writer, other].map((one) => one.add(installation, { jobs_late: 1 }, at(40).getTime())),
    );
    await other.add(installation, { jobs_late: 2 }, at(70).getTime());
    expect((await samples.findOne({ series: 'installation' }))?.rows).toEqual([
      [40, 1],
      [70, 2],
    ]);
    expect(await database.collection(MONITOR_PROCESSES).countDocuments()).toBe(1);
  },
  LIMIT,
);
