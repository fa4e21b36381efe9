import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type ClientSession, mongo } from 'mongoose';
import { isTransactionConflict } from '../../storage/index.ts';
import { AggregationConflict } from '../aggregator/store-commands.ts';
import { linksOfDays } from '../closed/day-sums.ts';
import { figureAt, idsOf } from '../closed/pack-rows.ts';
import { ownersOfLink } from '../columns/find-packed.ts';
import { createDays } from '../derive/days.ts';
import { FLAG_CRAWLER, FLAG_EXPIRED, FLAG_HOP } from '../journal/format.ts';
import { type InTurn, putTogether } from '../marks/put-together.ts';
import { readDays } from '../statistics/days.ts';
import { readTotals } from '../statistics/totals.ts';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { CODE_SUMS } from '../store/marks.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, OWNER } from '../testing/write-visits.ts';
import { createFolding } from './fold-days.ts';
import { writeMergedSums } from './write-merged.ts';

// What links came to, in runs, half in documents, and in documents: what a user would lose are visits, or they would see some twice.

setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;
const LINKS = 5;
const DAYS = 4;
/** Ids may have any byte. */
const OTHER = 'b200'.repeat(6);
const dayHourOf = createDays('Asia/Shanghai');
const dayAt = (index: number): number => dayHourOf(MORNING + index * DAY_MS).day;

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-sums-'));
});
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

async function forget(): Promise<void> {
  const { codes, codeDays, scopeDays, visitors, marks, markRuns } = collections;
  for (const one of [codes, codeDays, scopeDays, visitors, marks, markRuns]) await one.deleteMany({});
}

const KINDS = { person: 0, crawler: FLAG_CRAWLER, hop: FLAG_HOP, late: FLAG_EXPIRED } as const;
interface Seen {
  link: number;
  ip: string;
  day: number;
  owner: string;
  kind: keyof typeof KINDS;
}
const anySeen: fc.Arbitrary<Seen> = fc.record({
  link: fc.integer({ min: 1, max: LINKS }),
  ip: fc.integer({ min: 1, max: 3 }).map((host) => `1.1.1.${host}`),
  day: fc.nat(DAYS - 1),
  owner: fc.constantFrom(OWNER, OWNER, OTHER),
  kind: fc.constantFrom('person', 'person', 'person', 'crawler', 'hop', 'late'),
});
/** Something that happens beside counting: runs are put together; days up to one are folded, a few links at a time, and left half way. */
const anyWork = fc.record({
  isTidied: fc.boolean(),
  today: fc.nat(DAYS),
  portion: fc.integer({ min: 1, max: 3 }),
  steps: fc.nat(6),
});

async function work({
  isTidied,
  today,
  portion,
  steps,
}: typeof anyWork extends fc.Arbitrary<infer Work> ? Work : never) {
  const session = store.database.client.startSession();
  // Each time as a process that has just started.
  const fold = createFolding({ database: store.database, session, inTurn: (some) => some(), portion });
  for (let step = 0; step < steps; step++) if (!(await fold(dayAt(today)))) break;
  await session.endSession();
  if (isTidied) while (await putTogether(collections, (some) => some(), CODE_SUMS, writeMergedSums));
}

/** What is told of each link, and by the day. */
async function told() {
  const totals = await readTotals(
    collections,
    Array.from({ length: LINKS }, (_, at) => linkId(at + 1)),
  );
  const links = await Promise.all(
    [...totals].map(async ([link, total]) => {
      const days = await readDays(collections, { link }, { first: dayAt(0), last: dayAt(DAYS - 1) });
      return {
        link,
        ...total,
        days: days.map(({ day, view_number, bot_view_number, ip_view_number, hours, parts }) => ({
          day,
          view_number,
          bot_view_number,
          ip_view_number,
          byHour: hours.reduce((sum, visits) => sum + visits, 0),
          byKind: Object.values(parts.kind).reduce((sum, visits) => sum + visits, 0),
        })),
      };
    }),
  );
  const byDay = await Promise.all(
    Array.from({ length: DAYS }, async (_, at) => {
      const rows = await linksOfDays(collections, { first: dayAt(at), last: dayAt(at) });
      const linkAt = idsOf(rows);
      const sums: Record<string, number> = {};
      for (let row = 0; row < rows.count; row++)
        if (figureAt(rows, row, 0) > 0) sums[linkAt(row)] = (sums[linkAt(row)] ?? 0) + figureAt(rows, row, 0);
      return sums;
    }),
  );
  return { links, byDay };
}

