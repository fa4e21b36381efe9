import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { oneRegion } from '@waypost/contract';
import fc from 'fast-check';
import { sumByValue } from '../aggregator/stored-values.ts';
import { countRows } from '../columns/count-rows.ts';
import { type ScopeDayDocument, visitCollections } from '../store/collections.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { readDays } from './days.ts';
import { scopeId } from './scope.ts';

setDefaultTimeout(60_000);
const DAY = 20_260_503;
/** Forms in which earlier releases have kept places. */
const KEPT = [
  'CN 香港',
  'HK',
  'CN 台湾省',
  'TW',
  'CN 澳门区',
  'CN 北京',
  'CN 北京市',
  'CN 广西区',
  'CN 广西',
  'KE',
  '~',
];
const visits = fc.dictionary(fc.constantFrom(...KEPT), fc.integer({ min: 1, max: 1_000 }), { minKeys: 1 });

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store?.stop());

const total = (sums: Readonly<Record<string, number>>) =>
  Object.values(sums).reduce((sum, one) => sum + one, 0);
/** What any reading has to tell: each visit once, under the one name of its place. */
function expected(kept: Readonly<Record<string, number>>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [region, count] of Object.entries(kept))
    sums[oneRegion(region)] = (sums[oneRegion(region)] ?? 0) + count;
  return sums;
}

test('days that were summed up under several names of a place tell one, and no visit is lost', async () => {
  const collections = visitCollections(store.database);
  await fc.assert(
    fc.asyncProperty(visits, async (kept) => {
      await collections.scopeDays.deleteMany({});
      const parts = Object.entries(kept).map(([region, count]) => `r${region}\t${count}\n`);
      const day: ScopeDayDocument = {
        _id: 'day',
        scope: scopeId({}),
        revision: 1,
        top: [],
        day: DAY,
        views: total(kept),
        addresses: 0,
        fresh: 0,
        newcomers: 0,
        crawlers: 0,
        hours: {},
        parts: parts.join(''),
      };
      await collections.scopeDays.insertOne(day);
      for (const told of ['region', undefined] as const) {
        const [read] = await readDays(collections, {}, { first: DAY, last: DAY }, told);
        expect({ ...read?.parts.region }).toEqual(expected(kept));
        expect(total(read?.parts.region ?? {})).toBe(read?.view_number ?? -1);
      }
    }),
    { numRuns: 20 },
  );
});

test('packed rows, and rows that are not packed, are counted by the one name and found by either', () => {
  fc.assert(
    fc.property(visits, fc.constantFrom(...KEPT), (kept, asked) => {
      const values = Object.keys(kept);
      const codes = values.flatMap((region, place) => new Array<number>(kept[region] ?? 0).fill(place));
      const columns = {
        values: new Map([['region', { values, codes: Uint8Array.from(codes) }]]),
        ids: new Map(),
      };
      const count = (only: ReadonlyMap<string, string>) => {
        const sums = new Map<string, number>();
        const wish = { dimension: 'region', owner: undefined, link: undefined, only, before: undefined };
        countRows(sums, { ...wish, without: new Map() }, { rows: codes.length, columns, id: (name) => name });
        return Object.fromEntries(sums);
      };
      const told = expected(kept);
      expect(count(new Map())).toEqual(told);
      const name = oneRegion(asked);
      const ofOne = name in told ? { [name]: told[name] ?? 0 } : {};
      expect(count(new Map([['region', asked]]))).toEqual(ofOne);
      const rows = Object.entries(kept).map(([region, sum]) => {
        const [country = '', ...location] = region.split(' ');
        return { _id: { country, location: location.join(' ') }, sum };
      });
      expect({ ...sumByValue(rows, 'region', { dimension: 'region', value: asked }) }).toEqual(ofOne);
      expect({ ...sumByValue(rows, 'region', undefined) }).toEqual(told);
    }),
  );
});
