import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitScope } from '@waypost/sdk';
import fc from 'fast-check';
import { lettersOf } from '../aggregator/days-before.ts';
import { binary } from '../aggregator/ids.ts';
import { dayHours } from '../aggregator/recent-hours.ts';
import { createDays } from '../derive/days.ts';
import { cameWithin } from '../statistics/came-within.ts';
import { readDays } from '../statistics/days.ts';
import { type AddressDocument, type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { MARKS } from '../store/marks.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, OWNER } from '../testing/write-visits.ts';
import { partsOf } from './mark-parts.ts';
import { keyAt, markAt, ROW_WORDS } from './mark-rows.ts';
import { mergedRows, wholeRun } from './merged-rows.ts';
import { moveAddresses } from './move-addresses.ts';
import { putTogether } from './put-together.ts';

const OTHER = 'b2'.repeat(12);
const SCOPES: readonly VisitScope[] = [{}, { owner: OWNER }, { owner: OTHER }, { link: linkId(1) }];
const DAYS = 4;
const HOUR_MS = 3_600_000;
const dayHourOf = createDays('Asia/Shanghai');

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-moved-'));
});
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

async function forget(): Promise<void> {
  const { codes, codeDays, scopeDays, visitors, marks, markRuns, addresses } = collections;
  for (const one of [codes, codeDays, scopeDays, visitors, marks, markRuns, addresses])
    await one.deleteMany({});
}

/** Makes of all marks what the release before had in their place: hours of the last two days of an address only. */
async function asBefore(): Promise<void> {
  const runs = (await collections.markRuns.findOne({ _id: MARKS }))?.runs ?? [];
  const documents = new Map<string, Required<AddressDocument>>();
  for await (const rows of mergedRows(collections.marks, runs.map(wholeRun)))
    for (let at = 0; at < rows.length; at += ROW_WORDS) {
      const key = keyAt(rows, at);
      const { day, hours, kind } = markAt(rows, at);
      const one = documents.get(key) ?? { _id: binary(key), days: [], kinds: '', recent: [] };
      one.days.push(day);
      one.kinds += lettersOf([kind]);
      one.recent = [...one.recent, dayHours(day, hours)].slice(-2);
      documents.set(key, one);
    }
  for (const { id } of (await collections.markRuns.findOne({ _id: MARKS }))?.runs ?? [])
    await collections.marks.deleteMany(partsOf(id));
  await collections.markRuns.deleteMany({ _id: MARKS });
  if (documents.size > 0) await collections.addresses.insertMany([...documents.values()]);
}

async function move(): Promise<void> {
  const session = store.database.client.startSession();
  await moveAddresses({ database: store.database, session });
  await session.endSession();
}

interface Seen {
  link: number;
  ip: string;
  day: number;
  hour: number;
}
const anySeen: fc.Arbitrary<Seen> = fc.record({
  link: fc.integer({ min: 1, max: 3 }),
  ip: fc.integer({ min: 1, max: 6 }).map((host) => `1.1.1.${host}`),
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  hour: fc.integer({ min: 0, max: 2 }),
});
const ownerOf = (link: number): string => (link === 3 ? OTHER : OWNER);
const isIn = ({ owner, link }: VisitScope, seen: Seen): boolean =>
  (owner === undefined || owner === ownerOf(seen.link)) && (link === undefined || link === linkId(seen.link));
const dayAt = (index: number): number => dayHourOf(MORNING + index * 24 * HOUR_MS).day;

test('of visits before and after the move: every day and every range has as many addresses, and as many new, as a plain count', async () => {
  const anyPortions = fc.array(fc.array(anySeen, { minLength: 1, maxLength: 10 }), {
    minLength: 2,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(anyPortions, fc.nat(4), fc.boolean(), async (portions, moveAfter, isTidied) => {
      await forget();
      for (const [index, portion] of portions.entries()) {
        await countVisits(
          { database: store.database, directory },
          portion.map(({ link, ip, day, hour }) => ({
            link,
            ip,
            owner: ownerOf(link),
            time: MORNING + (day * 24 + hour) * HOUR_MS,
          })),
        );
        if (index !== moveAfter) continue;
        await asBefore();
        await move();
        if (isTidied) await putTogether(collections, (work) => work());
      }
      for (const scope of SCOPES) {
        const own = portions.flat().filter((seen) => isIn(scope, seen));
        const told = await readDays(collections, scope, { first: dayAt(0), last: dayAt(DAYS - 1) });
        for (let first = 0; first < DAYS; first++) {
          const ofDay = own.filter(({ day }) => day === first);
          const figures = told.find(({ day }) => day === dayAt(first));
          expect(figures?.view_number ?? 0).toBe(ofDay.length);
          expect(figures?.ip_view_number ?? 0).toBe(new Set(ofDay.map(({ ip }) => ip)).size);
          for (let last = first; last < DAYS; last++) {
            const within = own.filter(({ day }) => day >= first && day <= last);
            expect(await cameWithin(collections, scope, { first: dayAt(first), last: dayAt(last) })).toBe(
              new Set(within.map(({ ip }) => ip)).size,
            );
          }
        }
        // Everybody was new once.
        const fresh = told.reduce((sum, day) => sum + day.new_visitor_number, 0);
        expect(fresh).toBe(new Set(own.map(({ ip }) => ip)).size);
      }
    }),
    { numRuns: 15, seed: 89 },
  );
}, 120_000);