/** The same, counted plainly. */
function plainly(portions: readonly (readonly Seen[])[]): Awaited<ReturnType<typeof told>> {
  const all = portions.flat();
  const links = Array.from({ length: LINKS }, (_, at) => {
    const own = all.filter(({ link }) => link === at + 1);
    const people = own.filter(({ kind }) => kind === 'person');
    const crawlers = own.filter(({ kind }) => kind === 'crawler');
    // Visits to what had expired do not say that it was visited.
    const last = Math.max(-1, ...own.filter(({ kind }) => kind !== 'late').map(({ day }) => day));
    return {
      link: linkId(at + 1),
      view_number: people.length,
      ip_view_number: new Set(people.map(({ ip }) => ip)).size,
      bot_view_number: crawlers.length,
      expired_view_number: own.filter(({ kind }) => kind === 'late').length,
      last_time: last < 0 ? null : new Date(MORNING + last * DAY_MS).toISOString(),
      days: Array.from({ length: DAYS }, (__, day) => {
        const views = people.filter((seen) => seen.day === day);
        return {
          day: dayAt(day),
          view_number: views.length,
          bot_view_number: crawlers.filter((seen) => seen.day === day).length,
          ip_view_number: new Set(views.map(({ ip }) => ip)).size,
          byHour: views.length,
          byKind: views.length,
        };
      }).filter(({ view_number, bot_view_number }) => view_number + bot_view_number > 0),
    };
  });
  const byDay = Array.from({ length: DAYS }, (_, day) => {
    const sums: Record<string, number> = {};
    for (const { link, kind, day: on } of all)
      if (kind === 'person' && on === day) sums[linkId(link)] = (sums[linkId(link)] ?? 0) + 1;
    return sums;
  });
  return { links, byDay };
}

/** Days that are told with nothing in them are days of which only that somebody came later is known. */
const withoutEmpty = ({ links, byDay }: Awaited<ReturnType<typeof told>>) => ({
  byDay,
  links: links.map((link) => ({
    ...link,
    days: link.days.filter(({ view_number, bot_view_number }) => view_number + bot_view_number > 0),
  })),
});

test('whatever is put together or folded between batches, and wherever that was left, all is told as a plain count has it', async () => {
  const anyPortions = fc.array(fc.tuple(fc.array(anySeen, { minLength: 1, maxLength: 8 }), anyWork), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(anyPortions, async (portions) => {
      await forget();
      for (const [seen, beside] of portions) {
        await countVisits(
          { database: store.database, directory },
          seen.map(({ link, ip, day, owner, kind }) => ({
            link,
            ip,
            owner,
            time: MORNING + day * DAY_MS,
            flags: KINDS[kind],
          })),
        );
        await work(beside);
      }
      const wanted = plainly(portions.map(([seen]) => seen));
      expect(withoutEmpty(await told())).toEqual(wanted);
      // Whoever had a link is known of what is in runs, in documents, and of both.
      for (let link = 1; link <= LINKS; link++) {
        const owners = new Set(
          portions.flatMap(([seen]) => seen.filter((one) => one.link === link).map(({ owner }) => owner)),
        );
        expect(new Set(await ownersOfLink(collections, linkId(link)))).toEqual(owners);
      }
      await work({ isTidied: true, today: DAYS, portion: 2, steps: 1_000 });
      expect(withoutEmpty(await told())).toEqual(wanted);
      expect((await collections.markRuns.findOne({ _id: CODE_SUMS }))?.runs ?? []).toEqual([]);
    }),
    { numRuns: 25, seed: 97 },
  );
}, 240_000);

