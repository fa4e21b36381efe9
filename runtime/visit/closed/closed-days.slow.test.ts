import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createDays } from '../derive/days.ts';
import { readLinks } from '../statistics/links.ts';
import { createOwnerDays } from '../statistics/owner-days.ts';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, OWNER } from '../testing/write-visits.ts';
import { closeOneDay } from './close-days.ts';
import { emptyRows, LINK_ROWS, toBinary } from './pack-rows.ts';
import { rememberPackedLinks } from './packed-links.ts';
import { readClosedOwners, readKnownLinks, readLinksUntil } from './read-closed.ts';

const OTHER = 'b2'.repeat(12);
const ownerOf = (link: number): string => (link === 3 ? OTHER : OWNER);
const DAYS = 5;
const DAY_MS = 86_400_000;
setDefaultTimeout(300_000);
const dayHourOf = createDays('Asia/Shanghai');
const dayAt = (index: number): number => dayHourOf(MORNING + index * DAY_MS).day;
const TODAY = DAYS - 1;

let store: TestStore;
let directory = '';
let collections: VisitCollections;
const linksUntil = async (last: number, isWhole: boolean) =>
  readLinksUntil(sources(), await readKnownLinks(collections, last), { last, isWhole });
const sources = () => ({ collections, readPackedLinks: rememberPackedLinks(collections) });
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-closed-'));
});
beforeEach(forget);
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

async function forget(): Promise<void> {
  const { codes, codeDays, scopeDays, visitors, marks, markRuns, dayWrites, closedDays, packedSums } =
    collections;
  for (const one of [
    codes,
    codeDays,
    scopeDays,
    visitors,
    marks,
    markRuns,
    dayWrites,
    closedDays,
    packedSums,
  ])
    await one.deleteMany({});
}

interface Seen {
  link: number;
  ip: string;
  day: number;
}

async function count(visits: readonly Seen[]): Promise<void> {
  const written = visits.map(({ link, ip, day }) => ({
    link,
    ip,
    owner: ownerOf(link),
    time: MORNING + day * DAY_MS,
  }));
  await countVisits({ database: store.database, directory }, written);
}

async function closeAll(): Promise<number> {
  let closed = 0;
  while (await closeOneDay(collections, dayAt(TODAY))) closed++;
  return closed;
}

const links = async (scope: { owner?: string; link?: string }, first: number, last: number) =>
  new Map(
    (await readLinks(sources(), scope, { first: dayAt(first), last: dayAt(last) }, dayAt(TODAY))).map(
      ({ link, view_number }) => [link, view_number],
    ),
  );

function plainly(seen: readonly Seen[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { link } of seen) sums.set(linkId(link), (sums.get(linkId(link)) ?? 0) + 1);
  return sums;
}

const sorted = (sums: ReadonlyMap<string, number>) =>
  [...sums].sort(([left], [right]) => (left < right ? -1 : 1));

const anySeen = fc.record({
  link: fc.integer({ min: 1, max: 3 }),
  ip: fc.integer({ min: 1, max: 4 }).map((host) => `1.1.1.${host}`),
  day: fc.integer({ min: 0, max: DAYS - 1 }),
});

test('packed sums are those of the visits, whatever comes late and whenever days are closed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ visits: fc.array(anySeen, { minLength: 1, maxLength: 8 }), isClosed: fc.boolean() }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      async (portions) => {
        await forget();
        const all: Seen[] = [];
        for (const { visits, isClosed } of portions) {
          await count(visits);
          all.push(...visits);
          if (isClosed) await closeAll();
          const { ownerDays } = createOwnerDays({
            ...sources(),
            clock: { now: () => 0, date: () => new Date(0) },
            today: () => dayAt(TODAY),
          });
          const days = await ownerDays({ first: dayAt(0), last: dayAt(TODAY) });
          for (const owner of [OWNER, OTHER])
            for (let day = 0; day < DAYS; day++)
              expect(
                days.find((one) => one.owner === owner && one.day === dayAt(day))?.view_number ?? 0,
              ).toBe(all.filter((seen) => seen.day === day && ownerOf(seen.link) === owner).length);
          for (const scope of [{}, { owner: OWNER }, { owner: OTHER }, { link: linkId(2) }])
            for (let first = 0; first < DAYS; first++)
              for (let last = first; last < DAYS; last++) {
                const within = all.filter(
                  ({ day, link }) =>
                    day >= first &&
                    day <= last &&
                    (scope.owner === undefined || scope.owner === ownerOf(link)) &&
                    (scope.link === undefined || scope.link === linkId(link)),
                );
                expect(sorted(await links(scope, first, last))).toEqual(sorted(plainly(within)));
              }
        }
      },
    ),
    { numRuns: 4, seed: 4 },
  );
}, 600_000);

