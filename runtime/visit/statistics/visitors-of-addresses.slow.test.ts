import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitorQuery } from '@waypost/sdk';
import fc from 'fast-check';
import { createDays } from '../derive/days.ts';
import { eraseVisits } from '../kept/erase.ts';
import { fillAddressLinks } from '../marks/address-links.ts';
import { putTogether } from '../marks/put-together.ts';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { ADDRESS_LINKS } from '../store/marks.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { linkId, OWNER } from '../testing/write-visits.ts';
import { readAddress } from './address.ts';
import { readVisitors } from './visitors.ts';

setDefaultTimeout(120_000);
const OTHER = 'b2'.repeat(12);
const LINKS = 3;
/** Some begin alike, as texts and as numbers. */
const IPS = [
  ...['1.2.3.4', '1.2.3.40', '1.20.3.4', '1.25.3.4', '12.2.3.4', '1.2.30.4', '255.255.255.255', '0.0.0.1'],
  ...['2001:db8::1', '2001:db8:1::1', '2001:db80::1', '2001:d00::', '1::2', 'ffff:ffff::ffff'],
];
const STARTS = [
  '1.2',
  '1.2.',
  '1.2.3.4',
  '1.20',
  '01.2',
  '300.1',
  '255.255',
  '2001:db8:',
  '2001:DB8',
  '2001:d',
  '1:',
  '1::',
  'f:',
];
const ownerOf = (link: number): string => (link === LINKS ? OTHER : OWNER);
const SCOPES = [
  {},
  { owner: OWNER },
  { owner: OTHER },
  { link: linkId(1) },
  { owner: OTHER, link: linkId(1) },
];

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-addresses-'));
});
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

type Came = { link: number; ip: string };
const anyCame: fc.Arbitrary<Came> = fc.record({
  link: fc.integer({ min: 1, max: LINKS }),
  ip: fc.constantFrom(...IPS),
});
const count = (visits: readonly Came[]) =>
  countVisits(
    { database: store.database, directory },
    visits.map(({ link, ip }) => ({ link, ip, owner: ownerOf(link) })),
  );

async function forget(): Promise<void> {
  const { codes, codeDays, scopeDays, visitors, marks, markRuns } = collections;
  for (const one of [codes, codeDays, scopeDays, visitors, marks, markRuns]) await one.deleteMany({});
}

async function fill(options: { portion?: number; onPortion?: () => void } = {}): Promise<void> {
  const session = store.database.client.startSession();
  try {
    await fillAddressLinks({ database: store.database, session, ...options });
  } finally {
    await session.endSession();
  }
}

/** Whoever is found by an address is whoever a look at each visitor finds. */
async function expectFound(all: readonly Came[]): Promise<void> {
  const visitors = [...new Map(all.map((one) => [`${one.link} ${one.ip}`, one])).values()];
  const asked: [Partial<VisitorQuery>, (ip: string) => boolean][] = [
    ...STARTS.map((search) => [{ search }, (ip: string) => ip.startsWith(search.toLowerCase())] as const),
    ...[[IPS[0], IPS[8], '9.9.9.9', 'no address'], [...IPS], []].map(
      (ips) => [{ ips: ips as string[] }, (ip: string) => (ips as string[]).includes(ip)] as const,
    ),
  ].map(([query, isMeant]) => [query, isMeant]);
  for (const scope of SCOPES)
    for (const [query, isMeant] of asked) {
      const { content, count: told } = await readVisitors(collections, {
        scope,
        page: 1,
        page_size: 100,
        ...query,
      });
      const wanted = visitors.filter(
        ({ link, ip }) =>
          isMeant(ip) &&
          ('owner' in scope ? scope.owner === ownerOf(link) : true) &&
          ('link' in scope ? scope.link === linkId(link) : true),
      );
      expect({ query, rows: content.map(({ link, ip }) => `${link} ${ip}`).sort() }).toEqual({
        query,
        rows: wanted.map(({ link, ip }) => `${linkId(link)} ${ip}`).sort(),
      });
      expect(told).toBe(wanted.length);
    }
  const clock = { now: Date.now, date: () => new Date() };
  const sources = { collections, clock, dayHourOf: createDays('Asia/Shanghai') };
  const nowhere = () => ({ country: '', location: '', isp: '' });
  for (const ip of IPS) {
    const { link_number, view_number } = await readAddress({ ...sources, locationOf: nowhere }, ip);
    const own = all.filter((one) => one.ip === ip);
    expect([link_number, view_number]).toEqual([new Set(own.map(({ link }) => link)).size, own.length]);
  }
}

test('visitors are found by their addresses: those of an earlier release, those noted in portions with kills, those that came since', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCame, { minLength: 1, maxLength: 30 }),
      fc.array(fc.array(anyCame, { minLength: 1, maxLength: 8 }), { maxLength: 10 }),
      fc.integer({ min: 1, max: 12 }),
      async (before, portions, portion) => {
        await forget();
        await count(before);
        // As an earlier release leaves it: an index, and nothing noted.
        await collections.markRuns.deleteOne({ _id: ADDRESS_LINKS });
        await collections.visitors.createIndex({ ip: 1 });
        const all = [...before];
        // Counted without having been noted before, as only a test does.
        const onPortion = (): void => {
          throw new Error('killed');
        };
        expect(await fill({ portion, onPortion }).catch(String)).toBe('Error: killed');
        await fill({ portion });
        expect((await collections.visitors.indexes()).map(({ key }) => JSON.stringify(key))).not.toContain(
          '{"ip":1}',
        );
        await expectFound(all);
        for (const some of portions) {
          await count(some);
          all.push(...some);
        }
        while (await putTogether(collections, (work) => work(), ADDRESS_LINKS));
        await expectFound(all);
      },
    ),
    { numRuns: 5, seed: 7 },
  );
});

test('until all are noted each visitor is looked at; whoever was erased is found by no address', async () => {
  await forget();
  const came = IPS.map((ip, at) => ({ link: 1 + (at % LINKS), ip }));
  await count(came);
  expect(await collections.markRuns.findOne({ _id: ADDRESS_LINKS })).toMatchObject({ revision: 1 });
  await expectFound(came);
  await fill();
  const clock = { now: Date.now, date: () => new Date() };
  const dayHourOf = createDays('Asia/Shanghai');
  await eraseVisits({ collections, clock, database: store.database, dayHourOf }, [linkId(1)], '1.2.3.4');
  await expectFound(came.filter(({ ip }) => ip !== '1.2.3.4'));
});
