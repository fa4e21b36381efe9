import { expect, setDefaultTimeout, test } from 'bun:test';
import type { VisitForward } from '@waypost/contract';
import { FLAG_COUNTED_TARGETS, FLAG_HOP } from '../journal/format.ts';
import { compileForwards, forwardKey } from '../links/compiled-forwards.ts';
import { compileLink } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

setDefaultTimeout(60_000);
const visitPath = useVisitPath();

const HOST = 'old.example';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const ID = 'f1'.repeat(12);

const rule = (path: string, target: string, more: Partial<VisitForward> = {}): VisitForward => ({
  rule: path.replaceAll(/[^a-z]/g, '-'),
  path,
  target,
  status: 302,
  keep_path: false,
  keep_query: false,
  ...more,
});

/** A host with rules, and a code `abc` on it. */
function start(
  rules: VisitForward[],
  options: {
    host?: string;
    plugins?: string[];
    blocked?: string[];
    target?: string;
    more?: { code: string; target: string }[];
  } = {},
) {
  const { host = HOST, plugins = ['qr', 'domain'], target } = options;
  const index = new LinkIndex();
  const targets = target === undefined ? {} : { targets: [{ url: target, weight: 1, threshold: 0 }] };
  const link = testLink({ code: 'abc', host: HOST, ...targets });
  const { owner } = link;
  index.put({ id: Buffer.from(link.id, 'hex'), host: HOST, code: 'abc', compiled: compileLink(link) });
  for (const [at, { code, target }] of (options.more ?? []).entries()) {
    const other = testLink({
      id: `e${at + 1}`.repeat(12),
      code,
      host: HOST,
      targets: [{ url: target, weight: 1, threshold: 0 }],
    });
    index.put({ id: Buffer.from(other.id, 'hex'), host: HOST, code, compiled: compileLink(other) });
  }
  const compiled = compileForwards({ id: ID, owner, plugin: 'domain', host, rules });
  index.put({ id: Buffer.from(ID, 'hex'), host: 'forward:', code: host, compiled });
  const path = visitPath.start({
    index,
    plugins: new Set(plugins),
    now: () => 0,
    ...(options.blocked === undefined ? {} : { blocked: options.blocked }),
  });
  const ask = (asked: string, init: RequestInit = {}, of = host) =>
    fetch(`${path.origin}${asked}`, { redirect: 'manual', ...init, headers: { host: of, ...init.headers } });
  /** Where a path is led, or the status. */
  const led = async (asked: string, init: RequestInit = {}, of = host) => {
    const answer = await ask(asked, init, of);
    return answer.headers.get('location') ?? answer.status;
  };
  return { ask, led, path };
}

test('the first rule that meets the whole path is followed, with its status; codes and other hosts go before', async () => {
  const { ask, led } = start([
    rule('/a/b', 'https://t.example/first', { status: 301 }),
    rule('/a/*', 'https://t.example/second', { status: 308 }),
    rule('/', 'https://t.example/home', { status: 307 }),
    rule('/abc', 'https://t.example/never'),
  ]);
  for (const [path, status, target] of [
    ['/a/b', 301, 'https://t.example/first'],
    ['/a/b/c/d', 308, 'https://t.example/second'],
    ['/a', 308, 'https://t.example/second'],
    ['/', 307, 'https://t.example/home'],
  ] as const) {
    const answer = await ask(path);
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, status, target]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  // What the code leads to.
  expect(await led('/abc')).toBe('https://t.example/');
  expect(await led('/other')).toBe(404);
  for (const host of ['new.example', 'w.example', '127.0.0.1', 'localhost'])
    expect([host, await led('/a/b', {}, host)]).toEqual([host, 404]);
  expect(await led('/a/b', {}, 'OLD.example.')).toBe('https://t.example/first');
});

test('path and query are handed on where the rule says so, and no request decides about the host', async () => {
  const { led } = start([
    rule('/keep/*', 'https://t.example/base/?own=1', { keep_path: true, keep_query: true }),
    rule('/drop/*', 'https://t.example/base'),
  ]);
  expect(await led('/keep/x/y/?a=%C4%E3&own=2&~&b=a%20b&flag&s=abc')).toBe(
    'https://t.example/base/x/y/?own=1&a=%C4%E3&~&b=a%20b&flag&s=abc',
  );
  expect(await led('/keep')).toBe('https://t.example/base/?own=1');
  expect(await led('/drop/x?a=1')).toBe('https://t.example/base');
  for (const path of [
    '/keep//evil.example/x',
    '/keep/%2f%2fevil.example',
    '/keep/\\evil.example',
    '/keep/@evil.example',
  ])
    expect([path, new URL(String(await led(path))).host]).toEqual([path, 't.example']);
  expect(await led('/keep/a%0d%0aSet-Cookie:%20x')).toBe(
    'https://t.example/base/a%0D%0ASet-Cookie%3A%20x?own=1',
  );
});

