import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HourAccount } from '@waypost/sdk';
import fc from 'fast-check';
import { createDays } from '../derive/days.ts';
import { FLAG_CRAWLER, FLAG_EXPIRED, FLAG_HOP, FLAG_OPEN_LOG } from '../journal/format.ts';
import { JournalWriter } from '../journal/journal-writer.ts';
import { eraseVisits } from '../kept/erase.ts';
import { HourSums } from '../path/hour-sums.ts';
import { HOURS_SINCE, type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { tellHours } from '../store/told-hours.ts';
import { takeJournal } from '../testing/take-journal.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, type WrittenVisit, writeVisits } from '../testing/write-visits.ts';
import { readDifferingHours, readHourAccounts } from './hour-accounts.ts';

setDefaultTimeout(120_000);
const HOUR_MS = 3_600_000;
const NINE = 2_026_050_309;
const RANGE = { first: 20_260_502, last: 20_260_505 };
const dayHourOf = createDays('Asia/Shanghai');
const log = { debug() {}, info() {}, warn() {}, error() {} };

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-hours-'));
});
beforeEach(forget);
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

async function forget(): Promise<void> {
  const { checkpoints, codes, codeDays, scopeDays, visitors, marks, markRuns, rawVisits, hours } =
    collections;
  for (const one of [checkpoints, codes, codeDays, scopeDays, visitors, marks, markRuns, rawVisits, hours])
    await one.deleteMany({});
  await collections.hours.insertOne({ _id: HOURS_SINCE, day: 0, hour: 0 });
}

const at = (hour: number, change: WrittenVisit = {}): WrittenVisit => ({
  time: MORNING + hour * HOUR_MS,
  ...change,
});

/** What becomes of a process: it ends in peace, or is killed after it has told so many of its visits. */
interface End {
  told?: number;
  isEnded?: boolean;
  /** Of the visits that are told, those that never reach the aggregator. */
  lost?: number;
}

async function visit(
  visits: readonly WrittenVisit[],
  { told = visits.length, isEnded = true, lost = 0 }: End = {},
): Promise<string> {
  const journalId = crypto.randomUUID();
  const classify = () => ({ isCrawler: false, isWeChat: false });
  const journal = new JournalWriter({ directory, journalId, classify });
  writeVisits(journal, visits.slice(lost));
  journal.close();
  const sums = new HourSums(dayHourOf);
  for (const { time = MORNING } of visits.slice(0, told)) {
    sums.at(time).answered++;
    sums.at(time).journalled++;
  }
  const telling = tellHours({
    database: store.database,
    isStoreUp: () => true,
    journal: journalId,
    sums: () => sums.all(),
    clock: { now: () => MORNING, date: () => new Date(MORNING) },
    log,
  });
  await telling.close();
  if (!isEnded) await collections.hours.updateMany({ journal: journalId }, { $unset: { isEnded: 1 } });
  const aggregation = takeJournal({ database: store.database, directory, journalId });
  while (!(await aggregation.aggregate(Date.now())).isFinished);
  await aggregation.finish();
  return journalId;
}

const read = (change: { now?: number; isLagging?: boolean } = {}): Promise<HourAccount[]> =>
  readHourAccounts(store.database, {
    range: RANGE,
    now: MORNING + 24 * HOUR_MS,
    directory,
    isLagging: false,
    ...change,
  });
const first = async (change = {}) => (await read(change))[0] as HourAccount;

test('every counter of an hour says the same: of people, crawlers, hops and links that have expired', async () => {
  await visit([at(0), at(0, { flags: FLAG_CRAWLER }), at(0, { flags: FLAG_HOP }), at(1), at(1)]);
  await visit([at(1, { flags: FLAG_EXPIRED }), at(1, { flags: FLAG_HOP | FLAG_CRAWLER })]);
  const same = (visits: number) => ({
    answered: visits,
    journalled: visits,
    counted: visits,
    rolled_up: visits,
    erased: 0,
    untold: 0,
    state: 'agrees',
    differences: [],
  });
  expect(await read()).toEqual([
    { day: 20_260_503, hour: 9, ...same(3) },
    { day: 20_260_503, hour: 10, ...same(4) },
  ] as HourAccount[]);
});

test('visits that were told and never counted are missing once nothing is on its way any more', async () => {
  await visit([at(0), at(0), at(0)], { lost: 2 });
  const missing = [{ more: 'journalled', less: 'counted', visits: 2 }] as const;
  expect(await first()).toMatchObject({ state: 'differs', differences: [...missing] });
  expect(await first({ now: MORNING + 1000 })).toMatchObject({ state: 'moving', differences: [] });
  expect(await first({ isLagging: true })).toMatchObject({ state: 'moving' });
  const looked = { days: 2, now: MORNING + 24 * HOUR_MS, directory, isLagging: false };
  expect(await readDifferingHours(store.database, looked)).toHaveLength(1);
});

