import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';
import { ask, type RunningProxy, startProxy } from '../proxy.ts';

/**
 * Debian's Caddy with the Caddyfile of docs/https.md in front of the product: whoever prints a code on a domain of their own
 * needs nobody to make a certificate.
 */
setDefaultTimeout(120_000);

const REGISTRY = join(import.meta.dir, '../plugins/visitor-registry.json');
const OFFICE = 'office.example';
/** Where visitors come from: the proxy itself is 127.0.0.1. */
const VISITOR = ['--interface', '127.0.0.2'];
const VISITORS = 8;
const TARGET = 'https://target.example/';

let system: System;
let admin: Api;
let proxy: RunningProxy;
beforeAll(async () => {
  system = await startSystem({
    registry: REGISTRY,
    arguments: ['--rate-scale', '1000'],
    isCounting: true,
    env: { TRUSTED_PROXIES: '127.0.0.1/32', PUBLIC_URL: 'https://go.example', ADMIN_HOSTS: OFFICE },
  });
  admin = await signIn(system.origin, ADMINISTRATOR);
  proxy = await startProxy(`127.0.0.1:${system.port}`);
  await allow('a.example', 'own.example', 'bücher.example');
}, 120_000);
afterAll(async () => {
  await proxy?.stop();
  await system?.stop();
});

const answer = (body: object) => admin.call('visitor_pages/answer', { path: '/internal/tls', ...body });
const allow = (...names: string[]) =>
  answer({ how: 'put', entries: Object.fromEntries(names.map((name) => [name, ''])) });
const take = (...gone: string[]) => answer({ how: 'put', entries: {}, gone });
const get = (url: string, ...words: string[]) => ask(proxy, url, [...VISITOR, ...words]);

interface Made {
  id: string;
  short_code: string;
}

/** Makes a code without a domain, which every host answers that leads here, and waits until it answers. */
async function makeCode(more: object = {}): Promise<Made> {
  const code = { name: 'Poster', targets: [{ url: TARGET }], jump_type: 6, open_log: 2, ...more };
  const { content } = await admin.call<Made>('qr_code_list/add', code);
  const look = () => fetch(`${system.origin}/${content.short_code}`, { method: 'HEAD', redirect: 'manual' });
  await until(async () => (await look()).status < 400);
  return content;
}

describe('a name that is allowed', () => {
  test('is served a certificate for itself, and a visit on it leads on and counts with the address of the visitor', async () => {
    const { id, short_code } = await makeCode();
    const visit = await get(`https://a.example/${short_code}`, '-H', 'x-forwarded-for: 203.0.113.9');
    expect(visit).toMatchObject({ status: 302, location: TARGET, version: '2' });
    expect(visit?.headers.get('referrer-policy')).toBe('no-referrer');
    expect(proxy.certificates()).toContain('a.example');
    const asked = () => admin.call<{ content: { ip: string }[] }>('qr_code_access/inquire', { id });
    await until(async () => (await asked()).content.content.length > 0);
    expect((await asked()).content.content.map(({ ip }) => ip)).toEqual(['127.0.0.2']);
    const details = await admin.call('qr_code_list/details', { id });
    expect(details.content).toMatchObject({ view_number: 1, ip_view_number: 1 });
  });

  test('is the same in capitals, with a last dot and in its own script', async () => {
    const { short_code } = await makeCode();
    for (const host of ['A.Example', 'a.example.', 'bücher.example', 'xn--bcher-kva.EXAMPLE'])
      expect([host, (await get(`https://${host}/${short_code}`))?.status]).toEqual([host, 302]);
    expect(proxy.certificates()).toContain('xn--bcher-kva.example');
    expect(proxy.certificates()).not.toContain('A.Example');
  });

  test('answers links that stand on it alone', async () => {
    const link = { id: '65f0c0ffee65f0c0ffee0001', code: 'alone', host: 'own.example' };
    const published = await admin.call('visitor_pages/publish', {
      links: [{ ...link, targets: [{ url: TARGET, weight: 1, threshold: 0 }] }],
    });
    expect(published.status).toBe(200);
    await until(async () => (await get('https://own.example/alone'))?.status === 302);
    expect((await get('https://xn--bcher-kva.example/alone'))?.status).toBe(404);
  });

  test('passes visits uncompressed and as they are: nothing of the address gets lost on the way', async () => {
    const { short_code } = await makeCode({ jump_type: 1, forward_query: true });
    const page = await get(
      `https://a.example/${short_code}?a=1%2F2&b=%E4%B8%AD`,
      '-H',
      'accept-encoding: gzip, br, zstd',
    );
    expect(page?.status).toBe(200);
    expect(page?.headers.get('content-encoding')).toBeNull();
    expect(page?.body).toContain('target.example/?a=1%2F2&amp;b=%E4%B8%AD');
  });
});

