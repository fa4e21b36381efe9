import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResolver } from '../../runtime/outgoing/dns/resolver.ts';
import { createAuthority, type TestAuthority } from '../../runtime/outgoing/testing/certificates.ts';
import { packFolder } from '../../runtime/package/index.ts';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem } from '../contract/harness.ts';
import { type Knot, startKnot } from '../name-server.ts';
import { pluginsOf } from './plugins-api.ts';

/**
 * A plugin of somebody else, in a process of its own, asks the internet: a real name server, real servers with real
 * certificates, all on loopback. 127.0.0.2 counts as public in this system; 127.0.0.1 is the inside.
 */
setDefaultTimeout(60_000);
const PUBLIC = '127.0.0.2';
const ALL = ['internet:dns', 'internet:fetch', 'internet:tls'];
const LONG = Array.from({ length: 30 }, (_, at) => `long TXT "${at} ${'x'.repeat(200)}"`).join('\n');
const ZONE = `
$ORIGIN shop.example.
$TTL 300
@ SOA ns1 post 7 3600 600 86400 60
@ NS ns1
ns1 A 127.0.0.1
@ A ${PUBLIC}
www CNAME @
_waypost 60 TXT "way" "post=abc"
@ MX 10 mail.shop.example.
@ CAA 128 issue "ca.example"
inside A 127.0.0.1
both A ${PUBLIC}
both A 127.0.0.1
${LONG}
`;

let knot: Knot;
let authority: TestAuthority;
let system: System;
let api: Api;
let plugins: ReturnType<typeof pluginsOf>;
let honest: ReturnType<typeof Bun.serve>;
let inner: ReturnType<typeof Bun.serve>;
let innerHits = 0;
const heard: string[] = [];
const secure = new Map<string, { server: Server; port: number }>();
const home = mkdtempSync(join(tmpdir(), 'waypost-internet-'));

beforeAll(async () => {
  knot = await startKnot({ 'shop.example': ZONE });
  authority = createAuthority();
  writeFileSync(join(home, 'authority.pem'), authority.certificate);
  for (const [name, host, days] of [
    ['right', 'shop.example', 2],
    ['wrong', 'other.example', 2],
    ['expired', 'shop.example', -1],
  ] as const) {
    const { key, certificate } = authority.issue([host], days);
    const server = createServer({ key, cert: certificate }, (_request, answer) => answer.end('safe'));
    await new Promise<void>((resolve) => server.listen(0, PUBLIC, resolve));
    secure.set(name, { server, port: (server.address() as { port: number }).port });
  }
  honest = Bun.serve({
    hostname: PUBLIC,
    port: 0,
    async fetch(request) {
      const to = new URL(request.url).searchParams.get('to');
      if (to !== null) return new Response(null, { status: 302, headers: { location: to } });
      heard.push(`${request.method} ${request.headers.get('host')} ${await request.text()}`);
      return new Response('heard');
    },
  });
  inner = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      innerHits += 1;
      return new Response('inside');
    },
  });
  system = await startSystem({
    registry: join(import.meta.dir, 'registry.json'),
    arguments: ['--rate-scale', '1000'],
    env: {
      DNS_RESOLVERS: `127.0.0.1:${knot.port}`,
      OUTGOING_TEST_ADDRESSES: PUBLIC,
      NODE_EXTRA_CA_CERTS: join(home, 'authority.pem'),
    },
  });
  api = await signIn(system.origin, ADMINISTRATOR);
  plugins = pluginsOf(api);
}, 180_000);
afterAll(async () => {
  await system?.stop();
  await knot?.stop();
  for (const { server } of secure.values()) server.close();
  honest?.stop(true);
  inner?.stop(true);
  authority?.close();
  rmSync(home, { recursive: true, force: true });
}, 120_000);

/** Packs the plugin as its author does: copied to a folder of its own, with a version and what it asks for. */
async function pack(version: string, capabilities: readonly string[]): Promise<Uint8Array> {
  const folder = join(home, version);
  cpSync(join(import.meta.dir, '../plugins/prober'), folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ ...manifest, version, capabilities }));
  return packFolder(folder);
}
const send = (url: string, text?: string) =>
  api.call('prober/send', { url, ...(text === undefined ? {} : { text }) });
const lookUp = (name: string, type: string, resolver?: string) =>
  api.call('prober/look_up', { name, type, ...(resolver === undefined ? {} : { resolver }) });
const look = (name: 'right' | 'wrong' | 'expired', host = 'shop.example') =>
  api.call('prober/certificate', { host, port: secure.get(name)?.port });
const NOT_GRANTED = { refused: expect.stringContaining('has not the capability') };

describe('what an administrator has not consented to is not there', () => {
  test('one grant opens its own methods only', async () => {
    const archive = await pack('1.0.0', ['internet:dns']);
    const waiting = await plugins.install(archive, { granted: [], trusted: false });
    expect(waiting).toMatchObject({ state: 'waiting', missing_capabilities: ['internet:dns'] });
    const active = await plugins.install(archive, { granted: ALL, trusted: false });
    expect(active).toMatchObject({ state: 'active', version: '1.0.0', trust: 'outside' });
    expect((await lookUp('shop.example', 'A')).content).toMatchObject({
      records: [{ value: PUBLIC, ttl: 300 }],
    });
    expect((await send(`http://shop.example:${honest.port}/`)).content).toEqual(NOT_GRANTED);
    expect((await look('right')).content).toEqual(NOT_GRANTED);
    expect(heard).toEqual([]);
  });

  test('none of them opens nothing', async () => {
    await plugins.install(await pack('1.0.1', []), { granted: ALL, trusted: false });
    for (const answer of [lookUp('shop.example', 'A'), send('http://shop.example/'), look('right')])
      expect((await answer).content).toEqual(NOT_GRANTED);
    expect((await api.call('prober/resolvers')).content).toEqual(NOT_GRANTED);
  });

  test('a release that asks for more waits until somebody has consented', async () => {
    const archive = await pack('2.0.0', ALL);
    const waiting = await plugins.install(archive, { granted: [], trusted: false });
    expect(waiting).toMatchObject({ version: '1.0.1', missing_capabilities: ALL });
    const active = await plugins.install(archive, { granted: ALL, trusted: false });
    expect(active).toMatchObject({ state: 'active', version: '2.0.0', missing_capabilities: [] });
  });
});

