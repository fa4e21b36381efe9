import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  FLAG_COUNTED_TARGETS,
  FLAG_CRAWLER,
  FLAG_HOP,
  FLAG_OPEN_LOG,
  FLAG_REFUSED,
} from '../journal/format.ts';
import { JournalWriter } from '../journal/journal-writer.ts';
import { readAccounts } from '../statistics/accounts.ts';
import { readShieldRefusals } from '../statistics/shield-refusals.ts';
import { PLATFORM_SCOPE, type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { foldAll } from '../testing/fold-all.ts';
import { takeJournal } from '../testing/take-journal.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import {
  linkId,
  MORNING,
  OWNER,
  type WrittenVisit as Visit,
  writeVisits as write,
} from '../testing/write-visits.ts';
import { startAggregator } from './aggregator.ts';
import { type AggregatorState, clearAggregatorState, createAggregatorState } from './aggregator-state.ts';
import { forEachValue } from './breakdown.ts';
import type { JournalAggregation } from './journal-aggregation.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const NEXT_DAY = Date.UTC(2026, 4, 4, 1);

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  for (const { name } of await store.database.listCollections().toArray())
    await store.database.collection(name).drop();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-fold-'));
});

function journalOf(journalId: string): JournalWriter {
  return new JournalWriter({
    directory,
    journalId,
    classify: () => ({ isCrawler: false, isWeChat: false }),
    segmentBytes: 20_000,
  });
}

const take = (journalId: string, state = createAggregatorState()): JournalAggregation =>
  takeJournal({ database: store.database, directory, journalId, state });

/** Aggregates a closed journal to its end. */
async function aggregateAll(journalId: string): Promise<void> {
  const aggregation = take(journalId);
  while (!(await aggregation.aggregate(Date.now())).isFinished);
  await aggregation.finish();
}

const scopeDay = (scope: string, day: number) => collections.scopeDays.findOne({ _id: `${scope}:${day}:f` });