describe('any other name', () => {
  test('is refused in the handshake, and no certificate is made', async () => {
    const { short_code } = await makeCode();
    for (const host of [
      'b.example',
      'www.a.example',
      'example',
      'localhost',
      '127.0.0.1',
      'a.example.evil.test',
    ])
      expect([host, await get(`https://${host}/${short_code}`)]).toEqual([host, undefined]);
    const own = ['a.example', 'own.example', 'go.example', OFFICE, 'xn--bcher-kva.example'];
    expect(proxy.certificates().filter((name) => !own.includes(name))).toEqual([]);
  });

  test('once taken away it gets none any more; what Caddy holds it uses until it is taken from its disk, or ends', async () => {
    await allow('c.example', 'd.example');
    const { short_code } = await makeCode();
    const visit = async (host: string) => (await get(`https://${host}/${short_code}`))?.status;
    expect(await visit('c.example')).toBe(302);
    await take('c.example', 'd.example');
    // Nobody had visited it yet.
    expect(await visit('d.example')).toBeUndefined();
    expect(await visit('c.example')).toBe(302);
    expect((await get(`http://c.example/${short_code}`))?.status).toBe(302);
    await proxy.restart('c.example');
    expect(await visit('c.example')).toBeUndefined();
    expect(await visit('a.example')).toBe(302);
  });
});

describe('the back-office', () => {
  test('is shown on its own names, which need no plugin to have certificates, and on no domain of a customer', async () => {
    for (const host of [OFFICE, 'go.example']) {
      const page = await get(`https://${host}/`);
      expect([host, page?.status, page?.version]).toEqual([host, 200, '2']);
      expect(page?.body).toContain('<div id="root">');
    }
    for (const path of [
      '/',
      '/customer/login',
      '/api/openapi.json',
      '/assets/',
      '/realtime',
      '/plugins/qr/x/y.js',
    ])
      for (const more of [[], ['-H', `x-forwarded-host: ${OFFICE}`], ['-H', `forwarded: host=${OFFICE}`]]) {
        const page = await get(`https://a.example${path}`, ...more);
        expect([path, page?.status]).toEqual([path, 404]);
        expect(page?.body).not.toContain('id="root"');
      }
    const call = await get('https://a.example/api/website_info/inquire', '-d', '{}');
    expect(call?.status).toBe(404);
  });

  test('its live channel passes both ways', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port: proxy.httpsPort,
      servername: OFFICE,
      ca: readFileSync(proxy.authority, 'utf8'),
      ALPNProtocols: ['http/1.1'],
    });
    let heard = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes]);
    });
    const says = (text: string) =>
      until(
        () => heard.includes(text),
        () => heard.toString(),
        10_000,
      );
    socket.write(
      [
        'GET /realtime HTTP/1.1',
        ...[`Host: ${OFFICE}`, `Origin: https://${OFFICE}`, 'Upgrade: websocket', 'Connection: Upgrade'],
        ...['Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`, '', ''],
      ].join('\r\n'),
    );
    await says('101 Switching Protocols');
    await says('"public_key"');
    // A frame that is no sealed value: the server closes with 4400.
    socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x78]));
    await says(String.fromCharCode(0x11, 0x30));
    socket.destroy();
  });
});

describe('by http', () => {
  test('a printed code is led to https with all of its address, where there is a certificate', async () => {
    const { short_code } = await makeCode();
    const path = `/${short_code}?s=a%2Fb&x=%E4%B8%AD&x`;
    for (const host of ['a.example', 'A.EXAMPLE', 'a.example.', OFFICE]) {
      const answered = await get(`http://${host}${path}`);
      expect([host, answered?.status, answered?.location?.toLowerCase()]).toEqual([
        host,
        307,
        `https://${host}${path}`.toLowerCase(),
      ]);
    }
    const led = await get(`http://a.example${path}`);
    expect((await get(led?.location ?? ''))?.status).toBe(302);
  });

  test('where there is none it is answered: a domain that only leads here, and the address of the machine', async () => {
    const { id, short_code } = await makeCode();
    expect(await get(`http://b.example/${short_code}`)).toMatchObject({ status: 302, location: TARGET });
    expect((await get(`http://127.0.0.1/`))?.body).toContain('<div id="root">');
    const body = JSON.stringify({ page: 1 });
    const call = await get(
      'http://127.0.0.1/api/website_info/inquire',
      ...['-H', 'content-type: application/json', '-d', body, '-H', 'authorization: Bearer none'],
    );
    expect(call?.body).not.toContain('body_incomplete');
    const counted = async () => (await admin.call('qr_code_list/details', { id })).content.view_number;
    await until(async () => (await counted()) === 1);
  });
});

