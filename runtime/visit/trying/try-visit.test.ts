import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitLink } from '@waypost/contract';
import type { TriedVisitor } from '@waypost/sdk';
import mongoose, { type Connection } from 'mongoose';
import { FLAG_COUNTED_TARGETS } from '../journal/format.ts';
import { JournalWriter } from '../journal/journal-writer.ts';
import { within } from '../links/arena.ts';
import { targetKeys } from '../links/compiled-link.ts';
import { setCountAt, targetAt } from '../links/record.ts';
import { createVisitAccess, type VisitStatistics } from '../statistics/visit-access.ts';
import { visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { testLink } from '../testing/use-visit-path.ts';
import { linkId, writeVisits } from '../testing/write-visits.ts';
import type { VisitSurroundings } from './surroundings.ts';
import { readTriedLinks } from './tried-links.ts';

setDefaultTimeout(60_000);

// A process that answers no visits tries them by what the store and the journals say.

const NOW = Date.UTC(2026, 4, 3, 1);
const nobody = { isEmpty: () => true, has: () => false };
const surroundings: VisitSurroundings = {
  place: { ownHosts: ['w.example'], reportUrl: 'https://w.example/#/report_abuse' },
  blocked: nobody,
  bots: nobody,
  ownBlocks: nobody,
  templates: { of: () => undefined },
  isPluginActive: () => true,
  answered: undefined,
};
const visitor: TriedVisitor = {
  ip: '',
  user_agent: '',
  accept_language: '',
  referrer: '',
  query: '',
  time: new Date(NOW).toISOString(),
  is_scanned: false,
  knows_password: false,
};

let store: TestStore;
let connection: Connection;
let directory = '';
let visits: VisitStatistics;
beforeAll(async () => {
  store = await startTestStore();
  connection = await mongoose.createConnection(store.uri).asPromise();
  await ensureVisitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-trying-'));
  visits = createVisitAccess({
    database: store.database,
    secretKey: new Uint8Array(32).fill(9),
    directory,
    timeZone: () => 'Asia/Shanghai',
    clock: { now: () => NOW, date: () => new Date(NOW) },
    trying: {
      random: { number: () => 0.5, bytes: (length) => new Uint8Array(length) },
      log: { debug() {}, info() {}, warn() {}, error() {} },
      surroundings: async () => surroundings,
    },
    isReserved: () => false,
  });
});
afterAll(async () => {
  await connection.close();
  await store.stop();
  rmSync(directory, { recursive: true });
});

async function published(number: number, change: Partial<VisitLink>): Promise<VisitLink> {
  const link = testLink({ id: linkId(number), code: `code${number}`, ...change });
  await connection.transaction((session) => visits.publish([link], session));
  return link;
}
const urls = (...names: string[]) =>
  names.map((name) => ({ url: `https://${name}.example/`, weight: 1, threshold: 1 }));

test('a link that is not there is told as visitors are', async () => {
  const tried = await visits.tryVisit({ id: 'ff'.repeat(12), host: '', code: 'nowhere' }, visitor);
  expect(tried).toMatchObject({ status: 404, location: null, address: null });
  expect(tried.steps.at(-1)).toEqual({ check: 'refusal', refusal: 'unknown' });
});

test('counts are those of the sums and of what the journals hold beyond them', async () => {
  const link = await published(1, { targets: urls('a', 'b', 'c'), rotation_model: 3 });
  expect((await visits.tryVisit(link, visitor)).location).toBe('https://a.example/');
  const classify = () => ({ isCrawler: false, isWeChat: false });
  const journal = new JournalWriter({ directory: join(directory, 'journal'), journalId: 'j', classify });
  const [target = 0] = targetKeys(link.targets);
  writeVisits(journal, [{ link: 1, target, flags: FLAG_COUNTED_TARGETS }]);
  const tried = await visits.tryVisit(link, visitor);
  expect(tried.location).toBe('https://b.example/');
  expect(tried.steps.find(({ check }) => check === 'rotation')).toMatchObject({
    model: 3,
    chosen: 1,
    targets: [{ count: 1, chance: null }, { count: 0 }, { count: 0 }],
  });
  journal.close();
});

test('where visits are answered, their counts are ahead of all others', async () => {
  const link = await published(2, { targets: urls('a', 'b'), rotation_model: 1 });
  const answered = await readTriedLinks(visitCollections(store.database), link.id);
  const before = surroundings.answered;
  try {
    surroundings.answered = answered;
    expect((await visits.tryVisit(link, visitor)).location).toBe('https://a.example/');
    const position = answered.recordOf(0);
    const bytes = answered.arena.bytesAt(position);
    setCountAt(bytes, targetAt(bytes, within(position), 0), 1);
    expect((await visits.tryVisit(link, visitor)).location).toBe('https://b.example/');
  } finally {
    surroundings.answered = before;
  }
});

test('a chain of hosts is gone through to the one that answers', async () => {
  const link = await published(3, {
    host: 'one.example',
    chain: ['two.example', 'three.example'],
    access_mode: 2,
    targets: urls('a'),
  });
  const tried = await visits.tryVisit(link, { ...visitor, is_scanned: true, query: 'x=1' });
  expect(tried).toMatchObject({ status: 302, location: 'https://a.example/', address: 'https://a.example/' });
  const hosts = tried.steps.flatMap((step) => (step.check === 'place' ? [step.host] : []));
  expect(hosts).toEqual(['one.example', 'two.example', 'three.example']);
  expect((await visits.tryVisit(link, visitor)).steps.at(-1)).toEqual({
    check: 'refusal',
    refusal: 'onlyViaScan',
  });
});

test('a target that is another link of ours is known, whoever has it and wherever it stands', async () => {
  await published(4, { host: 'shop.example' });
  const bound = await published(5, {
    targets: [{ ...urls('a')[0], url: 'https://shop.example/code4' }] as never,
  });
  expect((await visits.tryVisit(bound, visitor)).location).toBe('https://shop.example/code4?waypost_hop=1');
  // A host with links of its own answers none of others.
  const foreign = await published(6, {
    targets: [{ ...urls('a')[0], url: 'https://shop.example/code1' }] as never,
  });
  expect((await visits.tryVisit(foreign, visitor)).location).toBe('https://shop.example/code1');
  const loop = await published(7, {
    targets: [{ ...urls('a')[0], url: 'https://w.example/code7' }] as never,
  });
  expect(await visits.tryVisit(loop, visitor)).toMatchObject({ status: 403, address: null });
});

test('a target that leads to another link of ours by rules of its host is known, too', async () => {
  const rule = (path: string, target: string) => ({
    rule: path.slice(1, 2),
    path,
    target,
    status: 302 as const,
    keep_path: true,
    keep_query: false,
  });
  const forwards = {
    id: 'f1'.repeat(12),
    owner: 'a'.repeat(24),
    plugin: 'domain',
    host: 'rules.example',
    rules: [
      rule('/on/*', 'https://rules.example/further'),
      rule('/further/*', 'https://w.example/'),
      rule('/elsewhere/*', 'https://t.example/'),
    ],
  };
  await connection.transaction((session) => visits.publishForwards([forwards], session));
  const led = async (number: number, url: string) => {
    const link = await published(number, { targets: [{ ...urls('a')[0], url }] as never });
    const { status, location } = await visits.tryVisit(link, visitor);
    return [status, location];
  };
  expect(await led(10, 'https://rules.example/on/code11')).toEqual([302, 'https://rules.example/on/code11']);
  await published(11, {});
  expect(await led(10, 'https://rules.example/on/code11')).toEqual([
    302,
    'https://rules.example/on/code11?waypost_hop=1',
  ]);
  expect(await led(12, 'https://rules.example/on/code12')).toEqual([403, null]);
  expect(await led(13, 'https://rules.example/elsewhere/code11')).toEqual([
    302,
    'https://rules.example/elsewhere/code11',
  ]);
});

test('a draw is told with the chances of all', async () => {
  const [one, two] = urls('a', 'b');
  const link = await published(8, {
    targets: [{ ...one, weight: 3 }, two] as never,
    rotation_model: 2,
    rules: [{ kind: 'qr.any', condition: { share: 0 }, action: { refuse: true } }],
  });
  const tried = await visits.tryVisit(link, visitor);
  expect(tried.is_by_chance).toBe(true);
  expect(tried.steps.find(({ check }) => check === 'rotation')).toMatchObject({
    targets: [{ chance: 0.75 }, { chance: 0.25 }],
  });
  expect(tried.steps.find(({ check }) => check === 'rule')).toMatchObject({
    verdict: 'unmet',
    target: null,
    is_refused: false,
    conditions: [{ condition: { share: 0 }, seen: null, holds: false, is_negated: false }],
  });
});

test('a chosen place stands for the address, and what was seen is told', async () => {
  const link = await published(9, {
    rules: [
      {
        kind: 'qr.region',
        condition: { not: { fact: 'location', contains: ['深圳'] } },
        action: { target: 'https://elsewhere.example/' },
      },
    ],
  });
  const place = { country: 'CN', location: '广东省 深圳市', isp: '移动' };
  const there = await visits.tryVisit(link, { ...visitor, place });
  expect(there.location).toBe('https://t.example/');
  expect(there.steps.find(({ check }) => check === 'rule')).toMatchObject({
    verdict: 'unmet',
    conditions: [{ seen: '广东省 深圳市', holds: true, is_negated: true }],
  });
  expect((await visits.tryVisit(link, visitor)).location).toBe('https://elsewhere.example/');
});
