import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptVisitFilter, KeptVisits, VisitScope } from '@waypost/sdk';
import fc from 'fast-check';
import { createColumnReader } from '../columns/read-columns.ts';
import { createDays } from '../derive/days.ts';
import { FLAG_CRAWLER, FLAG_OPEN_LOG } from '../journal/format.ts';
import { readDays } from '../statistics/days.ts';
import { readTotals } from '../statistics/totals.ts';
import { countUniqueAddresses } from '../statistics/unique-addresses.ts';
import { countVisitors, type VisitorCountSources } from '../statistics/visitor-counts.ts';
import { readVisitors } from '../statistics/visitors.ts';
import { COLLECTIONS, type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, OWNER, type WrittenVisit } from '../testing/write-visits.ts';
import { createKeptVisits } from './kept-visits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RANGE = { first: 20_260_101, last: 20_261_231 };
const LINK = linkId(1);
const page = { page: 1, page_size: 100 };

let store: TestStore;
let directory = '';
let collections: VisitCollections;
let kept: KeptVisits;
let sources: VisitorCountSources;
const time = { now: MORNING };
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-kept-'));
  const clock = { now: () => time.now, date: () => new Date(time.now) };
  sources = { collections, clock, dayHourOf: createDays('Asia/Shanghai'), read: createColumnReader() };
  kept = createKeptVisits({ ...sources, database: store.database });
});
beforeEach(forget);
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

async function forget(): Promise<void> {
  time.now = MORNING + DAY_MS;
  const { codes, codeDays, scopeDays, visitors, marks, markRuns, rawVisits, clearings, keeping } =
    collections;
  for (const one of [codes, codeDays, scopeDays, visitors, marks, markRuns, rawVisits, clearings, keeping])
    await one.deleteMany({});
}

/** Visits of links whose log is open, counted as an aggregator counts them. */
async function visit(visits: readonly WrittenVisit[]): Promise<void> {
  const kept = visits.map((one) => ({ ...one, flags: (one.flags ?? 0) | FLAG_OPEN_LOG }));
  await countVisits({ database: store.database, directory }, kept);
}

const list = async (wish: Partial<KeptVisitFilter> = {}) =>
  (await kept.keptVisits({ link: LINK, ...page, ...wish })).content;
const ips = async (wish: Partial<KeptVisitFilter> = {}) => (await list(wish)).map(({ ip }) => ip);
const at = (hour: number, change: WrittenVisit = {}): WrittenVisit => ({
  time: MORNING + hour * HOUR_MS,
  ip: `1.1.1.${hour}`,
  ...change,
});