describe('what waits for its turn is told once, whoever was first', () => {
  const LINKS_OF_EACH = [1, 2, 3, 4, 5];
  const BATCHES = 8;
  const today = dayAt(1);
  let session: ClientSession;
  let other: ClientSession;
  beforeEach(async () => {
    await forget();
    session = store.database.client.startSession();
    other = store.database.client.startSession();
    for (let batch = 0; batch < BATCHES; batch++)
      await countVisits(
        { database: store.database, directory },
        LINKS_OF_EACH.map((link) => ({ link, ip: `3.3.3.${batch}`, time: MORNING })),
      );
  });
  afterEach(async () => {
    await session.endSession();
    await other.endSession();
  });
  const folding = (by: ClientSession, inTurn: InTurn = (work) => work()) =>
    createFolding({ database: store.database, session: by, inTurn, portion: 2 });
  const tidy = (inTurn: InTurn = (work) => work()) =>
    putTogether(collections, inTurn, CODE_SUMS, writeMergedSums);
  /** Goes on until nothing is left, whoever was in the way. */
  async function toTheEnd(fold: (day: number) => Promise<boolean>): Promise<void> {
    for (;;) {
      const isMore = await fold(today).catch((error: unknown) => {
        if (error instanceof AggregationConflict || isTransactionConflict(error)) return true;
        throw error;
      });
      if (!isMore) return;
    }
  }
  const isTold = async () => {
    const totals = await readTotals(collections, LINKS_OF_EACH.map(linkId));
    expect([...totals.values()].map(({ view_number }) => view_number)).toEqual(
      LINKS_OF_EACH.map(() => BATCHES),
    );
  };

  test('runs are put together before a portion of them is folded', async () => {
    let isTidied = false;
    await toTheEnd(
      folding(session, async (work) => {
        isTidied ||= await tidy();
        return work();
      }),
    );
    expect(isTidied).toBe(true);
    await isTold();
  });

  test('a portion is folded before runs are put together', async () => {
    const fold = folding(session);
    await tidy(async (work) => {
      await fold(today);
      return work();
    });
    await isTold();
    await toTheEnd(folding(session));
    await isTold();
  });

  test('another aggregator folds the same portion', async () => {
    const theirs = folding(other);
    let isDone = false;
    await toTheEnd(
      folding(session, async (work) => {
        if (!isDone) isDone = !(await theirs(today));
        return work();
      }),
    );
    await isTold();
    expect((await collections.markRuns.findOne({ _id: CODE_SUMS }))?.runs).toEqual([]);
  });

  test('two aggregators fold and put together as fast as they can', async () => {
    await Promise.all([toTheEnd(folding(session)), toTheEnd(folding(other)), tidy(), isTold()]);
    await isTold();
  });
});

test('whoever has few of many links sees theirs, on days that are not over', async () => {
  await forget();
  const BATCHES = 9;
  const links = Array.from({ length: 1_100 * BATCHES }, (_, at) => 2_000 + at);
  const ownerOf = (link: number) => (link % 100 === 0 ? OTHER : OWNER);
  // Links of all batches lie between each other; what is written of eight comes in portions that end within a block.
  for (let batch = 0; batch < BATCHES; batch++)
    await countVisits(
      { database: store.database, directory },
      links.flatMap((link, at) =>
        at % BATCHES === batch
          ? [{ link, owner: ownerOf(link), ip: `4.4.4.${link % 250}`, time: MORNING }]
          : [],
      ),
    );
  await putTogether(collections, (work) => work(), CODE_SUMS, writeMergedSums);
  const owned = async (owner: string) => {
    const filter = { owner: new mongo.ObjectId(owner) };
    const rows = await linksOfDays(collections, { first: dayAt(0), last: dayAt(0) }, filter);
    const linkAt = idsOf(rows);
    return Array.from({ length: rows.count }, (_, row) => [linkAt(row), figureAt(rows, row, 0)]);
  };
  for (const owner of [OTHER, OWNER, 'c3'.repeat(12)])
    expect(await owned(owner)).toEqual(
      links.filter((link) => ownerOf(link) === owner).map((link) => [linkId(link), 1]),
    );
});

test('whoever reads while a day goes into documents sees each visit once, of one link and of all', async () => {
  await forget();
  const links = Array.from({ length: 150 }, (_, at) => 1_000 + at);
  for (const day of [0, 1])
    await countVisits(
      { database: store.database, directory },
      links.map((link) => ({ link, ip: `2.2.2.${link % 250}`, time: MORNING + day * DAY_MS })),
    );
  const session = store.database.client.startSession();
  const fold = createFolding({ database: store.database, session, inTurn: (some) => some(), portion: 2 });
  let isFolding = true;
  const reads = async (read: () => Promise<readonly number[]>): Promise<number> => {
    let looks = 0;
    for (; isFolding; looks++) expect(await read()).toEqual(links.map(() => 2));
    return looks;
  };
  const range = { first: dayAt(0), last: dayAt(1) };
  const ofDays = async () => {
    const rows = await linksOfDays(collections, range);
    return Array.from({ length: rows.count }, (_, row) => figureAt(rows, row, 0));
  };
  const ofTotals = async () =>
    [...(await readTotals(collections, links.map(linkId))).values()].map(({ view_number }) => view_number);
  const ofOne = async () => {
    const told = await readDays(collections, { link: linkId(1_077) }, range);
    const sum = told.reduce((all, { view_number }) => all + view_number, 0);
    return links.map(() => sum);
  };
  const folding = (async () => {
    let folds = 0;
    while (await fold(dayAt(2))) folds++;
    isFolding = false;
    return folds;
  })();
  const [folds, ...looks] = await Promise.all([folding, reads(ofDays), reads(ofTotals), reads(ofOne)]);
  await session.endSession();
  expect(folds).toBe(2 * Math.ceil(links.length / 2));
  for (const times of looks) expect(times).toBeGreaterThan(3);
  isFolding = true;
  for (const read of [ofDays, ofTotals, ofOne]) expect(await read()).toEqual(links.map(() => 2));
});
