import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostDay } from '@waypost/sdk';
import fc from 'fast-check';
import { closeOneDay } from '../closed/close-days.ts';
import { rememberPackedLinks } from '../closed/packed-links.ts';
import { createDays } from '../derive/days.ts';
import { FLAG_CRAWLER, FLAG_EXPIRED } from '../journal/format.ts';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, OWNER } from '../testing/write-visits.ts';
import { readAddress } from './address.ts';
import { readHostDays } from './host-days.ts';
import { createOwnerDays } from './owner-days.ts';

setDefaultTimeout(120_000);
const OTHER = 'b2'.repeat(12);
/** Links 1 and 2 are one owner's, 3 is the other's; 2 and 3 stand on hosts of their own. */
const ownerOf = (link: number): string => (link === 3 ? OTHER : OWNER);
const HOSTS = { 'two.example': [linkId(2)], 'three.example': [linkId(3)] };
const hostOf = (link: number): string => ['', '', 'two.example', 'three.example'][link] as string;
const DAYS = 3;
const DAY_MS = 86_400_000;
const dayHourOf = createDays('Asia/Shanghai');
const dayAt = (index: number): number => dayHourOf(MORNING + index * DAY_MS).day;
const RANGE = { first: dayAt(0), last: dayAt(DAYS) };

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-owner-days-'));
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
  kind: 'person' | 'bot' | 'expired';
}
const FLAGS = { person: 0, bot: FLAG_CRAWLER, expired: FLAG_EXPIRED } as const;

/** Portions arrive one after another, each from a journal of its own: days are in no order. */
async function count(portions: readonly (readonly Seen[])[]): Promise<void> {
  for (const portion of portions) {
    await countVisits(
      { database: store.database, directory },
      portion.map(({ link, ip, day, kind }) => ({
        link,
        ip,
        owner: ownerOf(link),
        flags: FLAGS[kind],
        time: MORNING + day * DAY_MS,
      })),
    );
  }
}

const sourcesAt = (day: number, now: () => number = Date.now) => ({
  collections,
  clock: { now, date: () => new Date(now()) },
  today: () => dayAt(day),
  readPackedLinks: rememberPackedLinks(collections),
});

/** What people count by hand. */
function plainly(all: readonly Seen[], groupOf: (seen: Seen) => string) {
  const groups = Map.groupBy(all, (seen) => `${groupOf(seen)} ${dayAt(seen.day)}`);
  return new Map(
    [...groups].map(([name, visits]) => {
      const of = (kind: Seen['kind']) => visits.filter((seen) => seen.kind === kind);
      const addresses = new Set(of('person').map(({ ip }) => ip));
      return [
        name,
        [of('person').length, of('bot').length, of('expired').length, addresses.size] as const,
      ] as const;
    }),
  );
}

const anySeen = fc.record({
  link: fc.integer({ min: 1, max: 3 }),
  ip: fc.integer({ min: 1, max: 3 }).map((host) => `1.1.1.${host}`),
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  kind: fc.constantFrom('person', 'person', 'bot', 'expired'),
});

test('sums by owner and by host are those of the visits, whatever came when', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anySeen, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 3 }),
      async (portions) => {
        await forget();
        await count(portions);
        const all = portions.flat() as Seen[];
        const { ownerDays, hostDays } = createOwnerDays(sourcesAt(DAYS));
        const owners = await ownerDays(RANGE);
        expect(
          new Map(
            owners.map((sum) => [
              `${sum.owner} ${sum.day}`,
              [sum.view_number, sum.bot_view_number, sum.expired_view_number, sum.ip_view_number],
            ]),
          ) as unknown,
        ).toEqual(plainly(all, ({ link }) => ownerOf(link)));
        // An address is new to an owner once.
        for (const owner of [OWNER, OTHER]) {
          const people = all.filter((seen) => ownerOf(seen.link) === owner && seen.kind === 'person');
          const fresh = owners.filter((sum) => sum.owner === owner).map((sum) => sum.new_visitor_number);
          expect(fresh.reduce((sum, one) => sum + one, 0)).toBe(new Set(people.map(({ ip }) => ip)).size);
        }
        const wanted = [...plainly(all, ({ link }) => hostOf(link))];
        const same = (told: readonly HostDay[]) =>
          expect(
            new Map(
              told.map((sum) => [
                `${sum.host} ${sum.day}`,
                [sum.view_number, sum.bot_view_number, sum.expired_view_number],
              ]),
            ) as unknown,
          ).toEqual(new Map(wanted.map(([name, sums]) => [name, sums.slice(0, 3)])));
        same(await hostDays(RANGE, HOSTS));
        // Where they are many, before days are packed and after.
        const days = [DAYS, 2, 1, 0].map(dayAt);
        const byDay = () => readHostDays(sourcesAt(DAYS), { days, hosts: HOSTS, today: dayAt(DAYS) }, 0);
        same(await byDay());
        while (await closeOneDay(collections, dayAt(DAYS)));
        same(await byDay());
        same(await readHostDays(sourcesAt(1), { days, hosts: HOSTS, today: dayAt(1) }, 0));
      },
    ),
    { numRuns: 5 },
  );
});