describe('what is kept of a link', () => {
  test('is listed with the newest first, page by page, narrowed by whatever is asked', async () => {
    await visit([
      at(1),
      at(2, { target: 9 }),
      at(3, { ip: '2001:db8::7' }),
      at(4, { flags: FLAG_CRAWLER }),
      at(5, { link: 2 }),
    ]);
    expect(await ips()).toEqual(['1.1.1.4', '2001:db8::7', '1.1.1.2', '1.1.1.1']);
    expect(await ips({ sort_order: 'asc' })).toEqual(['1.1.1.1', '1.1.1.2', '2001:db8::7', '1.1.1.4']);
    const second = await kept.keptVisits({ link: LINK, page: 2, page_size: 3 });
    expect([second.content.map(({ ip }) => ip), second.count]).toEqual([['1.1.1.1'], 4]);
    expect((await list({ ip: '1.1.1.4' }))[0]).toMatchObject({ is_crawler: true, kind: 'phone', link: LINK });
    // However people write it.
    expect(await ips({ ip: '2001:DB8:0::7' })).toEqual(['2001:db8::7']);
    expect(await ips({ ip: 'nobody' })).toEqual([]);
    expect(await ips({ target: 9 })).toEqual(['1.1.1.2']);
    const from = new Date(MORNING + 2 * HOUR_MS).toISOString();
    expect(await ips({ time_from: from, time_to: from })).toEqual(['1.1.1.2']);
    expect(await ips({ app: ['wechat'] })).toEqual([]);
    expect(await ips({ kind: ['phone'], device: 'D', system: 's', location: ['nowhere', 'L'] })).toHaveLength(
      4,
    );
    // Texts are literals.
    expect(await ips({ device: '.*' })).toEqual([]);
  });

  test('is told in portions to the end of an export, which ends when it is cancelled', async () => {
    await visit(Array.from({ length: 1_200 }, (_, index) => ({ time: MORNING + index })));
    const portions: number[] = [];
    for await (const some of kept.keptVisitStream({ link: LINK })) portions.push(some.length);
    expect(portions).toEqual([500, 500, 200]);
    const cancelled = new AbortController();
    const seen: number[] = [];
    for await (const some of kept.keptVisitStream({ link: LINK }, cancelled.signal)) {
      seen.push(some.length);
      cancelled.abort();
    }
    expect(seen).toEqual([500]);
  });

  test('is on one page each, also where many came at one moment', async () => {
    const someone = (host: number) => ({ ip: `1.1.1.${host}` });
    await visit(Array.from({ length: 12 }, (_, host) => someone(host)));
    await visit(Array.from({ length: 12 }, (_, host) => someone(host + 12)));
    const pages = async (wish: Partial<KeptVisitFilter> = {}) => {
      const ids: string[] = [];
      for (let at = 1; at <= 6; at += 1) {
        const { content } = await kept.keptVisits({ link: LINK, page: at, page_size: 4, ...wish });
        ids.push(...content.map(({ id }) => id));
      }
      return ids;
    };
    const newest = await pages();
    expect(newest).toHaveLength(24);
    expect(newest).toEqual([...new Set(newest)].toSorted().reverse());
    expect(await pages({ sort_order: 'asc' })).toEqual(newest.toReversed());
    const told: string[] = [];
    for await (const some of kept.keptVisitStream({ link: LINK })) told.push(...some.map(({ id }) => id));
    expect(told).toEqual(newest);
  });

  test('is not shown beyond its days, and the store deletes it by itself', async () => {
    await visit([at(1), at(20)]);
    await kept.keepVisits({ days: 3, addresses: 'whole' });
    time.now = MORNING + 3 * DAY_MS + 2 * HOUR_MS;
    expect(await ips()).toEqual(['1.1.1.20']);
    const expiry = async () =>
      (await collections.rawVisits.indexes()).flatMap(({ expireAfterSeconds }) => expireAfterSeconds ?? []);
    expect(await expiry()).toEqual([3 * 86_400]);
    // A start leaves it as it was said.
    await ensureVisitCollections(store.database);
    expect(await expiry()).toEqual([3 * 86_400]);
    await kept.keepVisits({ days: 90, addresses: 'whole' });
    expect(await ips()).toHaveLength(2);
  });

  test('has shortened addresses where that was chosen, those of before as well', async () => {
    await visit([at(1, { ip: '203.0.113.77' }), at(2, { ip: '2001:db8:1:2::3' })]);
    await kept.keepVisits({ days: 90, addresses: 'shortened' });
    await visit([at(3, { ip: '203.0.113.78' }), at(4, { ip: '2001:db8:1:ffff::' })]);
    expect(await ips()).toEqual(['2001:db8:1::', '203.0.113.0', '2001:db8:1:2::3', '203.0.113.77']);
    expect(await kept.tidyVisits()).toEqual({ purged: 0, shortened: 2 });
    expect(await ips()).toEqual(['2001:db8:1::', '203.0.113.0', '2001:db8:1::', '203.0.113.0']);
    expect(await kept.tidyVisits()).toEqual({ purged: 0, shortened: 0 });
    // Whoever is counted by it is counted on.
    expect(await countUniqueAddresses(collections, { link: LINK }, RANGE)).toBe(4);
    await kept.keepVisits({ days: 90, addresses: 'whole' });
    await visit([at(5)]);
    expect((await ips())[0]).toBe('1.1.1.5');
  });
});