describe('aggregation', () => {
  test('people, crawlers, hops, addresses, new visitors, hours and targets are summed as the contract says', async () => {
    const journal = journalOf('j1');
    write(journal, [
      { ip: '1.1.1.1', flags: FLAG_COUNTED_TARGETS, target: 5 },
      { ip: '1.1.1.1', flags: FLAG_COUNTED_TARGETS, target: 6, time: MORNING + 3_600_000 },
      { ip: '2.2.2.2', flags: FLAG_OPEN_LOG },
      { ip: '3.3.3.3', flags: FLAG_CRAWLER | FLAG_OPEN_LOG },
      { ip: '4.4.4.4', flags: FLAG_HOP | FLAG_COUNTED_TARGETS, target: 5 },
      { link: 2, ip: '1.1.1.1' },
    ]);
    journal.close();
    await aggregateAll('j1');
    await foldAll(store.database);
    const code = await collections.codes.findOne({ isRotated: true });
    expect(code).toMatchObject({ views: 3, addresses: 2, crawlers: 1, targets: { 5: 2, 6: 1 } });
    expect(code?.today).toEqual({
      day: 20260503,
      views: 3,
      addresses: 2,
      fresh: 2,
      crawlers: 1,
      hours: { 9: 2, 10: 1 },
      parts: expect.any(String),
      came: 'p0\t2\n',
    });
    const parts: Record<string, number> = {};
    forEachValue(code?.today.parts ?? '', (key, visits) => Object.assign(parts, { [key]: visits }));
    expect(parts).toEqual({
      kphone: 3,
      'rCN l': 3,
      ii: 3,
      abrowser: 3,
      ss: 3,
      dd: 3,
      bb: 3,
      f: 3,
      l: 3,
      t5: 1,
      t6: 1,
      t7: 1,
      Kphone: 2,
      Nphone: 2,
      H9: 2,
      H10: 1,
      elink: 3,
      'yCN l': 3,
    });
    for (const scope of [OWNER, PLATFORM_SCOPE]) {
      const sums = await scopeDay(scope, 20260503);
      // An address on two codes is two visitors, and one new visitor of whoever has both.
      expect(sums).toMatchObject({ views: 4, addresses: 2, fresh: 3, newcomers: 2, crawlers: 1 });
      expect(sums?.hours).toEqual({ 9: 3, 10: 1 });
      expect(sums?.top.map(({ link, views }) => [link.toHexString(), views])).toEqual([
        [linkId(1), 3],
        [linkId(2), 1],
      ]);
    }
    expect(await collections.visitors.estimatedDocumentCount()).toBe(3);
    expect(
      (await collections.rawVisits.find().sort({ _id: 1 }).toArray()).map(({ _id, isCrawler }) => [
        _id,
        isCrawler,
      ]),
    ).toEqual([
      ['j1:3', false],
      ['j1:4', true],
    ]);
    expect(existsSync(join(directory, 'j1'))).toBe(false);
    expect(await collections.checkpoints.estimatedDocumentCount()).toBe(0);
  });

  test('what is rolled up of a journal is counted from what was written, and is what was aggregated', async () => {
    const journal = journalOf('j7');
    write(journal, [{}, { flags: FLAG_CRAWLER }, { flags: FLAG_HOP | FLAG_COUNTED_TARGETS }]);
    const aggregation = take('j7');
    await aggregation.aggregate(0);
    write(journal, [{ flags: FLAG_HOP | FLAG_CRAWLER }, { time: NEXT_DAY }, { time: MORNING, link: 2 }, {}]);
    await aggregation.aggregate(0);
    const { journals } = await readAccounts(store.database, directory, () => ({
      journal: 'j7',
      answered: 7,
    }));
    expect(journals).toEqual([
      { journal: 'j7', answered: 7, journalled: 7, folded: 7, rolled_up: 7, unaccounted: 0 },
    ]);
    aggregation.close();
    journal.close();
  });

  test('a new day moves yesterday’s sums aside; a late visit still reaches its own day', async () => {
    for (const [journalId, time, ip] of [
      ['a', MORNING, '1.1.1.1'],
      ['b', NEXT_DAY, '1.1.1.1'],
      ['c', MORNING + 1000, '2.2.2.2'],
      ['d', MORNING + 2000, '1.1.1.1'],
    ] as const) {
      const journal = journalOf(journalId);
      write(journal, [{ time, ip }]);
      journal.close();
      await aggregateAll(journalId);
    }
    await foldAll(store.database);
    const code = await collections.codes.findOne({});
    expect(code).toMatchObject({ views: 4, addresses: 2 });
    expect(code?.today).toMatchObject({ day: 20260504, views: 1, addresses: 1, fresh: 0 });
    expect(await collections.codeDays.findOne({ day: 20260503 })).toMatchObject({
      views: 3,
      addresses: 2,
      fresh: 2,
      hours: { 9: 3 },
    });
    expect(await scopeDay(OWNER, 20260503)).toMatchObject({ views: 3, addresses: 2, newcomers: 2 });
    expect(await scopeDay(OWNER, 20260504)).toMatchObject({ views: 1, addresses: 1, newcomers: 0 });
    expect(await collections.visitors.findOne({ count: 3 })).toMatchObject({
      days: [20260503, 20260504],
      last: new Date(NEXT_DAY),
    });
  });

  test('a batch that was stored is not stored again, wherever the aggregator died', async () => {
    const journal = journalOf('j');
    write(journal, [{}, {}, {}]);
    const first = take('j');
    await first.aggregate(0);
    first.close();
    const second = take('j');
    expect((await second.aggregate(0)).visits).toBe(0);
    write(journal, [{}]);
    expect((await second.aggregate(0)).visits).toBe(1);
    second.close();
    journal.close();
    await aggregateAll('j');
    await foldAll(store.database);
    expect((await collections.codes.findOne({}))?.views).toBe(4);
  });

  test('what rules refused is counted once by rule, day and code, and in no figure of visits, wherever the aggregator died', async () => {
    const refused = { flags: FLAG_HOP | FLAG_REFUSED, target: 4_000_000_001 };
    const journal = journalOf('j');
    write(journal, [{}, refused, { ...refused, link: 2 }, { ...refused, target: 12 }]);
    const first = take('j');
    await first.aggregate(0);
    first.close();
    write(journal, [
      refused,
      { flags: refused.flags | FLAG_CRAWLER, target: refused.target },
      { ...refused, time: NEXT_DAY },
    ]);
    const second = take('j');
    expect((await second.aggregate(0)).visits).toBe(3);
    expect((await second.aggregate(0)).visits).toBe(0);
    // All that was read is accounted for: what is in no sum of views stands aside.
    expect(await collections.journalSums.findOne({ _id: 'j' })).toMatchObject({ codes: 1, hops: 6 });
    second.close();
    journal.close();
    await aggregateAll('j');
    const range = { first: 20260503, last: 20260504 };
    const rows = await readShieldRefusals(collections, [refused.target, 12, 13], range);
    const sums = rows.map(({ bot_number, day, link, owner, rule, visit_number }) => {
      expect(owner).toBe(OWNER);
      return [rule, day, link, visit_number, bot_number];
    });
    expect(sums.sort()).toEqual([
      [12, 20260503, linkId(1), 1, 0],
      [refused.target, 20260503, linkId(1), 2, 1],
      [refused.target, 20260503, linkId(2), 1, 0],
      [refused.target, 20260504, linkId(1), 1, 0],
    ]);
    await foldAll(store.database);
    expect(await collections.codes.find().toArray()).toMatchObject([{ views: 1, addresses: 1, crawlers: 0 }]);
  });

  test('two aggregators that do not know of each other never lose or double a visit', async () => {
    const journals = ['x', 'y'].map(journalOf);
    const states = ['x', 'y'].map(createAggregatorState);
    const aggregations = ['x', 'y'].map((journalId, at) => take(journalId, states[at]));
    let conflicts = 0;
    // Two that meet are what this is about: more rounds until they have.
    let round = 0;
    for (; round < 15 || (conflicts === 0 && round < 200); round++) {
      for (const journal of journals)
        write(journal, [{ ip: `1.1.1.${round}` }, { link: 2, ip: `1.1.2.${round}` }]);
      await Promise.all(
        aggregations.map(async (aggregation, at) => {
          for (;;) {
            try {
              if ((await aggregation.aggregate(0)).visits === 0) return;
            } catch {
              conflicts++;
              clearAggregatorState(states[at] as AggregatorState);
            }
          }
        }),
      );
    }
    expect(conflicts).toBeGreaterThan(0);
    for (const aggregation of aggregations) aggregation.close();
    for (const journal of journals) journal.close();
    await foldAll(store.database);
    const codes = await collections.codes.find().toArray();
    expect(codes.map(({ views, addresses }) => [views, addresses])).toEqual([
      [2 * round, round],
      [2 * round, round],
    ]);
    expect(await scopeDay(PLATFORM_SCOPE, 20260503)).toMatchObject({
      views: 4 * round,
      addresses: 2 * round,
      newcomers: 2 * round,
    });
  });

  test('visits of a writer that goes while its backlog is aggregated are not left behind', async () => {
    const journal = journalOf('j6');
    const many = (visits: number): Visit[] =>
      Array.from({ length: visits }, (_, at) => ({ link: at % 50, ip: `1.2.${at % 7}.4` }));
    write(journal, many(8192));
    const aggregation = take('j6');
    let aggregated = (await aggregation.aggregate(0)).visits;
    // All that was there is stored, and was looked beyond.
    expect(aggregated).toBe(8192);
    write(journal, many(13_000));
    aggregated += (await aggregation.aggregate(10)).visits;
    write(journal, many(5));
    journal.close();
    for (let round = 1; ; round++) {
      const { visits, isFinished } = await aggregation.aggregate(round * 2000);
      aggregated += visits;
      if (isFinished) break;
    }
    await aggregation.finish();
    expect(aggregated).toBe(21_197);
    expect((await scopeDay(PLATFORM_SCOPE, 20260503))?.views).toBe(21_197);
  }, 30_000);

  test('a living writer is followed, a dead one finished, over an outage of the store', async () => {
    let isStoreUp = true;
    const warnings: unknown[] = [];
    const aggregator = startAggregator({
      directory,
      database: store.database,
      isStoreUp: () => isStoreUp,
      timeZone: () => 'Asia/Shanghai',
      aggregatorId: 'f',
      clock: { now: Date.now, date: () => new Date() },
      log: { ...log, warn: (extra) => warnings.push(extra) },
    });
    const journal = journalOf('live');
    write(journal, [{}, {}]);
    const views = async (): Promise<number> => (await collections.codes.findOne({}))?.views ?? 0;
    const until = async (wanted: number): Promise<void> => {
      const limit = Date.now() + 40_000;
      while ((await views().catch(() => -1)) !== wanted && Date.now() < limit) await Bun.sleep(50);
      expect(await views()).toBe(wanted);
    };
    await until(2);
    isStoreUp = false;
    if (process.env.MONGODB_URI === undefined) await store.kill();
    write(
      journal,
      Array.from({ length: 1000 }, () => ({})),
    );
    journal.close();
    await Bun.sleep(300);
    await store.start();
    await until(1002);
    // A log that says the same every few seconds hides what else is wrong.
    expect(warnings).toEqual([]);
    const limit = Date.now() + 40_000;
    while (existsSync(join(directory, 'live')) && Date.now() < limit) await Bun.sleep(50);
    expect(existsSync(join(directory, 'live'))).toBe(false);
    await aggregator.stop();
    rmSync(directory, { recursive: true });
  });

  test('a day that takes long to be packed keeps no visit waiting, and a stop waits for it', async () => {
    const slow = Promise.withResolvers<never[]>();
    const asked = Promise.withResolvers<void>();
    const closedDays = new Proxy(collections.closedDays, {
      get: (target, name) => {
        const found = Reflect.get(target, name);
        if (name !== 'find') return typeof found === 'function' ? found.bind(target) : found;
        return () => {
          asked.resolve();
          return { toArray: () => slow.promise };
        };
      },
    });
    const collection = (name: string) =>
      name === collections.closedDays.collectionName ? closedDays : store.database.collection(name);
    const aggregator = startAggregator({
      directory,
      database: new Proxy(store.database, {
        get: (target, name) => {
          if (name === 'collection') return collection;
          const found = Reflect.get(target, name);
          return typeof found === 'function' ? found.bind(target) : found;
        },
      }),
      isStoreUp: () => true,
      timeZone: () => 'Asia/Shanghai',
      aggregatorId: 'f',
      clock: { now: () => NEXT_DAY, date: () => new Date(NEXT_DAY) },
      log,
    });
    const journal = journalOf('beside');
    write(journal, [{}, {}]);
    await asked.promise;
    write(journal, [{}]);
    const limit = Date.now() + 10_000;
    while ((await collections.codes.findOne({}))?.views !== 3 && Date.now() < limit) await Bun.sleep(50);
    await foldAll(store.database);
    expect((await collections.codes.findOne({}))?.views).toBe(3);
    let isStopped = false;
    const stopped = aggregator.stop().then(() => {
      isStopped = true;
    });
    await Bun.sleep(300);
    expect(isStopped).toBe(false);
    slow.resolve([]);
    await stopped;
    expect(await collections.closedDays.countDocuments({ kind: 'owners' })).toBe(1);
    journal.close();
    rmSync(directory, { recursive: true });
  }, 30_000);
});
