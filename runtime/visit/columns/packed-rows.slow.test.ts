import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptCountScope, VisitDimension, VisitorDimension } from '@waypost/sdk';
import fc from 'fast-check';
import { createDays } from '../derive/days.ts';
import { createAgentReader } from '../derive/device.ts';
import { FLAG_CRAWLER, FLAG_OPEN_LOG } from '../journal/format.ts';
import { writeKeeping } from '../kept/keeping.ts';
import { createKeptVisits } from '../kept/kept-visits.ts';
import { countVisitors } from '../statistics/visitor-counts.ts';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, OWNER, type WrittenVisit } from '../testing/write-visits.ts';
import { createDayPacker } from './pack-days.ts';
import { createColumnReader } from './read-columns.ts';

/**
 * Two things at once are counted from columns where days are packed, and from visits and visitors where they are not: whatever
 * is counted late, cleared, brought back or erased meanwhile, nobody sees a difference.
 */
setDefaultTimeout(300_000);
const HOUR_MS = 3_600_000;
const OTHER = 'b2'.repeat(12);
const dayHourOf = createDays('Asia/Shanghai');
const [FIRST, LAST] = [-60, 38];
/** Hours from the morning on, of the day that is called today in the end and three before it: often the same ones. */
const HOURS = [FIRST, -34, -33, -10, 0, 12, 20, 35, 36, 37] as const;
const RANGE = {
  first: dayHourOf(MORNING + FIRST * HOUR_MS).day,
  last: dayHourOf(MORNING + LAST * HOUR_MS).day,
};
const MIDDLE = { first: dayHourOf(MORNING - 24 * HOUR_MS).day, last: RANGE.last };
const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.40',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36',
];

let store: TestStore;
let directory = '';
let collections: VisitCollections;
/** The same without anything that is packed. */
let plain: VisitCollections;
const time = { now: MORNING };
const clock = { now: () => time.now, date: () => new Date(time.now) };
const read = createColumnReader();
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  // The store's own clock is months ahead of these visits: nothing of them is to expire by it.
  await collections.rawVisits.dropIndex({ time: 1 } as never);
  await collections.rawVisits.createIndex({ time: 1 });
  plain = { ...collections, packedDays: store.database.collection('nothing_packed') };
  directory = mkdtempSync(join(tmpdir(), 'wp-columns-'));
});
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

async function forget(): Promise<void> {
  time.now = MORNING + LAST * HOUR_MS;
  await Promise.all(
    Object.values(collections).map((one) => (one as typeof collections.codes).deleteMany({})),
  );
}

const count = (visits: readonly WrittenVisit[]): Promise<void> =>
  countVisits({ database: store.database, directory, agentOf: createAgentReader() }, visits);

const keptOf = (from: VisitCollections) =>
  createKeptVisits({ collections: from, database: store.database, clock, dayHourOf, read });

async function packAll(): Promise<number> {
  const pack = createDayPacker({ collections, clock, dayHourOf });
  let packed = 0;
  while (await pack()) packed++;
  return packed;
}

const SCOPES: readonly KeptCountScope[] = [
  {},
  { owner: OWNER },
  { owner: OTHER },
  { link: linkId(1) },
  { link: linkId(2) },
  { link: linkId(3), kind: 'phone' },
  { only: { dimension: 'app', value: 'wechat' } },
  { owner: OWNER, only: { dimension: 'utm_source', value: 'news' } },
];
const KEPT: readonly (VisitDimension | 'link')[] = ['link', 'language', 'region', 'target'];
const OF_VISITORS: readonly VisitorDimension[] = ['kind', 'region', 'system'];

async function figures(from: VisitCollections) {
  const told: Record<string, unknown> = {};
  for (const range of [RANGE, MIDDLE])
    for (const scope of SCOPES) {
      const name = JSON.stringify([range.first, scope]);
      for (const dimension of KEPT)
        told[`${name} ${dimension}`] = await keptOf(from).keptCounts(scope, range, dimension);
      const { only, ...others } = scope;
      if (only?.dimension === 'utm_source') continue;
      const narrowed = only === undefined ? undefined : { dimension: 'app' as const, value: only.value };
      for (const dimension of OF_VISITORS)
        told[`${name} visitors ${dimension}`] = {
          ...(await countVisitors(
            { collections: from, clock, dayHourOf, read },
            { ...others, only: narrowed },
            range,
            dimension,
          )),
        };
    }
  return told;
}

/** One is always the other's, and one was given to them before the last day began. */
const isGiven = (one: number, hour: number): boolean => one === 3 || (one === 2 && hour >= 12);
/** Of a link that was given away others come than before: a visitor counts for whoever had it when they came last. */
const addressOn = (one: number, hour: number, given: number): number =>
  one !== 2 ? given : isGiven(one, hour) ? 4 : Math.min(given, 3);