describe('the bin', () => {
  test('chosen visits and all of a moment go there, and come back each by itself or together', async () => {
    await visit([at(1), at(2), at(3), at(4, { link: 2 })]);
    const named = await list();
    const some = await kept.clearVisits(LINK, [named[0]?.id ?? '', 'no.1']);
    expect(some).toMatchObject({ count: 1, is_whole: false });
    expect(await ips()).toEqual(['1.1.1.2', '1.1.1.1']);
    time.now += HOUR_MS;
    const all = await kept.clearVisits(LINK);
    expect(all).toMatchObject({ count: 2, is_whole: true });
    expect(await ips()).toEqual([]);
    expect(await kept.clearVisits(LINK)).toBeNull();
    expect((await kept.visitClearings(LINK)).map(({ id }) => id)).toEqual([all?.id, some?.id] as string[]);
    // What comes afterwards is kept.
    await visit([{ time: time.now + 1, ip: '9.9.9.9' }]);
    expect(await ips()).toEqual(['9.9.9.9']);
    // One that was chosen comes back although all that was there was cleared after it.
    expect(await kept.restoreVisits(LINK, some?.id)).toBe(1);
    expect(await ips()).toEqual(['9.9.9.9', '1.1.1.3']);
    expect(await kept.restoreVisits(LINK)).toBe(2);
    expect(await ips()).toEqual(['9.9.9.9', '1.1.1.3', '1.1.1.2', '1.1.1.1']);
    expect(await kept.visitClearings(LINK)).toEqual([]);
    expect(await kept.restoreVisits(LINK)).toBe(0);
    expect(await ips({ link: linkId(2) })).toEqual(['1.1.1.4']);
  });

  test('nobody clears or restores by the names of another link', async () => {
    await visit([at(1), at(2, { link: 2 })]);
    const [other] = await list({ link: linkId(2) });
    expect(await kept.clearVisits(LINK, [other?.id ?? ''])).toBeNull();
    const cleared = await kept.clearVisits(linkId(2));
    expect(await kept.restoreVisits(LINK, cleared?.id)).toBe(0);
    expect(await ips({ link: linkId(2) })).toEqual([]);
  });

  test('is emptied after seven days, and of nothing before', async () => {
    await visit([at(1), at(2), at(3)]);
    const [latest] = await list();
    await kept.clearVisits(LINK, [latest?.id ?? '']);
    time.now += DAY_MS;
    await kept.clearVisits(LINK);
    time.now += 6 * DAY_MS - 1;
    expect(await kept.tidyVisits()).toMatchObject({ purged: 0 });
    time.now += 1;
    // What is over is not brought back, also before the job was there.
    expect(await kept.visitClearings(LINK)).toHaveLength(1);
    expect(await kept.tidyVisits()).toMatchObject({ purged: 1 });
    expect(await kept.restoreVisits(LINK)).toBe(2);
    await kept.clearVisits(LINK);
    time.now += 7 * DAY_MS;
    expect(await kept.tidyVisits()).toMatchObject({ purged: 2 });
    expect(await collections.rawVisits.countDocuments({})).toBe(0);
    expect(await collections.clearings.countDocuments({})).toBe(0);
  });
});

test('of a person who is erased nothing is told: no visit, none in the bin, no address among the visitors', async () => {
  await visit([
    at(1, { ip: '8.8.8.8', agent: 'hers' }),
    at(2),
    at(3, { ip: '8.8.8.8', agent: 'hers' }),
    at(4, { ip: '8.8.8.8', link: 2 }),
  ]);
  const [latest] = await list();
  await kept.clearVisits(LINK, [latest?.id ?? '']);
  expect(await kept.eraseVisits([LINK], '8.8.8.8')).toBe(2);
  expect(await ips()).toEqual(['1.1.1.2']);
  expect(await kept.restoreVisits(LINK)).toBe(0);
  const visitors = (change: object) =>
    readVisitors(collections, { scope: { link: LINK }, ...page, ...change });
  const told = await visitors({});
  expect(told.count).toBe(2);
  expect(JSON.stringify(told)).not.toMatch(/8\.8\.8\.8|hers|08080808/);
  for (const asked of [{ search: '8.8.8.8' }, { ips: ['8.8.8.8'] }])
    expect((await visitors(asked)).content).toEqual([]);
  expect((await visitors({ isTold: true })).content.map(({ ip }) => ip)).toEqual(['1.1.1.2']);
  // Of other codes nobody asked.
  expect(await ips({ link: linkId(2) })).toEqual(['8.8.8.8']);
});

