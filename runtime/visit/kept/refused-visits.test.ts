import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptVisits, RefusedVisitQuery } from '@waypost/sdk';
import { createColumnReader } from '../columns/read-columns.ts';
import { createDays } from '../derive/days.ts';
import { FLAG_CRAWLER, FLAG_HOP, FLAG_OPEN_LOG, FLAG_REFUSED } from '../journal/format.ts';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, OWNER, type WrittenVisit } from '../testing/write-visits.ts';
import { createKeptVisits } from './kept-visits.ts';
import { readRefusedVisits } from './refused-visits.ts';

setDefaultTimeout(60_000);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REFUSED = FLAG_HOP | FLAG_REFUSED | FLAG_OPEN_LOG;

let store: TestStore;
let directory = '';
let collections: VisitCollections;
let kept: KeptVisits;
const time = { now: MORNING + DAY_MS };
const clock = { now: () => time.now, date: () => new Date(time.now) };
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-refused-'));
  kept = createKeptVisits({
    collections,
    clock,
    database: store.database,
    dayHourOf: createDays('Asia/Shanghai'),
    read: createColumnReader(),
  });
});
beforeEach(async () => {
  time.now = MORNING + DAY_MS;
  for (const one of [collections.rawVisits, collections.refusedVisits, collections.keeping])
    await one.deleteMany({});
});
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

const refuse = (visits: readonly WrittenVisit[]) =>
  countVisits(
    { database: store.database, directory },
    visits.map((one, hour) => ({
      time: MORNING + hour * HOUR_MS,
      ip: `1.1.1.${hour}`,
      target: 7,
      ...one,
      flags: one.flags ?? REFUSED,
    })),
  );
type Wish = Partial<RefusedVisitQuery>;
const page = (wish: Wish = {}, number = 1) =>
  readRefusedVisits({ collections, clock }, { page: number, page_size: 2, ...wish });
const ips = async (wish: Wish = {}) => (await page({ page_size: 9, ...wish })).content.map(({ ip }) => ip);

test('visits that a rule refused are listed with it where the log is open, and are no kept visits', async () => {
  await refuse([
    {},
    { target: 8 },
    { link: 2, ip: '8.8.8.8' },
    { flags: REFUSED | FLAG_CRAWLER },
    { flags: FLAG_HOP | FLAG_REFUSED },
    { flags: FLAG_OPEN_LOG },
  ]);
  expect(await ips()).toEqual(['1.1.1.3', '8.8.8.8', '1.1.1.1', '1.1.1.0']);
  const first = await page();
  expect(first).toMatchObject({ count: 4, is_at_least: false });
  expect(first.content[0]).toMatchObject({
    rule: 7,
    is_crawler: true,
    link: linkId(1),
    owner: OWNER,
    kind: 'phone',
    time: new Date(MORNING + 3 * HOUR_MS).toISOString(),
  });
  expect((await page({}, 2)).content.map(({ ip }) => ip)).toEqual(['1.1.1.1', '1.1.1.0']);
  expect(await ips({ rules: [8] })).toEqual(['1.1.1.1']);
  expect(await ips({ rules: [] })).toEqual([]);
  expect(await ips({ link: linkId(2), owner: OWNER })).toEqual(['8.8.8.8']);
  expect(await ips({ owner: 'f'.repeat(24) })).toEqual([]);
  expect(await ips({ ip: '8.8.8.8' })).toEqual(['8.8.8.8']);
  expect(await ips({ place: { parts: ['nowhere'], countries: ['CN', 'TZ'] } })).toHaveLength(4);
  expect(await ips({ place: { parts: ['(a+)+$'], countries: [] } })).toEqual([]);
  expect(await ips({ system: '(a+)+$' })).toEqual([]);
  const from = new Date(MORNING + HOUR_MS).toISOString();
  expect(await ips({ time_from: from, time_to: from })).toEqual(['1.1.1.1']);
  expect(await ips({ sort_order: 'asc', rules: [7] })).toEqual(['1.1.1.0', '8.8.8.8', '1.1.1.3']);
  expect((await kept.keptVisits({ link: linkId(1), page: 1, page_size: 9 })).count).toBe(1);
});

test('they are kept as long as other visits, erased with their address, and shortened with the others', async () => {
  await refuse([{}, {}, { link: 2, ip: '1.1.1.0' }]);
  expect(await kept.eraseVisits([linkId(1)], '1.1.1.0')).toBe(1);
  expect(await ips()).toEqual(['1.1.1.0', '1.1.1.1']);
  await kept.keepVisits({ days: 10, addresses: 'shortened' });
  expect(await kept.tidyVisits()).toMatchObject({ shortened: 2 });
  expect(await ips()).toEqual(['1.1.1.0', '1.1.1.0']);
  await refuse([{ time: MORNING + 5 * HOUR_MS, ip: '9.9.9.9' }]);
  expect((await ips())[0]).toBe('9.9.9.0');
  const expiry = (await collections.refusedVisits.indexes()).find(
    (one) => one.expireAfterSeconds !== undefined,
  );
  expect(expiry?.expireAfterSeconds).toBe((10 * DAY_MS) / 1000);
  time.now = MORNING + 11 * DAY_MS;
  expect(await ips()).toEqual([]);
});

test('those of a log that was cleared as a whole go with its bin', async () => {
  await kept.keepVisits({ days: 0, addresses: 'whole' });
  await refuse([{}, { flags: FLAG_OPEN_LOG }, { link: 2 }]);
  await kept.clearVisits(linkId(1));
  time.now += 7 * DAY_MS;
  expect(await kept.tidyVisits()).toMatchObject({ purged: 2 });
  expect(await collections.refusedVisits.distinct('ip', {})).toEqual(['1.1.1.2']);
});
