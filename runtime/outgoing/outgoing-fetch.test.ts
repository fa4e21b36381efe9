import { afterAll, beforeAll, expect, test } from 'bun:test';
import { fetchThrough } from './fetch-through.ts';
import { isGrantedHost } from './granted-host.ts';
import { createOutgoingFetch } from './outgoing-fetch.ts';
import { isPublicAddress } from './public-address.ts';

let server: ReturnType<typeof Bun.serve>;
let hits: string[] = [];

beforeAll(() => {
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      hits.push(`${request.method} ${request.headers.get('host')} ${pathname}`);
      if (pathname.startsWith('/to/'))
        return new Response(null, {
          status: 302,
          headers: { location: decodeURIComponent(pathname.slice('/to/'.length)) },
        });
      if (pathname === '/endless')
        return new Response(
          new ReadableStream({
            async pull(controller) {
              controller.enqueue(new Uint8Array(256 * 1024));
              await Bun.sleep(1);
            },
          }),
        );
      if (pathname === '/slow') await Bun.sleep(30_000);
      return Response.json(
        { body: await request.text(), authorization: request.headers.get('authorization') },
        { headers: { 'x-kept': 'yes' } },
      );
    },
  });
});
afterAll(() => server.stop(true));

/** As the kernel makes it, with names and addresses of the test: every name is the test's server, which counts as public. */
function sender(
  addresses: Record<string, string[]>,
  options: { isInner?: (address: string) => boolean; timeLimitMs?: number; more?: string[] } = {},
) {
  const looked: string[] = [];
  const granted = new Set(
    [...Object.keys(addresses), ...(options.more ?? [])].map((host) => `network:${host}:${server.port}`),
  );
  const send = createOutgoingFetch({
    plugin: 'shop',
    granted,
    timeLimitMs: options.timeLimitMs ?? 20_000,
    isAllowed: (address) => !(options.isInner ?? (() => false))(address),
    async resolve(host) {
      looked.push(host);
      return (addresses[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
  hits = [];
  return { fetch: fetchThrough(send), looked };
}
const at = (host: string, path = '/') => `http://${host}:${server.port}${path}`;

test('a granted host is reached with the request as it was made', async () => {
  const { fetch } = sender({ 'api.example.com': ['127.0.0.1'] });
  const answer = await fetch(at('api.example.com', '/orders'), {
    method: 'POST',
    body: 'three',
    headers: { authorization: 'Bearer x', host: 'other.example.com', connection: 'upgrade' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-kept')).toBe('yes');
  expect(await answer.json()).toEqual({ body: 'three', authorization: 'Bearer x' });
  expect(hits).toEqual([`POST api.example.com:${server.port} /orders`]);
});

test('what was not granted is not even looked up', async () => {
  const { fetch, looked } = sender({ 'api.example.com': ['127.0.0.1'] });
  for (const url of [
    at('evil.example.com'),
    at('api.example.com.evil.com'),
    at('127.0.0.1'),
    at('0x7f.1'),
    at('2130706433'),
    at('[::1]'),
    at('[::ffff:127.0.0.1]'),
    at('localhost'),
    'http://api.example.com/',
    'http://api.example.com:22/',
    `http://api.example.com@evil.com:${server.port}/`,
    'file:///etc/passwd',
    'data:text/plain,x',
    'ftp://api.example.com/',
  ])
    await expect(fetch(url), url).rejects.toThrow(/may not send requests|Invalid URL|protocol|scheme/i);
  expect(looked).toEqual([]);
  expect(hits).toEqual([]);
});

test('a granted name that leads inside is not followed there, whatever else it leads to', async () => {
  const inner = (address: string) => address !== '127.0.0.1';
  const addresses = {
    'inner.example.com': ['10.0.0.5'],
    'mixed.example.com': ['127.0.0.1', '169.254.169.254'],
    'six.example.com': ['::1'],
  };
  const { fetch } = sender(addresses, { isInner: inner });
  for (const host of Object.keys(addresses))
    await expect(fetch(at(host))).rejects.toThrow('an address that plugins may not reach');
  expect(hits).toEqual([]);
});

test('the name is looked up once: the connection goes to the address that was checked', async () => {
  const { fetch, looked } = sender({ 'api.example.com': ['127.0.0.1'] });
  await fetch(at('api.example.com'));
  expect(looked).toEqual(['api.example.com']);
});

test('each redirect is checked as the first address was, and keeps no credentials on its way to others', async () => {
  const inner = (address: string) => address !== '127.0.0.1';
  const { fetch } = sender(
    { 'api.example.com': ['127.0.0.1'], 'cdn.example.com': ['127.0.0.1'], 'inner.example.com': ['10.0.0.5'] },
    { isInner: inner },
  );
  const to = (url: string) => at('api.example.com', `/to/${encodeURIComponent(url)}`);
  await expect(fetch(to(at('inner.example.com')))).rejects.toThrow('may not reach');
  await expect(fetch(to(at('evil.example.com')))).rejects.toThrow('may not send requests');
  await expect(fetch(to('http://127.0.0.1:80/'))).rejects.toThrow('may not send requests');
  await expect(fetch(to('file:///etc/passwd'))).rejects.toThrow('may not send requests');
  await expect(fetch(to('/'), { redirect: 'error' })).rejects.toThrow('answered with a redirect');
  const elsewhere = await fetch(to(at('cdn.example.com')), { headers: { authorization: 'Bearer x' } });
  expect(elsewhere.redirected).toBe(true);
  expect(((await elsewhere.json()) as { authorization: unknown }).authorization).toBeNull();
  let round = at('api.example.com', '/');
  for (let hop = 0; hop < 6; hop += 1) round = to(round);
  await expect(fetch(round)).rejects.toThrow('too many redirects');
});

test('an endless answer and a slow one end', async () => {
  const { fetch } = sender({ 'api.example.com': ['127.0.0.1'] }, { timeLimitMs: 3_000 });
  await expect(fetch(at('api.example.com', '/endless'))).rejects.toThrow(/more than|abort|timed out/i);
  const brief = sender({ 'api.example.com': ['127.0.0.1'] }, { timeLimitMs: 200 });
  await expect(brief.fetch(at('api.example.com', '/slow'))).rejects.toThrow(/abort|timed out|timeout/i);
}, 120_000);

test('a star grants every name below, and not the name itself or one that only ends alike', () => {
  const granted = new Set(['network:*.example.com', 'network:one.test.org:8443']);
  const is = (url: string) => isGrantedHost(new URL(url), granted);
  expect(is('https://a.example.com/')).toBe(true);
  expect(is('https://a.b.example.com./')).toBe(true);
  expect(is('https://A.EXAMPLE.com/')).toBe(true);
  expect(is('https://one.test.org:8443/')).toBe(true);
  for (const url of [
    'https://example.com/',
    'https://evilexample.com/',
    'https://a.example.com:8443/',
    'https://one.test.org/',
    'https://a.example.com.evil.org/',
    'ws://a.example.com/',
  ])
    expect(is(url), url).toBe(false);
});

test('addresses inside, of examples, of the machine itself are not public', () => {
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '2002:7f00:1::',
    'not an address',
    '',
  ])
    expect(isPublicAddress(address), address).toBe(false);
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])
    expect(isPublicAddress(address), address).toBe(true);
});