const OTHER = 'b2'.repeat(12);
const ownerOf = (link: number): string => (link === 3 ? OTHER : OWNER);
const SCOPES: readonly VisitScope[] = [
  {},
  { owner: OWNER },
  { owner: OTHER },
  ...[1, 2, 3].map((link) => ({ link: linkId(link) })),
];

/** Every figure that anybody is shown. */
const figures = () =>
  Promise.all(
    SCOPES.map(async (scope) => ({
      days: await readDays(collections, scope, RANGE),
      unique: await countUniqueAddresses(collections, scope, RANGE),
      phones: await countUniqueAddresses(collections, { ...scope, kind: 'phone' }, RANGE),
      apps: await countVisitors(sources, scope, RANGE, 'app'),
      referrers: await countVisitors(sources, scope, RANGE, 'referrer'),
      visitors: (await readVisitors(collections, { scope, ...page })).count,
      codes: [...(await readTotals(collections, [1, 2, 3].map(linkId)))],
    })),
  );

const link = fc.integer({ min: 1, max: 3 });
const ip = fc.integer({ min: 1, max: 3 }).map((host) => `1.1.1.${host}`);
const act = fc.oneof(
  fc.record({ does: fc.constant('clear' as const), link }),
  fc.record({ does: fc.constant('choose' as const), link, at: fc.nat(4) }),
  fc.record({ does: fc.constant('restore' as const), link, at: fc.option(fc.nat(2)) }),
  // Of one link, and of all that somebody has.
  fc.record({ does: fc.constant('erase' as const), links: fc.uniqueArray(link, { minLength: 1 }), ip }),
  fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 8 }) }),
  fc.record({
    does: fc.constant('keep' as const),
    addresses: fc.constantFrom('whole' as const, 'shortened' as const),
  }),
);

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

async function perform(one: Act): Promise<void> {
  if (one.does === 'clear') await kept.clearVisits(linkId(one.link));
  else if (one.does === 'choose') {
    const chosen = (await list({ link: linkId(one.link) })).filter((_, index) => index <= one.at);
    await kept.clearVisits(
      linkId(one.link),
      chosen.map(({ id }) => id),
    );
  } else if (one.does === 'restore') {
    const clearings = await kept.visitClearings(linkId(one.link));
    await kept.restoreVisits(linkId(one.link), one.at === null ? undefined : clearings[one.at]?.id);
  } else if (one.does === 'erase') await kept.eraseVisits(one.links.map(linkId), one.ip);
  else if (one.does === 'keep') await kept.keepVisits({ days: 90, addresses: one.addresses });
  else {
    time.now += one.days * DAY_MS;
    await kept.tidyVisits();
  }
}

test('whatever is cleared, restored, purged, erased and shortened, in whatever order: no figure changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ link, ip, hour: fc.integer({ min: 0, max: 20 }) }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.array(act, { minLength: 1, maxLength: 10 }),
      async (visits, acts) => {
        await forget();
        await visit(
          visits.map((one) => at(one.hour, { ip: one.ip, link: one.link, owner: ownerOf(one.link) })),
        );
        const before = await figures();
        for (const one of acts) await perform(one);
        expect(await figures()).toEqual(before);
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

test('what is in no bin and was not erased is there: clearing and restoring lose nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 10 }),
      fc.array(act, { minLength: 1, maxLength: 10 }),
      async (hours, acts) => {
        await forget();
        await visit(hours.map((hour) => at(hour)));
        const all = (await list()).map(({ id }) => id).sort();
        for (const one of acts)
          if (one.does === 'clear' || one.does === 'choose' || one.does === 'restore')
            await perform({ ...one, link: 1 });
        await kept.restoreVisits(LINK);
        expect((await list()).map(({ id }) => id).sort()).toEqual(all);
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

test('the collections that visits are kept in are there after every start', async () => {
  const names = (await store.database.listCollections().toArray()).map(({ name }) => name);
  expect(names).toContain(COLLECTIONS.clearings);
  expect(names).toContain(COLLECTIONS.keeping);
});
