import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from './harness.ts';

/** What plugins have answered to a plain GET: from memory, without the plugin and without the store. */
setDefaultTimeout(120_000);

let system: System;
let admin: Api;
beforeAll(async () => {
  system = await startSystem({
    registry: join(import.meta.dir, '../plugins/visitor-outside-registry.json'),
    arguments: ['--rate-scale', '1000'],
  });
  admin = await signIn(system.origin, ADMINISTRATOR);
}, 120_000);
afterAll(() => system?.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${system.origin}${path}`, { headers, method });
const statusOf = async (domain: string, headers: Record<string, string> = {}) =>
  (await get(`/internal/tls?domain=${encodeURIComponent(domain)}`, headers)).status;
const answer = (body: object) => admin.call('visitor_pages/answer', body);

describe('a set of names', () => {
  test('is asked in whatever way a name is written, and says nothing of others', async () => {
    const names = { 'a.example': '', 'BÜCHER.example.': '' };
    expect((await answer({ how: 'put', path: '/internal/tls', entries: names })).status).toBe(200);
    for (const name of ['a.example', 'A.Example', 'a.example.', 'bücher.example', 'xn--bcher-kva.EXAMPLE'])
      expect([name, await statusOf(name)]).toEqual([name, 200]);
    for (const name of [
      '',
      'b.example',
      'www.a.example',
      'example',
      'a.example/..',
      'a.example:443',
      '__proto__',
    ])
      expect([name, await statusOf(name)]).toEqual([name, 404]);
    expect((await get('/internal/tls')).status).toBe(404);
    expect((await get('/internal/other?domain=a.example')).status).toBe(404);
  });

  test('is for this machine and for who has the token: no header that a proxy or a client writes lets anybody in', async () => {
    const token = readFileSync(join(system.dataDirectory, 'internal.token'), 'utf8').trim();
    for (const forwarded of ['203.0.113.9', '127.0.0.1'])
      expect(await statusOf('a.example', { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded })).toBe(404);
    // Through a proxy on this machine, which passes the name on that was asked for; and a page whose name leads here.
    for (const host of ['a.example', 'rebound.example', '127.0.0.1.example'])
      expect([host, await statusOf('a.example', { host })]).toEqual([host, 404]);
    for (const right of [{ authorization: `Bearer ${token}` }, {}])
      expect(
        (
          await get(`/internal/tls?domain=a.example${'authorization' in right ? '' : `&token=${token}`}`, {
            host: 'proxy.example',
            ...right,
          })
        ).status,
      ).toBe(200);
    expect(await statusOf('a.example', { host: 'a.example', authorization: 'Bearer guess' })).toBe(404);
  });

  test('takes a name back, and is replaced as a whole', async () => {
    await answer({ how: 'put', path: '/internal/tls', entries: { 'c.example': '' }, gone: ['A.example'] });
    expect([await statusOf('a.example'), await statusOf('c.example')]).toEqual([404, 200]);
    await answer({ how: 'replace', path: '/internal/tls', entries: { 'a.example': '' } });
    expect([await statusOf('a.example'), await statusOf('c.example')]).toEqual([200, 404]);
  });

  test('takes only what can be asked for, at paths that plugin.json names', async () => {
    for (const entries of [{ 'no host': '' }, { '': '' }, { 'a.example': 'x'.repeat(5_000) }]) {
      const { status, body } = await answer({ how: 'put', path: '/internal/tls', entries });
      expect([status, (body as { code?: string }).code]).toEqual([422, 'invalid_input']);
    }
    for (const path of ['/internal/metrics', '/.well-known/waypost/:nonce', '/api/x'])
      expect((await answer({ how: 'put', path, entries: { '': 'x' } })).status).toBe(500);
  });
});

describe('below /.well-known/waypost/', () => {
  const nonce = 'AAAAAAAAAAAAAAAAAAAAAA';
  const signed = async (host: string, asked = nonce) =>
    (await get(`/.well-known/waypost/${asked}`, { host })).text();
  const isOwn = async (host: string, text: string, asked = nonce) =>
    (await admin.call<boolean>('visitor_pages/check', { host, nonce: asked, answer: text })).content;

  test('everybody is answered, on every host, by GET and HEAD', async () => {
    await answer({ how: 'put', path: '/.well-known/waypost/note', entries: { '': 'hello' } });
    const there = await get('/.well-known/waypost/note', { host: 'customer.example' });
    expect([there.status, await there.text()]).toEqual([200, 'hello']);
    expect(there.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(there.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get('/.well-known/waypost/note', {}, 'HEAD')).status).toBe(200);
    expect((await get('/.well-known/waypost/note', {}, 'POST')).status).toBe(405);
    expect((await get('/.well-known/waypost/other')).status).toBe(404);
  });

  test('a challenge is signed over itself and the host, and this installation knows its own signature', async () => {
    const here = await signed('A.example:8443');
    expect(await isOwn('a.example', here)).toBe(true);
    expect(await isOwn('a.example.', `${here}\n`)).toBe(true);
    expect(await isOwn('b.example', here)).toBe(false);
    expect(await isOwn('a.example', here, nonce.replace('A', 'B'))).toBe(false);
    expect(await isOwn('a.example', '')).toBe(false);
    expect(await signed('b.example')).not.toBe(here);
    for (const asked of ['short', 'A'.repeat(129), `${nonce}!`])
      expect((await get(`/.well-known/waypost/${asked}`)).status).toBe(404);
  });
});

describe('while something is away', () => {
  test('the process of the plugin: its answers stay', async () => {
    const listing = Bun.spawnSync([
      'ps',
      '-o',
      'pid=,args=',
      '--ppid',
      String(system.runtime.pid()),
    ]).stdout.toString();
    const [pid] = listing
      .split('\n')
      .flatMap((line) => (line.includes('outside') ? [Number.parseInt(line, 10)] : []));
    expect(pid).toBeGreaterThan(0);
    process.kill(pid as number, 'SIGKILL');
    expect(await statusOf('a.example')).toBe(200);
  });

  test('the plugin, switched off: nothing of it is answered; switched on again everything is', async () => {
    await admin.call('plugins/disable', { id: 'visitor-pages' });
    const nonce = '/.well-known/waypost/AAAAAAAAAAAAAAAAAAAAAA';
    const all = async () => [
      await statusOf('a.example'),
      (await get(nonce)).status,
      (await get('/.well-known/waypost/note')).status,
    ];
    expect(await all()).toEqual([404, 404, 404]);
    await admin.call('plugins/enable', { id: 'visitor-pages' });
    await until(async () => (await statusOf('a.example')) === 200);
    expect(await all()).toEqual([200, 200, 200]);
  });

  test.skipIf(process.env.MONGODB_URI !== undefined)('the store, also at a start', async () => {
    const snapshot = join(system.dataDirectory, 'known-answers.json');
    // It is written a second after the last change: what is waited for is the last of both.
    const isKept = () => /(?=.*"a\.example")(?=.*"hello")/s.test(readFileSync(snapshot, 'utf8'));
    await until(isKept);
    await system.store.kill();
    expect(await statusOf('a.example')).toBe(200);
    await system.runtime.kill();
    await system.runtime.start();
    expect([await statusOf('a.example'), await statusOf('c.example')]).toEqual([200, 404]);
    expect((await get('/.well-known/waypost/note')).status).toBe(200);
  });
});
