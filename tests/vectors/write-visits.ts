import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mongo } from 'mongoose';
import { FLAG_CRAWLER, FLAG_EXPIRED, FLAG_OPEN_LOG } from '../../runtime/visit/journal/format.ts';
import { COLLECTIONS } from '../../runtime/visit/store/collections.ts';
import { ensureVisitCollections } from '../../runtime/visit/store/ensure-collections.ts';
import { countVisits } from '../../runtime/visit/testing/count-visits.ts';
import { startTestStore } from '../../runtime/visit/testing/test-store.ts';
import { linkId, MORNING, type WrittenVisit } from '../../runtime/visit/testing/write-visits.ts';
import { type ToldOf, tellFigures } from '../full/visits/told-figures.ts';

/**
 * Writes a vector: visits as this release counts and keeps them, and what it tells of them. Run in a checkout of the release whose data are to be moved by
 * later ones: `bun tests/vectors/write-visits.ts FILE`.
 */
const DAY_MS = 86_400_000;
const VISITS = 480;
const PORTIONS = 6;
const KINDS = ['phone', 'desktop', 'tablet', 'other', 'phone'] as const;
const OWNERS = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(12));
const LINKS = 7;
const DAYS = [20260503, 20260504, 20260505, 20260506, 20260507];

let drawn = 21;
function draw(below: number): number {
  drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) >>> 0;
  return (drawn >>> 8) % below;
}

/** Some come often and to many codes, most once; a few visits come late, and a code changes hands. */
function visitOf(number: number): WrittenVisit {
  const link = 1 + Math.min(draw(LINKS), draw(LINKS));
  const address = Math.min(draw(140), draw(140));
  const day = Math.floor((number / VISITS) * DAYS.length);
  const late = draw(20) === 0 && day > 0 ? 1 : 0;
  const flag = draw(12);
  return {
    link,
    owner: OWNERS[link === LINKS && number > VISITS / 2 ? 0 : link % OWNERS.length] as string,
    ip: address < 130 ? `36.${100 + (address % 3)}.${address}.7` : `2001:db8::${address.toString(16)}`,
    time: MORNING + (day - late) * DAY_MS + draw(12 * 3600) * 1000,
    flags: flag === 0 ? FLAG_CRAWLER : flag === 1 ? FLAG_EXPIRED : link < 3 ? FLAG_OPEN_LOG : 0,
    agent: `agent ${draw(5)}`,
    language: ['', 'zh', 'en'][draw(3)] as string,
  };
}

const agentOf = (agent: string) => ({
  kind: KINDS[Number(agent.at(-1))] ?? 'other',
  device: 'd',
  isListed: true,
  system: 's',
  app: (agent === 'agent 1' ? 'wechat' : 'browser') as 'wechat' | 'browser',
  browser: 'b',
});

const asked = (visits: readonly WrittenVisit[]): ToldOf => ({
  scopes: [
    {},
    ...OWNERS.map((owner) => ({ owner })),
    { link: linkId(1) },
    { link: linkId(LINKS) },
    { owner: OWNERS[0] as string, link: linkId(LINKS) },
  ],
  days: DAYS,
  links: Array.from({ length: LINKS }, (_, at) => linkId(at + 1)),
  ips: ['36.100.0.7', '36.101.1.7', '36.102.2.7', '2001:db8::82', '9.9.9.9'],
  now: Math.max(...visits.map(({ time = 0 }) => time)),
});

async function write(file: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'wp-vector-'));
  const store = await startTestStore();
  await ensureVisitCollections(store.database);
  const visits = Array.from({ length: VISITS }, (_, number) => visitOf(number));
  const size = VISITS / PORTIONS;
  for (let start = 0; start < VISITS; start += size)
    await countVisits({ database: store.database, directory, agentOf }, visits.slice(start, start + size));
  const collections: Record<string, unknown[]> = {};
  for (const name of Object.values(COLLECTIONS)) {
    const rows = await store.database.collection(name).find({}).toArray();
    if (rows.length > 0) collections[name] = rows;
  }
  const of = asked(visits);
  const told = await tellFigures(store.database, of);
  const text = mongo.BSON.EJSON.stringify({ visits, of, told, collections }, { relaxed: false });
  writeFileSync(file, gzipSync(text, { level: 9 }));
  await store.stop();
  rmSync(directory, { recursive: true });
}

const [file] = process.argv.slice(2);
if (import.meta.main) await write(file ?? 'visits.json.gz');