test('days that are over are remembered for ten minutes, today and yesterday for a second, by owner and by host', async () => {
  const visit = (day: number): Seen => ({ link: 2, ip: '1.1.1.1', day, kind: 'person' });
  let now = 1_000_000;
  const { ownerDays, hostDays } = createOwnerDays(sourcesAt(2, () => now));
  const views = async () => {
    const [owners, hosts] = await Promise.all([ownerDays(RANGE), hostDays(RANGE, HOSTS)]);
    const of = (sums: readonly { day: number; view_number: number }[]) =>
      [0, 1, 2].map((day) => sums.find((sum) => sum.day === dayAt(day))?.view_number ?? 0);
    expect(of(hosts)).toEqual(of(owners));
    return of(owners);
  };
  await count([[visit(0), visit(1), visit(2)]]);
  expect(await views()).toEqual([1, 1, 1]);
  await count([[visit(0), visit(1), visit(2)]]);
  now += 1_000;
  expect(await views()).toEqual([1, 2, 2]);
  now += 600_000;
  expect(await views()).toEqual([2, 2, 2]);
});

test('what came to hosts is told by their names, whichever was read first: equal ones are on one page each', async () => {
  const { hostDays } = createOwnerDays(sourcesAt(2));
  const visit = (link: number): Seen => ({ link, ip: '1.1.1.1', day: 0, kind: 'person' });
  await count([[visit(1), visit(2), visit(3)]]);
  const hosts = { 'z.example': [linkId(1)], 'm.example': [linkId(2)], 'a.example': [linkId(3)] };
  const told = await hostDays(RANGE, hosts);
  expect(told.map(({ host }) => host)).toEqual(['a.example', 'm.example', 'z.example']);
});

test('a link that moves to another host takes the visits of all days along at once', async () => {
  const { hostDays } = createOwnerDays(sourcesAt(2));
  await count([[{ link: 2, ip: '1.1.1.1', day: 0, kind: 'person' }]]);
  expect((await hostDays(RANGE, HOSTS)).map(({ host }) => host)).toEqual(['two.example']);
  const moved = { 'three.example': [linkId(2), linkId(3)] };
  expect((await hostDays(RANGE, moved)).map(({ host }) => host)).toEqual(['three.example']);
  expect((await hostDays(RANGE, {})).map(({ host }) => host)).toEqual(['']);
});

test('more than 31 days are refused', async () => {
  const { ownerDays } = createOwnerDays(sourcesAt(0));
  expect(ownerDays({ first: 20_200_101, last: dayAt(0) })).rejects.toThrow(RangeError);
});

test('an address is told with its place, what it visited and on which days; an erased one as one that never came', async () => {
  await count([
    [
      { link: 1, ip: '1.1.1.1', day: 0, kind: 'person' },
      { link: 1, ip: '1.1.1.1', day: 1, kind: 'person' },
      { link: 3, ip: '1.1.1.1', day: 1, kind: 'person' },
      { link: 3, ip: '1.1.1.2', day: 1, kind: 'person' },
    ],
  ]);
  const locationOf = () => ({ country: 'KE', location: 'Nairobi', isp: '' });
  const look = (ip: string) => readAddress({ ...sourcesAt(DAYS), dayHourOf, locationOf }, ip);
  expect(await look('::ffff:1.1.1.1')).toMatchObject({
    ip: '1.1.1.1',
    view_number: 3,
    link_number: 2,
    first_time: new Date(MORNING).toISOString(),
    last_time: new Date(MORNING + DAY_MS).toISOString(),
    days: [
      { day: dayAt(1), link_number: 2, kept_number: 0 },
      { day: dayAt(0), link_number: 1, kept_number: 0 },
    ],
  });
  await collections.visitors.updateMany(
    { ip: '1.1.1.2' },
    { $set: { erased: store.database.databaseName as never } },
  );
  expect(await look('1.1.1.2')).toMatchObject({
    location: 'Nairobi',
    view_number: 0,
    first_time: null,
    days: [],
  });
  expect(look('10.0.0.0/8')).rejects.toThrow(TypeError);
});
