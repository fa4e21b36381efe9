import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitorQuery, VisitorRow } from '@waypost/sdk';
import fc from 'fast-check';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, MORNING, OWNER } from '../testing/write-visits.ts';
import { readVisitors, streamVisitors } from './visitors.ts';

setDefaultTimeout(60_000);
/** All of one moment, and each came once: whatever they are sorted by they are equal. */
const VISITORS = 40;
const SORTS = (['last_time', 'first_time', 'count'] as const).flatMap((sort_field) =>
  (['asc', 'desc'] as const).map((sort_order) => ({ sort_field, sort_order })),
);

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-visitors-'));
  // In no order, and some time after each other: what the store adds last has no say in it.
  const visits = Array.from({ length: VISITORS }, (_, at) => ({ ip: `1.1.1.${(at * 17) % VISITORS}` }));
  await countVisits({ database: store.database, directory }, visits.slice(0, VISITORS / 2));
  await countVisits({ database: store.database, directory }, visits.slice(VISITORS / 2));
});
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

async function pagesOf(query: Omit<VisitorQuery, 'page' | 'page_size'>): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; page <= VISITORS / 5; page += 1) {
    const { content, count } = await readVisitors(collections, { ...query, page, page_size: 5 });
    expect(count).toBe(VISITORS);
    ids.push(...content.map(({ id }) => id));
  }
  return ids;
}

describe('visitors who are equal in what they are sorted by', () => {
  test.each(SORTS)('are each on one page: $sort_field $sort_order', async (sort) => {
    const scopes = [{}, { owner: OWNER }, { link: linkId(1) }, { owner: OWNER, link: linkId(1) }];
    for (const scope of scopes)
      for (const search of [undefined, '1.1.1', 'b']) {
        const query = { scope, ...sort, ...(search === undefined ? {} : { search }) };
        const ids = await pagesOf(query);
        const byId = ids.toSorted();
        expect(new Set(ids).size).toBe(VISITORS);
        expect(ids).toEqual(sort.sort_order === 'asc' ? byId : byId.reverse());
        const told: string[] = [];
        for await (const rows of streamVisitors(collections, query)) told.push(...rows.map(({ id }) => id));
        expect(told).toEqual(ids);
      }
  });
});

test('a text is looked for in the 5,000 who came last, and it is said where there are more', async () => {
  const link = 90;
  const visits = Array.from({ length: 5_003 }, (_, at) => ({
    link,
    owner: ownerOf(link),
    time: MORNING + at,
    // The three that came first, and are not looked at, and the first that is.
    ip: at < 3 ? `7.9.9.9${at}` : at === 3 ? '7.8.8.8' : `3.${at >> 8}.${at & 255}.1`,
  }));
  await countVisits({ database: store.database, directory }, visits);
  const found = async (search: string, of: Partial<VisitorQuery> = {}) => {
    const query = { scope: { owner: ownerOf(link) }, search, page: 1, page_size: 50, ...of };
    const { content, count, is_at_least } = await readVisitors(collections, query);
    return [content.length, count, is_at_least];
  };
  expect(await found('.9.9.9')).toEqual([0, 0, true]);
  expect(await found('.8.8.8')).toEqual([1, 1, true]);
  expect(await found('.8.8.8', { sort_field: 'count', scope: { link: linkId(link) } })).toEqual([1, 1, true]);
  // Of fewer each is looked at.
  const last_time_to = new Date(MORNING + 10).toISOString();
  expect(await found('.9.9.9', { last_time_to })).toEqual([3, 3, false]);
});

const ownerOf = (link: number): string => link.toString(16).padStart(24, 'd');
const HOSTS = 8;
const SECONDS = 5;
const anyVisits = fc.array(
  fc.record({
    host: fc.integer({ min: 1, max: HOSTS }),
    code: fc.integer({ min: 1, max: 2 }),
    second: fc.integer({ min: 0, max: SECONDS - 1 }),
  }),
  { minLength: 1, maxLength: 25 },
);

/** Ids of who came, in an order. */
function ordered(
  visitors: readonly { id: string; count: number; first: number; last: number }[],
  { sort_field, sort_order }: (typeof SORTS)[number],
): string[] {
  const direction = sort_order === 'asc' ? 1 : -1;
  const by = (one: (typeof visitors)[number]): number[] =>
    ({ last_time: [one.last], first_time: [one.first], count: [one.count, one.last] })[sort_field];
  return visitors
    .toSorted((one, other) => {
      const differences = by(one).map((value, at) => value - (by(other)[at] as number));
      const apart = differences.find((difference) => difference !== 0);
      return direction * (apart ?? (one.id < other.id ? -1 : 1));
    })
    .map(({ id }) => id);
}

test('pages and exports hold whoever came, once and often, in each order as a plain sort has them', async () => {
  let links = 100;
  await fc.assert(
    fc.asyncProperty(fc.array(anyVisits, { minLength: 1, maxLength: 3 }), async (portions) => {
      // Codes and owners of their own each time.
      const codes = [links, links + 1];
      links += 2;
      const known = new Map<
        string,
        { id: string; link: number; count: number; first: number; last: number }
      >();
      for (const portion of portions) {
        const visits = portion.map(({ host, code, second }) => ({
          link: codes[code - 1] as number,
          ip: `2.2.2.${host}`,
          time: MORNING + second * 1000,
          owner: ownerOf(codes[code - 1] as number),
        }));
        await countVisits({ database: store.database, directory }, visits);
        for (const { link, ip, time } of visits) {
          const id = linkId(link) + Buffer.from([...Array(10).fill(0), 255, 255]).toString('hex') + hexOf(ip);
          const one = known.get(id) ?? { id, link, count: 0, first: time, last: time };
          known.set(id, {
            ...one,
            count: one.count + 1,
            first: Math.min(one.first, time),
            last: Math.max(one.last, time),
          });
        }
      }
      for (const link of codes)
        for (const sort of SORTS) {
          const scopes = [{ owner: ownerOf(link) }, { link: linkId(link) }];
          const wanted = ordered(
            [...known.values()].filter((one) => one.link === link),
            sort,
          );
          for (const scope of scopes) {
            for (const page_size of [1, 3, 50]) {
              const told: VisitorRow[] = [];
              for (let page = 1; (page - 1) * page_size <= wanted.length; page++) {
                const { content, count } = await readVisitors(collections, {
                  scope,
                  ...sort,
                  page,
                  page_size,
                });
                expect(count).toBe(wanted.length);
                told.push(...content);
              }
              expect(told.map(({ id }) => id)).toEqual(wanted);
            }
            const streamed: string[] = [];
            for await (const rows of streamVisitors(collections, { scope, ...sort }))
              streamed.push(...rows.map(({ id }) => id));
            expect(streamed).toEqual(wanted);
          }
        }
    }),
    { numRuns: 12, seed: 21 },
  );
}, 120_000);

const hexOf = (ip: string): string => Buffer.from(ip.split('.').map(Number)).toString('hex');
