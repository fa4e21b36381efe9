import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitScope } from '@waypost/sdk';
import { mongo } from 'mongoose';
import { runWaypost, serveStore } from '../../runtime/command/testing/run-waypost.ts';
import { createDays } from '../../runtime/visit/derive/days.ts';
import { FLAG_CRAWLER, FLAG_EXPIRED } from '../../runtime/visit/journal/format.ts';
import { countUniqueAddresses } from '../../runtime/visit/statistics/unique-addresses.ts';
import { COLLECTIONS, visitCollections } from '../../runtime/visit/store/collections.ts';
import { countVisits } from '../../runtime/visit/testing/count-visits.ts';
import type { WrittenVisit } from '../../runtime/visit/testing/write-visits.ts';
import { type ToldOf, tellFigures, VECTOR_ZONE } from './visits/told-figures.ts';

const directory = mkdtempSync(join(tmpdir(), 'waypost-migrate-'));
const sound = join(import.meta.dir, '../platform/registry.json');
const withFaults = join(import.meta.dir, '../plugins/registry.json');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('data are migrated once, before anybody is served; a plugin that cannot be is named', async () => {
  const run = async (registry: string) => {
    const { code, out } = await runWaypost(directory, ['migrate', '--json', '--registry', registry]);
    return { code, ...(JSON.parse(out) as { migrations: string[]; failed: { id: string }[] }) };
  };
  const first = await run(sound);
  expect(first).toMatchObject({ code: 0, failed: [] });
  // All that the plugins of this registry have, and nothing else: one more here that was not meant is seen.
  expect(first.migrations.toSorted()).toEqual(['good/1', 'system/1', 'system/2']);
  expect(await run(sound)).toMatchObject({ code: 0, migrations: [], failed: [] });
  const faulty = await run(withFaults);
  expect(faulty.code).toBe(1);
  expect(faulty.failed.map(({ id }) => id)).toContain('throwing');
}, 180_000);

/** What tests/vectors/write-visits.ts wrote, in a checkout of the release before addresses were marks. */
interface Vector {
  visits: Required<WrittenVisit>[];
  of: ToldOf;
  told: Record<string, unknown>;
  collections: Record<string, mongo.Document[]>;
}

function readVector(): Vector {
  const packed = readFileSync(join(import.meta.dir, '../vectors/visits-0.1.0.json.gz'));
  return mongo.BSON.EJSON.parse(Buffer.from(Bun.gunzipSync(packed)).toString()) as unknown as Vector;
}

const DAY_MS = 86_400_000;
const NOBODY = FLAG_CRAWLER | FLAG_EXPIRED;

test('what the release before has counted is moved, and told and counted on as if it had always been so', async () => {
  const dataDir = join(directory, 'before');
  const migrate = async () => {
    const { code, out } = await runWaypost(dataDir, ['migrate', '--json', '--registry', sound]);
    return { code, ...(JSON.parse(out) as { addresses: number }) };
  };
  expect(await migrate()).toMatchObject({ code: 0, addresses: 0 });
  const vector = readVector();
  const before = await serveStore(dataDir);
  const old = before.client.db('waypost');
  // The first start has made what that release had not.
  for (const name of Object.values(COLLECTIONS)) await old.collection(name).deleteMany({});
  for (const [name, rows] of Object.entries(vector.collections)) await old.collection(name).insertMany(rows);
  const former = [{ count: -1, _id: -1 }, { ip: 1 }] as const;
  for (const key of former) await old.collection(COLLECTIONS.visitors).createIndex(key);
  await before.stop();

  expect(await migrate()).toMatchObject({ code: 0, addresses: vector.collections.visit_addresses?.length });
  expect(await migrate()).toMatchObject({ code: 0, addresses: 0 });

  const after = await serveStore(dataDir);
  const database = after.client.db('waypost');
  expect(await database.collection(COLLECTIONS.addresses).countDocuments()).toBe(0);
  const keys = (await database.collection(COLLECTIONS.visitors).indexes()).map(({ key }) =>
    JSON.stringify(key),
  );
  for (const key of former) expect(keys).not.toContain(JSON.stringify(key));
  expect(await tellFigures(database, vector.of)).toEqual(vector.told);

  // The same visitors come again a day later and, late, on days that were counted before; others come for the first time.
  const dayHourOf = createDays(VECTOR_ZONE);
  const further: WrittenVisit[] = vector.visits.flatMap((visit, number) => {
    if (number % 3 === 0) return [{ ...visit, time: visit.time + DAY_MS }];
    if (number % 5 === 0) return [{ ...visit, time: visit.time + 3_600_000 }];
    return number % 7 === 0 ? [{ ...visit, ip: `9.9.9.${number % 200}` }] : [];
  });
  await countVisits({ database, directory: join(directory, 'journal') }, further);
  const people = [...vector.visits, ...further]
    .filter(({ flags = 0 }) => (flags & NOBODY) === 0)
    .map(({ ip, link, owner, time = 0 }) => ({
      ip,
      owner,
      day: dayHourOf(time).day,
      link: (link ?? 0).toString(16).padStart(24, '0'),
    }));
  const days = [...new Set(people.map(({ day }) => day))].sort();
  const scopes: VisitScope[] = [{}, { owner: 'c3'.repeat(12) }, ...vector.of.links.map((link) => ({ link }))];
  const [told, wanted]: [number[], number[]] = [[], []];
  for (const scope of scopes)
    for (const [at, first] of days.entries())
      for (const last of days.slice(at)) {
        told.push(await countUniqueAddresses(visitCollections(database), scope, { first, last }));
        const own = people.filter(
          ({ day, link, owner }) =>
            day >= first && day <= last && link === (scope.link ?? link) && owner === (scope.owner ?? owner),
        );
        wanted.push(new Set(own.map(({ ip }) => ip)).size);
      }
  expect(told).toEqual(wanted);
  await after.stop();
}, 180_000);
