import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitLink } from '@waypost/contract';
import mongoose, { type Connection } from 'mongoose';
import { startAggregator } from '../aggregator/aggregator.ts';
import type { VisitRequest } from '../path/visit-handler.ts';
import { createVisitPath, type VisitPath } from '../path/visit-path.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { readAccounts } from './accounts.ts';
import { createVisitAccess, type VisitStatistics } from './visit-access.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const WECHAT = 'Mozilla/5.0 (Linux; Android 14; 23049RAD8C Build/UKQ1; wv) Mobile MicroMessenger/8.0.47';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const OWNER = 'b2'.repeat(12);
const OTHER = 'c3'.repeat(12);
const time = { now: Date.UTC(2026, 4, 3, 1) };
const clock = { now: () => time.now, date: () => new Date(time.now) };
const random = {
  bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  number: Math.random,
};
const secretKey = new Uint8Array(32).fill(9);

/** Nothing is tried here. */
const TRYING = {
  random: { number: () => 0, bytes: (length: number) => new Uint8Array(length) },
  log: { debug() {}, info() {}, warn() {}, error() {} },
  surroundings: () => Promise.reject(new Error('nothing is tried here')),
};

let store: TestStore;
let connection: Connection;
let directory = '';
let statistics: VisitStatistics;
beforeAll(async () => {
  store = await startTestStore();
  connection = await mongoose.createConnection(store.uri).asPromise();
  await ensureVisitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-statistics-'));
  statistics = createVisitAccess({
    database: store.database,
    secretKey,
    timeZone: () => 'Asia/Shanghai',
    directory,
    clock,
    trying: TRYING,
    isReserved: (name) => name === 'api',
  });
});
afterAll(async () => {
  await connection.close();
  await store.stop();
  rmSync(directory, { recursive: true });
});

function link(code: string, change: Partial<VisitLink> = {}): VisitLink {
  return {
    id: Buffer.from(code.padEnd(12, '.')).toString('hex'),
    owner: OWNER,
    plugin: 'qr',
    host: '',
    code,
    state: 'on',
    targets: [
      { url: `https://t.example/${code}/1`, weight: 1, threshold: 2 },
      { url: `https://t.example/${code}/2`, weight: 1, threshold: 0 },
    ],
    rotation_model: 1,
    jump_type: 6,
    access_mode: 1,
    visit_restriction: 1,
    open_log: 2,
    ...change,
  };
}

async function publish(links: VisitLink[]): Promise<void> {
  const session = await connection.startSession();
  await session.withTransaction(() => statistics.publish(links, session));
  await session.endSession();
}

const noPassword = () => Promise.reject(new Error('no link asks for a password'));

async function openPath(): Promise<VisitPath> {
  const path = await createVisitPath({
    directory,
    durability: 'strict',
    trustedProxies: ['127.0.0.0/8', '::1'],
    timeZone: () => 'Asia/Shanghai',
    listenHost: '127.0.0.1',
    secretKey,
    ownHosts: ['w.example'],
    passwords: { look: noPassword, useOnce: noPassword },
    database: store.database,
    isStoreUp: () => true,
    clock,
    random,
    log,
    blocked: { isEmpty: () => true, has: () => false },
    bots: { isEmpty: () => true, has: () => false },
    templates: { of: () => undefined },
    ownBlocks: { isEmpty: () => true, has: () => false },
    isPluginActive: () => true,
    reportUrl: 'https://w.example/#/report_abuse',
  });
  await path.loaded;
  return path;
}

async function visit(
  path: VisitPath,
  code: string,
  headers: Record<string, string> = {},
): Promise<string | null> {
  const request = Object.assign(
    new Request(`http://w.example/${code}`, { headers: { host: 'w.example', ...headers } }),
    {
      params: { code },
    },
  ) as VisitRequest;
  const answer = await path.handle(request, { requestIP: () => ({ address: '127.0.0.1' }) });
  return answer.headers.get('location') ?? String(answer.status);
}

async function until(check: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + 40_000;
  while (!(await check())) {
    if (Date.now() > limit) throw new Error('it did not happen within 40 s');
    await Bun.sleep(30);
  }
}

const page = { page: 1, page_size: 20 };

const allOf = (number: number, until: string) => ({
  view_number: number,
  ip_view_number: number,
  new_visitor_number: number,
  until,
});