describe('with consent', () => {
  test('a text is sent to an address that somebody entered', async () => {
    const url = `http://www.shop.example:${honest.port}/hook`;
    expect((await send(url, 'new order')).content).toEqual({ status: 200, url, text: 'heard' });
    expect(heard).toEqual([`POST www.shop.example:${honest.port} new order`]);
    const safe = `https://shop.example:${secure.get('right')?.port}/`;
    expect((await send(safe)).content).toMatchObject({ status: 200, text: 'safe' });
  });

  test('nothing inside is reached, however it is entered or led to', async () => {
    const port = inner.port;
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `http://0x7f000001:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
      `http://localhost:${port}/`,
      `http://inside.shop.example:${port}/`,
      `http://both.shop.example:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
    ])
      for (const entered of [url, `http://shop.example:${honest.port}/?to=${encodeURIComponent(url)}`]) {
        const { status, body } = await send(entered);
        expect([entered, status, body]).toMatchObject([entered, 422, { code: 'internet_address_refused' }]);
      }
    expect(innerHits).toBe(0);
  });

  test('whoever entered the address is told in a sentence what is the matter with it', async () => {
    const { body } = await send(`https://shop.example:${secure.get('expired')?.port}/`);
    expect(body).toMatchObject({
      code: 'internet_tls_failed',
      message: expect.stringContaining('No safe connection to shop.example'),
    });
    expect((await send('http://gone.shop.example/')).body).toMatchObject({ code: 'internet_no_address' });
  });

  test.each([
    ['A', 'www.shop.example', { aliases: ['shop.example'], records: [{ value: PUBLIC, ttl: 300 }] }],
    ['TXT', '_waypost.shop.example', { records: [{ value: 'waypost=abc', ttl: 60 }] }],
    ['NS', 'shop.example', { records: [{ value: 'ns1.shop.example', ttl: 300 }] }],
    ['MX', 'shop.example', { records: [{ value: { priority: 10, exchange: 'mail.shop.example' } }] }],
    [
      'CAA',
      'shop.example',
      { records: [{ value: { isCritical: true, tag: 'issue', value: 'ca.example' } }] },
    ],
    ['SOA', 'shop.example', { records: [{ value: { serial: 7, contact: 'post.shop.example' } }] }],
  ])('%s of %s is looked up', async (type, name, expected) => {
    const server = `127.0.0.1:${knot.port}`;
    expect((await lookUp(name, type)).content).toMatchObject({ ...expected, server });
    expect((await api.call('prober/resolvers')).content).toEqual([server] as never);
  });

  test('an answer that no datagram holds comes by TCP', async () => {
    const { records } = (await lookUp('long.shop.example', 'TXT')).content as { records: unknown[] };
    expect(records).toHaveLength(30);
  });

  test.each([
    ['A', 'gone.shop.example', 'dns_name_unknown'],
    ['AAAA', 'shop.example', 'dns_no_data'],
    ['A', 'elsewhere.example', 'dns_refused'],
    ['A', 'intranet', 'dns_name_invalid'],
  ])('%s of %s is %s', async (type, name, code) => {
    expect((await lookUp(name, type)).body).toMatchObject({ status: false, code });
  });

  test('servers of a zone at inner addresses are not asked', async () => {
    expect((await lookUp('shop.example', 'A', 'zone')).body).toMatchObject({
      code: 'internet_address_refused',
    });
  });

  test.each([
    ['right', 'shop.example', null],
    ['expired', 'shop.example', 'expired'],
    ['wrong', 'shop.example', 'wrong_name'],
    ['right', 'www.shop.example', 'wrong_name'],
  ] as const)('the certificate %s as %s sees it', async (name, host, fault) => {
    expect((await look(name, host)).content).toMatchObject({
      address: PUBLIC,
      isTrusted: fault === null,
      fault,
      chain: [{ issuer: 'CN=Waypost test root' }, { subject: 'CN=Waypost test root' }],
    });
  });
});

test('a real name server of a zone is asked itself', async () => {
  const zone = { address: '127.0.0.1', port: knot.port };
  const { resolve } = createResolver({ servers: () => [zone], isAllowed: () => true, zonePort: knot.port });
  const asked = (name: string) =>
    resolve({ name, type: 'TXT', from: 'zone', signal: AbortSignal.timeout(10_000) });
  expect(await asked('_waypost.shop.example')).toMatchObject({
    records: [{ value: 'waypost=abc' }],
    isAuthoritative: true,
  });
  await expect(asked('a.b.c.shop.example')).rejects.toMatchObject({ code: 'dns_name_unknown' });
});

test('a server whose plugins reach what is not public says so where operators look', () => {
  const warned = system.records().filter(({ msg }) => String(msg).startsWith('OUTGOING_TEST_… is set'));
  expect(warned).toMatchObject([{ level: 40, addresses: [PUBLIC] }]);
});
