import { describe, expect, test } from 'bun:test';
import type { VisitLink } from '@waypost/contract';
import { formatAddress } from '../../sdk/address.ts';
import type { JournalVisit } from '../journal/batch.ts';
import { FLAG_CRAWLER, FLAG_HOP, FLAG_OPEN_LOG, FLAG_SCANNED } from '../journal/format.ts';
import { compileLink } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { trialPath } from '../rules/trial.ts';
import { testScanTokens } from '../testing/test-visit-path.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';
import { LOOKS_OF_A_MARK } from './state-rules.ts';

const WECHAT = 'Mozilla/5.0 (Linux; Android 14) Mobile MicroMessenger/8.0.47';

const visitPath = useVisitPath();

function link(
  code: string,
  change: Partial<VisitLink> = {},
  urls = [`https://t.example/${code}`],
): VisitLink {
  return testLink({
    id: Buffer.from(code.padEnd(12, '.')).toString('hex'),
    code,
    targets: urls.map((url) => ({ url, weight: 1, threshold: 1 })),
    ...change,
  });
}

interface Setup {
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  written(): JournalVisit[];
  visits(): Promise<JournalVisit[]>;
  plugins: Set<string>;
  time: { now: number };
  failWrites(isFailing: boolean): void;
  /** How often a write has failed. */
  failures(): number;
}

function start(links: VisitLink[], durability: 'strict' | 'relaxed' = 'strict'): Setup {
  const index = new LinkIndex();
  for (const one of links) {
    index.put({ id: Buffer.from(one.id, 'hex'), host: one.host, code: one.code, compiled: compileLink(one) });
  }
  const plugins = new Set(['qr']);
  const time = { now: Date.UTC(2026, 0, 1) };
  const path = visitPath.start({ index, plugins, durability, now: () => time.now });
  const { journal } = path;
  const flush = journal.flush.bind(journal);
  let failures = 0;
  return {
    plugins,
    time,
    failures: () => failures,
    failWrites: (isFailing) => {
      journal.flush = isFailing
        ? () => {
            failures += 1;
            throw Object.assign(new Error('full'), { code: 'ENOSPC' });
          }
        : flush;
    },
    get: (to, headers = {}, method = 'GET') =>
      fetch(`${path.origin}${to}`, {
        redirect: 'manual',
        method,
        headers: { host: 'w.example', ...headers },
      }),
    written: path.written,
    visits: path.visits,
  };
}