const link = fc.integer({ min: 1, max: 3 });
const address = fc.integer({ min: 1, max: 4 });
const visit = fc
  .record({
    link,
    address,
    hour: fc.constantFrom(...HOURS),
    flags: fc.constantFrom(0, FLAG_OPEN_LOG, FLAG_OPEN_LOG, FLAG_OPEN_LOG | FLAG_CRAWLER),
    target: fc.constantFrom(7, 8),
    language: fc.constantFrom('', 'zh-CN', 'sw'),
    campaign: fc.constantFrom('', 'news\n\nspring', '\n\n__proto__'),
  })
  .map(({ address: given, hour, ...one }) => ({ ...one, hour, number: addressOn(one.link, hour, given) }))
  .map(({ number, hour, ...one }) => ({
    ...one,
    time: MORNING + hour * HOUR_MS,
    ip: `8.8.${number}.8`,
    // One device for an address: what it came with last is what it always came with.
    agent: AGENTS[number % 2] as string,
    owner: isGiven(one.link, hour) ? OTHER : OWNER,
  }));
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('count' as const), visits: fc.array(visit, { maxLength: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('pack' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('clear' as const), link }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('choose' as const), link }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restore' as const), link }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('erase' as const), link, address }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('keep' as const), days: fc.constantFrom(2, 90) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** As `keepVisits`, without telling the store by when it deletes. */
const keep = (days: number): Promise<void> =>
  writeKeeping(
    { collections, clock, dayHourOf, database: { command: async () => ({}) } as never },
    { days, addresses: 'whole' },
  );

async function perform(one: Step): Promise<void> {
  const kept = keptOf(collections);
  if (one.does === 'count') await count(one.visits);
  else if (one.does === 'pack') await packAll();
  else if (one.does === 'wait') time.now += one.hours * HOUR_MS;
  else if (one.does === 'keep') await keep(one.days);
  else if (one.does === 'erase') await kept.eraseVisits([linkId(one.link)], `8.8.${one.address}.8`);
  else if (one.does === 'restore') await kept.restoreVisits(linkId(one.link));
  else if (one.does === 'clear') await kept.clearVisits(linkId(one.link));
  else {
    const { content } = await kept.keptVisits({ link: linkId(one.link), page: 1, page_size: 2 });
    await kept.clearVisits(
      linkId(one.link),
      content.map(({ id }) => id),
    );
  }
}

test('what is packed tells what visits and visitors tell, whatever is done with them in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { minLength: 3, maxLength: 15 }),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (visits, steps) => {
        await forget();
        await count(visits);
        await packAll();
        expect(await figures(collections)).toEqual(await figures(plain));
        for (const one of steps) {
          await perform(one);
          expect(await figures(collections)).toEqual(await figures(plain));
        }
      },
    ),
    { numRuns: Number(process.env.WAYPOST_RUNS ?? 2), endOnFailure: true },
  );
});

test('what a clock that was ahead has packed keeps nothing else from being packed, and figures stay right', async () => {
  await forget();
  const came = (hour: number): WrittenVisit => ({ time: MORNING + hour * HOUR_MS, flags: FLAG_OPEN_LOG });
  await count([came(FIRST), came(0)]);
  await packAll();
  time.now -= HOUR_MS / 2;
  await count([came(FIRST), came(-34)]);
  const pack = createDayPacker({ collections, clock, dayHourOf });
  let [turns, refused] = [0, 0];
  for (let hasMore = true; hasMore && turns < 50; turns++)
    hasMore = await pack().catch(() => {
      refused++;
      return true;
    });
  expect(turns).toBeLessThan(20);
  expect(refused).toBeGreaterThan(0);
  expect(
    await collections.packedDays.countDocuments({
      kind: 'visits',
      day: dayHourOf(MORNING - 34 * HOUR_MS).day,
    }),
  ).toBe(1);
  expect(await figures(collections)).toEqual(await figures(plain));
});

test('days that a release before has packed with fewer columns are counted as well, and packed anew', async () => {
  await forget();
  await count([{ time: MORNING, flags: FLAG_OPEN_LOG, ip: '8.8.1.8' }]);
  await packAll();
  await collections.packedDays.updateMany({}, { $unset: { columns: true } });
  await collections.packedColumns.deleteMany({ _id: /:city$/ });
  const cities = async () => {
    const sources = { collections, clock, dayHourOf, read: createColumnReader() };
    return { ...(await countVisitors(sources, { kind: 'other' }, RANGE, 'city')) };
  };
  const before = await cities();
  expect(Object.values(before)).toEqual([1]);
  expect(await packAll()).toBeGreaterThan(0);
  expect(await collections.packedColumns.countDocuments({ _id: /:city$/ })).toBe(2);
  expect(await cities()).toEqual(before);
  expect(await packAll()).toBe(0);
});

test('one device of another kind is told apart, among visits and among visitors', async () => {
  await forget();
  const came = (hour: number, number: number): WrittenVisit => ({
    time: MORNING + hour * HOUR_MS,
    flags: FLAG_OPEN_LOG,
    ip: `8.8.${number}.8`,
    agent: AGENTS[number] as string,
  });
  await count([came(FIRST, 0), came(0, 0), came(0, 1), came(36, 1)]);
  await packAll();
  const only = { dimension: 'app', value: 'wechat' } as const;
  expect({ ...(await keptOf(collections).keptCounts({ only }, RANGE, 'system')).values }).toEqual({ iOS: 2 });
  const sources = { collections, clock, dayHourOf, read };
  expect({ ...(await countVisitors(sources, { only }, RANGE, 'system')) }).toEqual({ iOS: 1 });
  expect({ ...(await countVisitors(sources, { kind: 'desktop' }, MIDDLE, 'app')) }).toEqual({ browser: 1 });
});