test('a closed day is read as it was packed, and no longer once something was written to it', async () => {
  const visit = (day: number): Seen => ({ link: 1, ip: '1.1.1.1', day });
  await count([visit(0), visit(1), visit(1), visit(TODAY)]);
  // Two days that are over, owners and links.
  expect(await closeAll()).toBe(4);
  expect([...(await readClosedOwners(collections, [dayAt(0), dayAt(1)])).keys()]).toEqual([
    dayAt(0),
    dayAt(1),
  ]);
  expect((await linksUntil(dayAt(2), true))?.day).toBe(dayAt(1));
  expect(await closeAll()).toBe(0);
  await count([visit(0)]);
  expect([...(await readClosedOwners(collections, [dayAt(0), dayAt(1)])).keys()]).toEqual([dayAt(1)]);
  expect(await linksUntil(dayAt(2), true)).toBeUndefined();
  // The day itself, and what is added up over it.
  expect(await closeAll()).toBe(3);
  expect((await linksUntil(dayAt(2), true))?.day).toBe(dayAt(1));
});

test('a day that another process has packed by older sums is packed again before the next is built on it', async () => {
  const visit = (day: number): Seen => ({ link: 1, ip: '1.1.1.1', day });
  await count([visit(0)]);
  await closeAll();
  // What a process leaves that has read before that visit was counted, and writes after it was packed.
  const older = { writes: 0, rows: toBinary(emptyRows(LINK_ROWS)) };
  await collections.packedSums.updateOne({ _id: `links:${dayAt(0)}` }, { $set: older });
  await count([visit(1), visit(1)]);
  await closeAll();
  expect((await linksUntil(dayAt(1), true))?.day).toBe(dayAt(1));
  expect(await links({}, 0, 1)).toEqual(new Map([[linkId(1), 3]]));
});

test('more than a document takes is read one by one', async () => {
  await count([{ link: 1, ip: '1.1.1.1', day: 0 }]);
  await closeAll();
  await collections.packedSums.updateOne({ _id: `links:${dayAt(0)}` }, { $unset: { rows: 1 } });
  expect(await linksUntil(dayAt(0), false)).toBeUndefined();
  await count([{ link: 2, ip: '1.1.1.1', day: 1 }]);
  expect(await closeAll()).toBe(2);
  expect(await links({}, 0, 1)).toEqual(
    new Map([
      [linkId(1), 1],
      [linkId(2), 1],
    ]),
  );
});

test('sums that are remembered are told as long as they hold, and read again once a visit of such a day has come late', async () => {
  await count([{ link: 1, ip: '1.1.1.1', day: 0 }]);
  await closeAll();
  const remembering = sources();
  const viewsOfTheFirst = async () =>
    (await readLinks(remembering, {}, { first: dayAt(0), last: dayAt(0) }, dayAt(TODAY))).map(
      ({ view_number }) => view_number,
    );
  expect(await viewsOfTheFirst()).toEqual([1]);
  expect(await viewsOfTheFirst()).toEqual([1]);
  await count([{ link: 1, ip: '2.2.2.2', day: 0 }]);
  expect(await viewsOfTheFirst()).toEqual([2]);
  await closeAll();
  expect(await viewsOfTheFirst()).toEqual([2]);
});