describe('from a published link to what its owner sees', () => {
  test('a limit of visits outlives restarts, and visits after the end are in a figure of their own', async () => {
    const limited = link('limited', { expires_after: 3, expired_target: 'https://t.example/over' });
    await publish([limited]);
    const aggregator = startAggregator({
      directory: join(directory, 'journal'),
      database: store.database,
      isStoreUp: () => true,
      timeZone: () => 'Asia/Shanghai',
      aggregatorId: 'l',
      clock: { now: Date.now, date: () => new Date() },
      log,
    });
    const went: (string | null)[] = [];
    // Each visit is of a process of its own: what it knows of the others is in sums and journals.
    for (let visits = 0; visits < 5; visits++) {
      const path = await openPath();
      went.push(await visit(path, 'limited'));
      await path.close();
    }
    expect(went).toEqual([
      'https://t.example/limited/1',
      'https://t.example/limited/1',
      'https://t.example/limited/2',
      'https://t.example/over',
      'https://t.example/over',
    ]);
    const totals = async () => (await statistics.totals([limited.id])).get(limited.id);
    await until(async () => (await totals())?.expired_view_number === 2);
    expect(await totals()).toMatchObject({ view_number: 3, bot_view_number: 0, expired_view_number: 2 });
    // All of it is accounted for: nothing is missing between the journals and the sums.
    const { journals } = await readAccounts(store.database, join(directory, 'journal'));
    for (const { journalled, folded, rolled_up } of journals)
      expect([folded, rolled_up]).toEqual([journalled, journalled]);
    // What the sums have of it comes with the next publishing.
    await publish([{ ...limited, expires_after: 4 }]);
    const path = await openPath();
    expect([await visit(path, 'limited'), await visit(path, 'limited')]).toEqual([
      'https://t.example/limited/2',
      'https://t.example/over',
    ]);
    await path.close();
    await aggregator.stop();
    // The figures of the next test begin with nothing: neither rows nor segments of the journal that are counted but not erased yet.
    await Promise.all((await store.database.collections()).map((collection) => collection.deleteMany({})));
    rmSync(join(directory, 'journal'), { recursive: true, force: true });
  });

  test('visits move the figures, the visitor list tells app, device and place, rotation survives a restart', async () => {
    await publish([link('one'), link('two', { owner: OTHER })]);
    let path = await openPath();
    const aggregator = startAggregator({
      directory: join(directory, 'journal'),
      database: store.database,
      isStoreUp: () => true,
      timeZone: () => 'Asia/Shanghai',
      aggregatorId: 'f',
      clock: { now: Date.now, date: () => new Date() },
      log,
    });
    expect(await visit(path, 'one', { 'user-agent': WECHAT, 'x-forwarded-for': '223.104.63.11' })).toBe(
      'https://t.example/one/1',
    );
    await path.close();
    path = await openPath();
    expect(await visit(path, 'one', { 'user-agent': CHROME, 'x-forwarded-for': '8.8.8.8' })).toBe(
      'https://t.example/one/1',
    );
    await path.close();
    path = await openPath();
    expect(await visit(path, 'one', { 'user-agent': CHROME, 'x-forwarded-for': '8.8.8.8' })).toBe(
      'https://t.example/one/2',
    );
    await visit(path, 'two', { 'user-agent': 'Googlebot/2.1' });
    await visit(path, 'two', { 'x-forwarded-for': '8.8.8.8' });
    await until(
      async () => (await statistics.lag()).visits === 0 && (await statistics.today({})).view_number === 4,
    );

    const own = await statistics.today({ owner: OWNER });
    expect(own).toMatchObject({
      day: '2026-05-03',
      view_number: 3,
      ip_view_number: 2,
      new_visitor_number: 2,
      bot_view_number: 0,
    });
    expect(own.hours[9]).toBe(3);
    expect(own.top_links).toEqual([{ link: link('one').id, view_number: 3, ip_view_number: 2 }]);
    expect(await statistics.today({})).toMatchObject({
      view_number: 4,
      ip_view_number: 2,
      bot_view_number: 1,
    });
    expect(await statistics.today({ link: link('one').id })).toMatchObject({
      view_number: 3,
      ip_view_number: 2,
    });
    expect(await statistics.today({ link: link('one').id, owner: OTHER })).toMatchObject({ view_number: 0 });
    const totals = await statistics.totals([link('one').id, link('two').id, 'f'.repeat(24)]);
    expect(totals.get(link('two').id)).toMatchObject({
      view_number: 1,
      ip_view_number: 1,
      bot_view_number: 1,
    });
    expect(totals.get('f'.repeat(24))).toMatchObject({ view_number: 0, last_time: null });

    const visitors = await statistics.visitors({ scope: { owner: OWNER }, ...page });
    expect(visitors.count).toBe(2);
    expect(visitors.content.find(({ app }) => app === 'wechat')).toMatchObject({
      ip: '223.104.63.11',
      location: '广东省 深圳市',
      isp: '移动',
      device: 'Redmi Note 12 Turbo',
      system: 'Android 14',
    });
    expect((await statistics.visitors({ scope: {}, app: ['wechat'], ...page })).count).toBe(1);
    expect((await statistics.visitors({ scope: {}, search: '8.8.8', ...page })).count).toBe(2);
    expect((await statistics.visitors({ scope: {}, search: '.*', ...page })).count).toBe(0);
    const telecom = { scope: {}, search: 'Telecom', ...page };
    expect((await statistics.visitors(telecom)).count).toBe(0);
    const named = { places: [], networks: ['移动'] };
    expect((await statistics.visitors({ ...telecom, named })).content.map(({ isp }) => isp)).toEqual([
      '移动',
    ]);
    expect((await statistics.visitors({ scope: { link: link('two').id }, ...page })).count).toBe(1);
    expect(
      (await statistics.visitors({ scope: { link: link('two').id, owner: OWNER }, ...page })).count,
    ).toBe(0);
    expect((await statistics.keptVisits({ link: link('two').id, ...page })).count).toBe(2);
    expect(await statistics.uniqueAddresses({}, { first: 20260503, last: 20260504 })).toBe(2);

    time.now += 24 * 3600 * 1000;
    await visit(path, 'one', { 'x-forwarded-for': '8.8.8.8' });
    await until(async () => (await statistics.today({ owner: OWNER })).view_number === 1);
    const next = await statistics.today({ owner: OWNER });
    expect(next).toMatchObject({ day: '2026-05-04', ip_view_number: 1, new_visitor_number: 0 });
    expect(next.yesterday).toEqual({ view_number: 3, ip_view_number: 2, new_visitor_number: 2 });
    // Its three visits came between nine and ten: a third of that hour is over.
    expect(next.yesterday_so_far).toEqual(allOf(0, '09:00'));
    time.now += 20 * 60 * 1000;
    expect((await statistics.today({})).yesterday_so_far).toEqual(allOf(1, '09:20'));
    const { ip_view_number: hours } = await statistics.firstHours({ owner: OWNER }, 20260503);
    expect(hours?.flatMap((addresses, hour) => (addresses > 0 ? [[hour, addresses]] : []))).toEqual([[9, 2]]);
    // A code keeps them by day only.
    const unknown = { view_number: 1, ip_view_number: null, new_visitor_number: null };
    expect(await statistics.today({ link: link('one').id })).toMatchObject({ yesterday_so_far: unknown });
    time.now -= 20 * 60 * 1000;
    expect(await statistics.today({ link: link('one').id })).toMatchObject({
      view_number: 1,
      yesterday: { view_number: 3 },
    });
    // A day that a release before has counted has no first hours.
    await store.database
      .collection('visit_scope_days')
      .updateMany({ day: 20260503 }, { $set: { parts: '' } });
    expect((await statistics.today({})).yesterday_so_far).toMatchObject({
      ip_view_number: null,
      new_visitor_number: null,
    });
    await path.close();
    await aggregator.stop();
  });

  test('a changed, taken and withdrawn link reaches the visit path within a second', async () => {
    const path = await openPath();
    await publish([link('change')]);
    await until(async () => (await visit(path, 'change')) === 'https://t.example/change/1');
    await publish([link('change', { state: 'frozen' })]);
    await until(async () => (await visit(path, 'change')) === '451');
    expect(publish([{ ...link('other'), code: 'change' }])).rejects.toMatchObject({
      code: 'duplicate',
      status: 409,
    });
    const session = await connection.startSession();
    await session.withTransaction(() => statistics.withdraw([link('change').id], session));
    await session.endSession();
    await until(async () => (await visit(path, 'change')) === '404');
    await path.close();
  });

  test('a retired link leads nowhere, keeps its address over restarts, and gives it free only when it is withdrawn', async () => {
    const { id, owner, plugin, host, code } = link('poster');
    const inSession = async (work: (session: mongoose.ClientSession) => Promise<void>) => {
      const session = await connection.startSession();
      await session.withTransaction(() => work(session));
      await session.endSession();
    };
    const path = await openPath();
    await publish([link('poster')]);
    await until(async () => (await visit(path, 'poster')) === 'https://t.example/poster/1');
    await inSession((session) => statistics.retire([{ id, owner, plugin, host, code }], session));
    await until(async () => (await visit(path, 'poster')) === '410');
    await path.close();

    const again = await openPath();
    expect(await visit(again, 'poster')).toBe('410');
    const stranger = { ...link('stranger'), code: 'poster' };
    expect(publish([stranger])).rejects.toMatchObject({ code: 'duplicate', status: 409 });
    // Its next owner's link takes its place in one step: no visitor sees anything between.
    await inSession(async (session) => {
      await statistics.withdraw([id], session);
      await statistics.publish([stranger], session);
    });
    await until(async () => (await visit(again, 'poster')) === 'https://t.example/stranger/1');
    await again.close();
  });

  test('a restart while the store is away answers what it knew', async () => {
    if (process.env.MONGODB_URI !== undefined) return;
    await (await openPath()).close();
    await store.kill();
    const path = await openPath();
    expect(path.readiness()).toMatchObject({ ready: true, following: false });
    expect(await visit(path, 'two')).toStartWith('https://t.example/two/');
    await path.close();
    await store.start();
  });
});