describe('a visit', () => {
  test('leads to the target and is written down before it is answered', async () => {
    const setup = start([link('abc', { open_log: 2 })]);
    const answer = await setup.get('/abc?utm_source=news&utm_campaign=spring', {
      'accept-language': 'zh-CN,zh;q=0.9',
      'user-agent': 'people',
      'x-forwarded-for': '203.0.113.5',
      referer: 'https://From.example:8080/private?x=1',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://t.example/abc']);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const written = setup.written();
    expect(written).toHaveLength(1);
    const [visit] = await setup.visits();
    expect(visit).toMatchObject({
      link: 'abc.........',
      userAgent: 'people',
      referrer: 'from.example',
      language: 'zh-CN',
      campaign: 'news\n\nspring',
      flags: FLAG_OPEN_LOG,
      time: setup.time.now,
    });
    expect(formatAddress(Buffer.from(visit?.address ?? '', 'latin1'))).toBe('203.0.113.5');
  });

  test('each of many at once gets its own target', async () => {
    const codes = Array.from({ length: 300 }, (_, at) => `code${at}`);
    const setup = start(codes.map((code) => link(code)));
    const answers = await Promise.all(codes.map((code) => setup.get(`/${code}`)));
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual(
      codes.map((code) => `https://t.example/${code}`),
    );
    const visits = await setup.visits();
    expect(new Set(visits.map((visit) => visit.link)).size).toBe(300);
    expect(visits).toHaveLength(300);
  });

  test('HEAD, prefetch, refusals and other methods are answered and not counted; crawlers are marked', async () => {
    const setup = start([link('abc')]);
    expect((await setup.get('/abc', {}, 'HEAD')).status).toBe(302);
    expect((await setup.get('/abc', { 'sec-purpose': 'prefetch;prerender' })).status).toBe(302);
    expect((await setup.get('/abc', { purpose: 'prefetch' })).status).toBe(302);
    expect((await setup.get('/abc', { 'x-moz': 'prefetch' })).status).toBe(302);
    expect((await setup.get('/abc', {}, 'POST')).status).toBe(405);
    expect((await setup.get('/none')).status).toBe(404);
    expect((await setup.get('/abc', { 'user-agent': 'Googlebot/2.1' })).status).toBe(302);
    expect((await setup.visits()).map((visit) => visit.flags)).toEqual([FLAG_CRAWLER]);
  });

  test('a look of the owner is answered as a visit would be, not counted, and moves no rotation on', async () => {
    const setup = start([link('abc', { rotation_model: 3 }, ['https://t.example/a', 'https://t.example/b'])]);
    const place = { id: link('abc').id, host: '', code: 'abc' };
    const look = trialPath(testScanTokens, place, setup.time.now);
    for (const _ of [1, 2]) {
      const answer = await setup.get(look);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://t.example/a']);
    }
    expect((await setup.get('/abc')).headers.get('location')).toBe('https://t.example/a');
    expect((await setup.get(look)).headers.get('location')).toBe('https://t.example/b');
    expect(await setup.visits()).toHaveLength(1);
  });

  test('nobody goes on uncounted: a mark is good for its link and a minute, and leads to the link itself then', async () => {
    const setup = start([link('abc'), link('other'), link('off', { state: 'off' })]);
    const lookAt = (code: string) =>
      trialPath(testScanTokens, { id: link(code).id, host: '', code }, setup.time.now);
    const look = lookAt('abc');
    const leadsTo = async (path: string) => (await setup.get(path)).headers.get('location');
    expect(await leadsTo(look.replace('abc', 'other'))).toBe('/other');
    expect(await leadsTo('/try/abc/made-up.mark')).toBe('/abc');
    // What opens a code that wants to be scanned is no look, and a look opens none.
    const scanned = testScanTokens.pass({ id: link('abc').id, host: '', code: 'abc' }, setup.time.now);
    expect(await leadsTo(`/try/abc/${scanned}`)).toBe('/abc');
    expect((await setup.get(lookAt('off'))).status).toBe(404);
    setup.time.now += 61_000;
    expect(await leadsTo(look)).toBe('/abc');
    expect(await setup.visits()).toEqual([]);
  });

  test('the address of a look that is spread is worth so many looks: then it leads to the link, which counts', async () => {
    const setup = start([link('abc'), link('other')]);
    const lookAt = (code: string) =>
      trialPath(testScanTokens, { id: link(code).id, host: '', code }, setup.time.now);
    const leadsTo = async (path: string) => (await setup.get(path)).headers.get('location');
    const look = lookAt('abc');
    for (let count = 0; count < LOOKS_OF_A_MARK; count += 1)
      expect(await leadsTo(look)).toBe('https://t.example/abc');
    expect(await leadsTo(look)).toBe('/abc');
    expect(await leadsTo(lookAt('other'))).toBe('https://t.example/other');
    expect(await setup.visits()).toEqual([]);
  });

  test('states, expiry, plugin and rules answer as the contract says', async () => {
    const setup = start([
      link('removed', { state: 'removed' }),
      link('expired', { state: 'expired' }),
      link('frozen', { state: 'frozen' }),
      link('off', { state: 'off' }),
      link('unclaimed', { state: 'unclaimed', expires_at: '2025-01-01T00:00:00.000Z' }),
      link('soon', { expires_at: '2026-01-01T00:00:10.000Z' }),
      link('scan', { access_mode: 2 }),
      link('wechat', { visit_restriction: 2 }),
    ]);
    const status = async (path: string, headers = {}): Promise<number> =>
      (await setup.get(path, headers)).status;
    expect(await status('/removed')).toBe(410);
    expect(await status('/expired')).toBe(410);
    expect(await status('/frozen')).toBe(451);
    expect(await status('/off')).toBe(404);
    expect(await status('/unclaimed')).toBe(404);
    expect(await (await setup.get('/unclaimed', { 'accept-language': 'en' })).text()).toContain(
      'not in use yet',
    );
    for (const [tag, words] of [
      ['sw', 'kimesitishwa kwa muda'],
      ['en-GB', 'This link is paused'],
    ] as const)
      expect(await (await setup.get('/off', { 'accept-language': tag })).text()).toContain(words);
    expect(await status('/soon')).toBe(302);
    setup.time.now += 10_000;
    expect(await status('/soon')).toBe(410);
    expect(await status('/scan')).toBe(403);
    const { id, host, code } = link('scan');
    expect(await status(`/scan?s=${testScanTokens.scanToken({ id: link('other').id, host, code })}`)).toBe(
      403,
    );
    expect(await status(`/scan?s=${testScanTokens.scanToken({ id, host, code })}`)).toBe(302);
    expect(await status('/wechat')).toBe(403);
    expect(await status('/wechat', { 'user-agent': WECHAT })).toBe(302);
    setup.plugins.clear();
    expect(await status('/wechat', { 'user-agent': WECHAT })).toBe(404);
    expect(await setup.visits()).toHaveLength(3);
  });

  test('has the campaign of its target where its own address names none', async () => {
    const target = 'https://t.example/?utm_source=poster&utm_campaign=fair';
    const setup = start([link('abc', {}, [target]), link('own', { forward_query: true }, [target])]);
    for (const path of ['abc', 'abc?utm_medium=mail', 'own?x=1', 'own?utm_campaign=spring'])
      await setup.get(`/${path}`);
    expect((await setup.visits()).map(({ campaign }) => campaign)).toEqual([
      ...['poster\n\nfair', '\nmail\n', 'poster\n\nfair', '\n\nspring'],
    ]);
  });

  test('by the address of the picture is a scan, in each of its letters, and a search is none', async () => {
    const setup = start([link('abc')]);
    const { id, host, code } = link('abc');
    const token = testScanTokens.scanToken({ id, host, code });
    const pass = testScanTokens.pass({ id, host, code }, setup.time.now);
    const queries = [
      `s=${token}`,
      `utm_source=a&s=${pass}`,
      '',
      's=',
      's=red+shoes',
      's=red-shoes-size-9',
      `q=${token}`,
      `ids=${token}`,
    ];
    for (const query of queries) await setup.get(`/abc?${query}`);
    expect((await setup.visits()).map(({ flags }) => flags)).toEqual([
      ...[FLAG_SCANNED, FLAG_SCANNED],
      ...[0, 0, 0, 0, 0, 0],
    ]);
  });

  test('a domain that belongs to a customer answers its own codes only', async () => {
    const setup = start([link('abc'), link('own', { host: 'c.example' })]);
    const status = async (path: string, host: string): Promise<number> =>
      (await setup.get(path, { host })).status;
    expect(await status('/own', 'C.example:8443')).toBe(302);
    expect(await status('/abc', 'c.example')).toBe(404);
    expect(await status('/own', 'w.example')).toBe(404);
    expect(await status('/abc', 'other.example')).toBe(302);
  });
});

describe('chains and loops', () => {
  test('a chain is counted once, at its last hop', async () => {
    const setup = start([link('first', {}, ['https://w.example/last']), link('last')]);
    const hop = await setup.get('/first');
    const next = new URL(hop.headers.get('location') ?? '');
    expect(`${next.host}${next.pathname}`).toBe('w.example/last');
    expect((await setup.get(`${next.pathname}${next.search}`)).headers.get('location')).toBe(
      'https://t.example/last',
    );
    expect((await setup.visits()).map((visit) => visit.link)).toEqual(['last........']);
  });

  test('a link to itself and a loop of several end in a refusal', async () => {
    const setup = start([
      link('self', {}, ['https://w.example/self']),
      link('ping', {}, ['https://w.example/pong']),
      link('pong', {}, ['https://w.example/ping']),
    ]);
    expect((await setup.get('/self')).status).toBe(403);
    let path = '/ping';
    let hops = 0;
    for (; hops < 20; hops++) {
      const answer = await setup.get(path);
      if (answer.status !== 302) break;
      const next = new URL(answer.headers.get('location') ?? '');
      path = `${next.pathname}${next.search}`;
    }
    expect(hops).toBe(5);
    expect(await setup.visits()).toEqual([]);
  });

  test('a hop moves the rotation on but is no visit', async () => {
    const setup = start([
      link('first', { rotation_model: 3 }, ['https://w.example/last', 'https://t.example/b']),
      link('last'),
    ]);
    expect((await setup.get('/first')).headers.get('location')).toStartWith('https://w.example/last');
    expect((await setup.get('/first')).headers.get('location')).toBe('https://t.example/b');
    const visits = await setup.visits();
    expect(visits.map((visit) => visit.flags & FLAG_HOP)).toEqual([FLAG_HOP, 0]);
  });
});

describe('when the journal cannot be written', () => {
  test('strict: the visit is answered 503, is not counted, does not move the rotation, and it heals by itself', async () => {
    const setup = start([link('abc', { rotation_model: 3 }, ['https://t.example/a', 'https://t.example/b'])]);
    setup.failWrites(true);
    expect((await setup.get('/abc')).status).toBe(503);
    setup.failWrites(false);
    expect((await setup.get('/abc')).headers.get('location')).toBe('https://t.example/a');
    expect((await setup.get('/abc')).headers.get('location')).toBe('https://t.example/b');
    expect(await setup.visits()).toHaveLength(2);
  });

  test('relaxed: the answer goes first and the record follows once it can', async () => {
    const setup = start([link('abc')], 'relaxed');
    setup.failWrites(true);
    expect((await setup.get('/abc')).status).toBe(302);
    while (setup.failures() === 0) await Bun.sleep(5);
    setup.failWrites(false);
    expect(await setup.visits()).toHaveLength(1);
  });
});
