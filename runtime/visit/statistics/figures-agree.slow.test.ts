import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitScope } from '@waypost/sdk';
import fc from 'fast-check';
import { createDays } from '../derive/days.ts';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, OWNER } from '../testing/write-visits.ts';
import { cameWithin } from './came-within.ts';
import { readDays } from './days.ts';
import { readToday } from './today.ts';
import { countUniqueAddresses } from './unique-addresses.ts';

const OTHER = 'b2'.repeat(12);
/** Links 1 and 2 are one owner's, 3 is the other's. */
const ownerOf = (link: number): string => (link === 3 ? OTHER : OWNER);
const SCOPES: readonly VisitScope[] = [
  {},
  { owner: OWNER },
  { owner: OTHER },
  { link: linkId(1) },
  { link: linkId(2), owner: OWNER },
  { link: linkId(3) },
];
const DAYS = 4;
const HOUR = 3_600_000;
const dayHourOf = createDays('Asia/Shanghai');
const dayAt = (index: number): number => dayHourOf(MORNING + index * 24 * HOUR).day;

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-agree-'));
});
beforeEach(forget);
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

async function forget(): Promise<void> {
  const { codes, codeDays, scopeDays, visitors, marks, markRuns } = collections;
  for (const one of [codes, codeDays, scopeDays, visitors, marks, markRuns]) await one.deleteMany({});
}

interface Seen {
  link: number;
  ip: string;
  day: number;
}

/** Portions arrive one after another, each from a journal of its own: days are in no order. */
async function count(portions: readonly (readonly Seen[])[]): Promise<void> {
  for (const portion of portions) {
    await countVisits(
      { database: store.database, directory },
      portion.map(({ link, ip, day }) => ({
        link,
        ip,
        owner: ownerOf(link),
        time: MORNING + day * 24 * HOUR,
      })),
    );
  }
}

async function figuresOf(scope: VisitScope, first: number, last: number) {
  const range = { first: dayAt(first), last: dayAt(last) };
  const days = await readDays(collections, scope, range);
  const sum = (of: 'view_number' | 'new_visitor_number') => days.reduce((total, day) => total + day[of], 0);
  return {
    visits: sum('view_number'),
    addresses: await countUniqueAddresses(collections, scope, range),
    fresh: sum('new_visitor_number'),
    days,
  };
}

const isIn = ({ owner, link }: VisitScope, seen: Seen): boolean =>
  (owner === undefined || owner === ownerOf(seen.link)) && (link === undefined || link === linkId(seen.link));

const anySeen = fc.record({
  link: fc.integer({ min: 1, max: 3 }),
  ip: fc.integer({ min: 1, max: 4 }).map((host) => `1.1.1.${host}`),
  day: fc.integer({ min: 0, max: DAYS - 1 }),
});

test('of any visits, in any scope and range: new visitors ≤ unique IPs ≤ visits, by the day as well', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anySeen, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      async (portions) => {
        await forget();
        await count(portions);
        for (const scope of SCOPES) {
          const own = portions.flat().filter((seen) => isIn(scope, seen));
          for (let first = 0; first < DAYS; first++)
            for (let last = first; last < DAYS; last++) {
              const { visits, addresses, fresh, days } = await figuresOf(scope, first, last);
              const within = own.filter(({ day }) => day >= first && day <= last);
              expect(visits).toBe(within.length);
              expect(addresses).toBe(new Set(within.map(({ ip }) => ip)).size);
              // What is told is a sum of days, not a look at every address.
              if (scope.link === undefined || scope.owner === undefined)
                expect(await cameWithin(collections, scope, { first: dayAt(first), last: dayAt(last) })).toBe(
                  addresses,
                );
              expect(fresh).toBeLessThanOrEqual(addresses);
              expect(addresses).toBeLessThanOrEqual(visits);
              for (const day of days)
                for (const figures of [day, ...Object.values(day.kinds)]) {
                  expect(figures.new_visitor_number).toBeLessThanOrEqual(figures.ip_view_number);
                  expect(figures.ip_view_number).toBeLessThanOrEqual(figures.view_number);
                }
            }
          // Over all days everybody was new once, in whatever order the days have come.
          const all = await figuresOf(scope, 0, DAYS - 1);
          expect(all.fresh).toBe(all.addresses);
        }
      },
    ),
    { numRuns: 12, seed: 13 },
  );
}, 60_000);

const ON_TWO_CODES: readonly Seen[] = [
  { link: 1, ip: '1.1.1.1', day: 0 },
  { link: 2, ip: '1.1.1.1', day: 0 },
  { link: 2, ip: '1.1.1.1', day: 1 },
  { link: 1, ip: '1.1.1.2', day: 1 },
];
const clock = { now: () => MORNING + 24 * HOUR, date: () => new Date(MORNING + 24 * HOUR) };
const today = (scope: VisitScope) =>
  readToday({
    collections,
    scope,
    clock,
    timeZone: 'Asia/Shanghai',
    dayHourOf,
    lag: { visits: 0, milliseconds: 0, unaccounted: 0 },
  });

test('somebody who opens two codes is one new visitor of their owner, and one of each code', async () => {
  await count([ON_TWO_CODES]);
  for (const scope of [{}, { owner: OWNER }]) {
    const { days } = await figuresOf(scope, 0, 1);
    expect(
      days.map(({ new_visitor_number, ip_view_number }) => [new_visitor_number, ip_view_number]),
    ).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(await today(scope)).toMatchObject({
      ip_view_number: 2,
      new_visitor_number: 1,
      yesterday: { ip_view_number: 1, new_visitor_number: 1 },
    });
  }
  expect((await figuresOf({ link: linkId(2) }, 0, 1)).fresh).toBe(1);
});

test('days whose sums are from before new visitors were counted by address tell them all the same', async () => {
  await count([ON_TWO_CODES]);
  await collections.scopeDays.updateMany({}, { $unset: { newcomers: '' } });
  // The day goes on: what is added to it must not be taken for all of it.
  await count([[{ link: 1, ip: '1.1.1.3', day: 1 }]]);
  const { days } = await figuresOf({ owner: OWNER }, 0, 1);
  expect(days.map(({ new_visitor_number }) => new_visitor_number)).toEqual([1, 2]);
  expect(await today({})).toMatchObject({ new_visitor_number: 2, yesterday: { new_visitor_number: 1 } });
});