test('each answered hit is written down once, under the name of its rule, and is no visit of anything', async () => {
  const { led, path } = start([
    rule('/one', 'https://t.example/', { rule: 'one' }),
    rule('/two/*', 'https://t.example/', { rule: 'two' }),
  ]);
  for (const asked of ['/one', '/two/x', '/two/x/y', '/nothing', '/nothing/at/all']) await led(asked);
  await led('/one', { method: 'HEAD' });
  await led('/one', { headers: { 'sec-purpose': 'prefetch' } });
  await led('/one', { headers: { 'user-agent': CRAWLER } });
  const written = (await path.visits()).map(({ link, targetKey, flags }) => [
    Buffer.from(link, 'latin1').toString('hex'),
    targetKey,
    flags & ~1,
    flags & 1,
  ]);
  const hit = (name: string, isBot = 0) => [ID, forwardKey(name), FLAG_HOP | FLAG_COUNTED_TARGETS, isBot];
  expect(written).toEqual([hit('one'), hit('two'), hit('two'), hit('one', 1)]);
});

test('a chain through hosts of ours ends: what leads on and on is refused', async () => {
  const { led } = start([
    rule('/go/*', `https://${HOST}/abc`),
    rule('/away/*', 'https://other.old.example/', { keep_path: true }),
  ]);
  expect(await led('/go/x')).toBe('https://old.example/abc?waypost_hop=1');
  expect(await led('/go/x?waypost_hop=4')).toBe('https://old.example/abc?waypost_hop=5');
  expect(await led('/go/x?waypost_hop=5')).toBe(403);
  // Nothing of ours stands there: the address stays as it is.
  expect(await led('/away/x/y?waypost_hop=5')).toBe('https://other.old.example/x/y');
});

test('a code and a rule that lead to each other end at once, and nothing of it is counted', async () => {
  const { led, path } = start([rule('/back', `https://${HOST}/abc`)], { target: `https://${HOST}/back` });
  expect(await led('/abc')).toBe(403);
  // Whoever comes in by the rule is led to the code, and no further.
  expect(await led('/back')).toBe(`https://${HOST}/abc?waypost_hop=1`);
  expect(await led('/abc?waypost_hop=1')).toBe(403);
  expect((await path.visits()).map(({ link }) => Buffer.from(link, 'latin1').toString('hex'))).toEqual([ID]);
});

test('a circle of codes and rules comes to an end, wherever it is entered, and no code of it is counted', async () => {
  const rules = [
    rule('/back/*', `https://${HOST}/ab`, { keep_path: true }),
    rule('/ab/c', `https://${HOST}/abc`),
    rule('/on/*', `https://${HOST}/next`),
  ];
  const { led, path } = start(rules, {
    target: `https://${HOST}/on`,
    more: [{ code: 'next', target: `https://${HOST}/back/c` }],
  });
  for (const entry of ['/abc', '/next', '/back/c', '/on']) {
    let at: string | number = entry;
    const seen: unknown[] = [];
    while (typeof at === 'string' && seen.length < 20) {
      at = await led(at);
      seen.push(at);
      if (typeof at === 'string') at = at.replace(`https://${HOST}`, '');
    }
    expect([entry, at, seen.length < 10]).toEqual([entry, 403, true]);
  }
  const codes = (await path.visits()).filter(({ flags }) => (flags & FLAG_HOP) === 0);
  expect(codes).toEqual([]);
});

test('what leads by a rule to another code is one visit, counted there', async () => {
  const { led, path } = start([rule('/on', `https://${HOST}/next`)], {
    target: `https://${HOST}/on`,
    more: [{ code: 'next', target: 'https://t.example/end' }],
  });
  let at: string | number = '/abc';
  while (typeof at === 'string' && at.startsWith('/'))
    at = await led(at).then((to) => (typeof to === 'string' ? to.replace(`https://${HOST}`, '') : to));
  expect(at).toBe('https://t.example/end');
  const counted = (await path.visits()).filter(({ flags }) => (flags & FLAG_HOP) === 0);
  expect(counted.map(({ link }) => Buffer.from(link, 'latin1').toString('hex'))).toEqual(['e1'.repeat(12)]);
});

test('a code that a rule of its host leads elsewhere is counted as ever', async () => {
  const { led, path } = start([rule('/out', 'https://t.example/out')], { target: `https://${HOST}/out` });
  expect(await led('/abc')).toBe(`https://${HOST}/out`);
  expect(await led('/out')).toBe('https://t.example/out');
  expect((await path.visits()).map(({ flags }) => flags & FLAG_HOP)).toEqual([0, FLAG_HOP]);
});

test('nobody is led on by a plugin that is off', async () => {
  expect(await start([rule('/a/*', 'https://t.example/')], { plugins: ['qr'] }).led('/a/b')).toBe(404);
});

test('nobody is led on who is refused everywhere', async () => {
  const { led } = start([rule('/a/*', 'https://t.example/')], { blocked: ['127.0.0.0/8'] });
  expect(await led('/a/b')).toBe(403);
});

test('what is sent is led on, too; other methods are not answered', async () => {
  const { led } = start([rule('/a/*', 'https://t.example/', { status: 307 })]);
  expect(await led('/a/b', { method: 'POST' })).toBe('https://t.example/');
  expect(await led('/a/b', { method: 'DELETE' })).toBe(404);
});

test('rules that lead to themselves are not compiled', () => {
  const forwards = { id: ID, owner: 'a'.repeat(24), plugin: 'domain', host: HOST };
  const compile = (path: string, target: string) => () =>
    compileForwards({ ...forwards, rules: [rule(path, target)] });
  expect(compile('/*', `https://${HOST}/x`)).toThrow(RangeError);
  expect(compile('/a b', 'https://t.example/')).toThrow(RangeError);
  expect(compile('/a', 'javascript:alert(1)')).toThrow(RangeError);
});