test('what another machine has told and not counted may wait in its journal there', async () => {
  const journal = await visit([at(0), at(0), at(0)], { lost: 2, isEnded: false });
  expect(await first()).toMatchObject({ state: 'differs' });
  await collections.checkpoints.insertOne({ _id: journal, segment: 1, offset: 0, visits: 1 });
  expect(await first()).toMatchObject({ state: 'moving', differences: [] });
  // What waits in a journal of this machine is known.
  mkdirSync(join(directory, journal));
  expect(await first()).toMatchObject({ state: 'differs' });
  rmSync(join(directory, journal), { recursive: true });
  await collections.hours.updateMany({ journal, told: { $exists: true } }, { $set: { isEnded: true } });
  expect(await first()).toMatchObject({ state: 'differs' });
});

test('what a killed process could not tell any more is no fault, and is told by its number', async () => {
  await visit([at(0), at(0), at(0)], { told: 1, isEnded: false });
  expect(await first()).toMatchObject({
    answered: 1,
    journalled: 1,
    counted: 3,
    rolled_up: 3,
    untold: 2,
    state: 'agrees',
    differences: [],
  });
});

test('visits that are counted twice, or in one place only, are told', async () => {
  const journal = await visit([at(0), at(0)]);
  await collections.hours.updateOne({ _id: `${journal}:${NINE}` }, { $inc: { counted: 3 } });
  expect((await first()).differences).toEqual([
    { more: 'counted', less: 'journalled', visits: 3 },
    { more: 'counted', less: 'rolled_up', visits: 3 },
  ]);
  await collections.hours.updateOne({ _id: `${journal}:${NINE}` }, { $inc: { counted: -3 } });
  await collections.scopeDays.updateMany({}, { $inc: { 'hours.9': 4 } });
  expect((await first()).differences).toEqual([{ more: 'rolled_up', less: 'counted', visits: 4 }]);
  await collections.scopeDays.updateMany({}, { $inc: { 'hours.9': -4 } });
  await collections.hours.updateOne({ _id: `told:${journal}:${NINE}` }, { $inc: { answered: 1 } });
  expect((await first()).differences).toEqual([{ more: 'answered', less: 'journalled', visits: 1 }]);
});

test('what was rolled up before anything was counted by hour is held against nothing', async () => {
  await visit([at(0), at(3)]);
  await collections.scopeDays.updateMany({}, { $inc: { 'hours.9': 40 } });
  await collections.hours.updateOne({ _id: HOURS_SINCE }, { $set: { hour: NINE } });
  expect((await read()).map(({ state }) => state)).toEqual(['unknown', 'agrees']);
});

test('erased visits are counted by the hour in which they came, and no other counter moves', async () => {
  const open = { flags: FLAG_OPEN_LOG };
  await visit([at(0, open), at(0, open), at(1, open), at(1, { ...open, ip: '8.8.8.8' })]);
  const before = await read();
  const clock = { now: () => MORNING, date: () => new Date(MORNING) };
  const sources = { collections, database: store.database, clock, dayHourOf };
  expect(await eraseVisits(sources, [linkId(1)], '1.2.3.4')).toBe(3);
  expect(await eraseVisits(sources, [linkId(1)], '1.2.3.4')).toBe(0);
  expect(await read()).toEqual(before.map((hour, index) => ({ ...hour, erased: 2 - index })));
});

test('the counters agree with a recount of what was written, whatever it was and whoever wrote it', async () => {
  const flags = fc.constantFrom(0, 0, FLAG_CRAWLER, FLAG_HOP, FLAG_EXPIRED, FLAG_HOP | FLAG_CRAWLER);
  const visits = fc.array(fc.record({ hour: fc.integer({ min: -10, max: 30 }), flags }), {
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(visits, { minLength: 1, maxLength: 3 }), async (journals) => {
      await forget();
      const model = new Map<number, number>();
      for (const some of journals) {
        await visit(some.map((one) => at(one.hour, { flags: one.flags })));
        for (const { hour } of some) {
          const { day, hour: of } = dayHourOf(MORNING + hour * HOUR_MS);
          model.set(day * 100 + of, (model.get(day * 100 + of) ?? 0) + 1);
        }
      }
      for (const account of await read()) {
        const visited = model.get(account.day * 100 + account.hour);
        expect(account).toMatchObject({ state: 'agrees', counted: visited, rolled_up: visited });
        expect([account.answered, account.journalled]).toEqual([visited, visited] as number[]);
        model.delete(account.day * 100 + account.hour);
      }
      expect(model.size).toBe(0);
    }),
    { numRuns: 10 },
  );
});

test('before it is known since when hours are counted none of them differs: nobody is told of what was before', async () => {
  await visit([at(0), at(1)]);
  await collections.hours.deleteMany({});
  const options = { days: 7, now: MORNING, directory, isLagging: false };
  expect(await readDifferingHours(store.database, options)).toEqual([]);
  expect((await first())?.state).toBe('unknown');
});

test('what a process was killed before it could tell of is there: it was journalled and counted', async () => {
  await visit([at(0), at(0), at(0)]);
  await collections.hours.updateOne({ answered: 3 }, { $set: { journalled: 2 }, $unset: { isEnded: '' } });
  expect(await first()).toMatchObject({ state: 'agrees', differences: [] });
});