test('it asks nothing twice: killed under load, the product counts what visitors were answered and nobody two times', async () => {
  const { id, short_code } = await makeCode();
  const visit = () =>
    fetch(`http://127.0.0.1:${proxy.httpPort}/${short_code}`, {
      redirect: 'manual',
      headers: { host: 'b.example' },
    }).then(({ status }) => status);
  let [answered, isOver] = [0, false];
  const visitor = async () => {
    while (!isOver)
      if ((await visit()) === 302) answered++;
      else await Bun.sleep(100);
  };
  const load = Promise.all(Array.from({ length: VISITORS }, visitor));
  await until(() => answered > 200);
  await system.runtime.kill('SIGKILL');
  await system.runtime.start();
  await until(async () => (await fetch(`${system.origin}/readyz`)).ok);
  const before = answered;
  await until(() => answered > before + 100);
  isOver = true;
  await load;
  const counted = async () =>
    (await admin.call<{ view_number: number }>('qr_code_list/details', { id })).content.view_number;
  await until(async () => (await counted()) >= answered);
  await Bun.sleep(1500);
  // Of each visitor one answer may have been lost on the way.
  expect(await counted()).toBeLessThanOrEqual(answered + VISITORS);
});

test('what is for the proxy is for nobody who comes through it, whichever name or way they choose', async () => {
  const token = readFileSync(join(system.dataDirectory, 'internal.token'), 'utf8').trim();
  for (const origin of [
    'https://a.example',
    `https://${OFFICE}`,
    'http://b.example',
    'http://localhost',
    'http://127.0.0.1',
  ])
    for (const path of [
      '/internal/tls',
      '/INTERNAL/tls',
      '//internal/tls',
      '/%69nternal/tls',
      '/x/../internal/tls',
    ])
      for (const query of ['?domain=a.example', `?domain=a.example&token=${token}`])
        expect([origin, path, (await get(`${origin}${path}${query}`))?.status]).toEqual([origin, path, 404]);
});

describe.skipIf(process.env.MONGODB_URI !== undefined)('while the store is away', () => {
  test('certificates are had for names that nobody has visited yet, also after a start without it', async () => {
    await allow('e.example', 'f.example');
    const { short_code } = await makeCode();
    const snapshot = join(system.dataDirectory, 'known-answers.json');
    await until(() => readFileSync(snapshot, 'utf8').includes('f.example'));
    await system.store.kill();
    expect(await get(`https://e.example/${short_code}`)).toMatchObject({ status: 302, location: TARGET });
    expect(await get(`https://b.example/${short_code}`)).toBeUndefined();
    await system.runtime.kill();
    await system.runtime.start();
    // Whatever the code says, which may be younger than what is kept of codes for a start without the store.
    expect((await get(`https://f.example/${short_code}`))?.status).toBeOneOf([302, 503]);
    expect((await get(`https://${OFFICE}/`))?.status).toBe(200);
    expect(await get(`https://b.example/${short_code}`)).toBeUndefined();
  });
});

/** An address of this machine that is not loopback: to the product, whoever comes by it is another machine. */
const elsewhere = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

if (elsewhere === undefined)
  console.info('skipped: this machine has no address but loopback, so that nobody can come from elsewhere');
test.skipIf(elsewhere === undefined)(
  'from another machine than the product’s, or another container, it asks with the token that both were given',
  async () => {
    const INTERNAL_TOKEN = 'k7Qx2mZ0t5Wv8yB1c4Fg6Hj9L3nP_r-S';
    const away = await startSystem({
      registry: REGISTRY,
      env: {
        HOST: '0.0.0.0',
        INTERNAL_TOKEN,
        TRUSTED_PROXIES: elsewhere ?? '',
        PUBLIC_URL: 'https://go.example',
        ADMIN_HOSTS: OFFICE,
      },
    });
    const waypost = `${elsewhere}:${away.port}`;
    const withToken = await startProxy(waypost, { INTERNAL_TOKEN });
    const without = await startProxy(waypost);
    try {
      expect(existsSync(join(away.dataDirectory, 'internal.token'))).toBe(false);
      expect((await ask(withToken, `https://${OFFICE}/`))?.status).toBe(200);
      expect((await ask(withToken, `http://${OFFICE}/x?y`))?.location).toBe(`https://${OFFICE}/x?y`);
      expect(await ask(withToken, 'https://b.example/')).toBeUndefined();
      expect(await ask(without, `https://${OFFICE}/`)).toBeUndefined();
      expect((await ask(without, `http://${OFFICE}/`))?.status).toBe(200);
    } finally {
      for (const started of [withToken, without, away]) await started.stop();
    }
  },
);
