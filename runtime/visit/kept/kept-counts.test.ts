import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitDimension, VisitScope } from '@waypost/sdk';
import fc from 'fast-check';
import { DIMENSIONS } from '../aggregator/dimensions.ts';
import { createColumnReader } from '../columns/read-columns.ts';
import { createDays, timesOfDays } from '../derive/days.ts';
import { FLAG_CRAWLER, FLAG_OPEN_LOG } from '../journal/format.ts';
import { readDays } from '../statistics/days.ts';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, OWNER, type WrittenVisit } from '../testing/write-visits.ts';
import { createKeptVisits } from './kept-visits.ts';

setDefaultTimeout(300_000);
const HOUR_MS = 3_600_000;
const OTHER = 'b2'.repeat(12);
const RANGE = { first: 20_260_503, last: 20_260_504 };
const SCOPES: readonly VisitScope[] = [{}, { owner: OWNER }, { owner: OTHER }, { link: linkId(1) }];
const dayHourOf = createDays('Asia/Shanghai');

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-kept-counts-'));
});
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

const clock = { now: () => MORNING + 48 * HOUR_MS, date: () => new Date(MORNING + 48 * HOUR_MS) };
const kept = () =>
  createKeptVisits({ collections, database: store.database, clock, dayHourOf, read: createColumnReader() });

async function visit(visits: readonly WrittenVisit[]): Promise<void> {
  const { codes, codeDays, scopeDays, visitors, marks, markRuns, rawVisits, hours } = collections;
  for (const one of [codes, codeDays, scopeDays, visitors, marks, markRuns, rawVisits, hours])
    await one.deleteMany({});
  await countVisits({ database: store.database, directory }, visits);
}

const written = fc.record({
  link: fc.constantFrom(1, 2),
  ip: fc.constantFrom('1.1.1.1', '1.1.1.2'),
  time: fc.integer({ min: -20, max: 38 }).map((hour) => MORNING + hour * HOUR_MS),
  flags: fc.constantFrom(FLAG_OPEN_LOG, FLAG_OPEN_LOG, FLAG_OPEN_LOG | FLAG_CRAWLER),
  target: fc.constantFrom(7, 8),
  language: fc.constantFrom('', 'zh-CN', 'sw', 'no tag at all'),
  campaign: fc.constantFrom('', 'news\n\nspring', 'news\nmail\n', '\n\n__proto__'),
});

test('where every log is open, the figures of the days are a recount of what is kept, by every dimension', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 20 }), async (visits) => {
      await visit(visits.map((one) => ({ ...one, owner: one.link === 1 ? OWNER : OTHER })));
      for (const scope of SCOPES) {
        const days = await readDays(collections, scope, RANGE);
        for (const dimension of Object.keys(DIMENSIONS) as VisitDimension[]) {
          const sums = new Map<string, number>();
          for (const { parts } of days)
            for (const [value, some] of Object.entries(parts[dimension]))
              sums.set(value, (sums.get(value) ?? 0) + some);
          const { values } = await kept().keptCounts(scope, RANGE, dimension);
          expect([dimension, new Map(Object.entries(values))]).toEqual([dimension, sums]);
        }
      }
    }),
    { numRuns: 3 },
  );
});

test('two dimensions beside each other, since the first that is kept, without what is in the bin', async () => {
  const at = (hour: number, change: WrittenVisit): WrittenVisit => ({
    time: MORNING + hour * HOUR_MS,
    flags: FLAG_OPEN_LOG,
    ...change,
  });
  await visit([
    at(-48, { campaign: 'news\n\n' }),
    at(0, { campaign: 'news\n\n', language: 'sw' }),
    at(1, { campaign: 'news\n\n', language: 'zh-CN', link: 2 }),
    at(2, { campaign: 'mail\n\n', language: 'sw' }),
  ]);
  const only = { dimension: 'utm_source', value: 'news' } as const;
  expect(await kept().keptCounts({ only }, RANGE, 'language')).toEqual({
    values: { sw: 1, 'zh-CN': 1 },
    since: new Date(MORNING - 48 * HOUR_MS).toISOString(),
  });
  expect((await kept().keptCounts({ only }, RANGE, 'link')).values).toEqual({
    [linkId(1)]: 1,
    [linkId(2)]: 1,
  });
  await kept().clearVisits(linkId(1));
  for (const scope of [{ only }, { only, link: linkId(1) }])
    expect((await kept().keptCounts(scope, RANGE, 'link')).values).toEqual(
      'link' in scope ? {} : { [linkId(2)]: 1 },
    );
  expect((await kept().keptCounts({ link: linkId(1) }, RANGE, 'kind')).since).toBeNull();
});

test('the times of days begin and end where the days of the zone do, also where clocks change', () => {
  for (const zone of [
    'Asia/Shanghai',
    'Europe/Berlin',
    'Pacific/Kiritimati',
    'Pacific/Niue',
    'Asia/Kathmandu',
  ]) {
    const of = createDays(zone);
    const { from, until } = timesOfDays({ first: 20_260_328, last: 20_260_329 }, of);
    expect([of(from.getTime()).day, of(from.getTime() - 1).day]).toEqual([20_260_328, 20_260_327]);
    expect([of(until.getTime()).day, of(until.getTime() - 1).day]).toEqual([20_260_330, 20_260_329]);
  }
});
