import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type Api, apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem } from './harness.ts';

/**
 * Who makes short addresses is a server that an operator names: here a real one on 127.0.0.2, which counts as public in
 * this system; 127.0.0.1 is the inside.
 */
setDefaultTimeout(120_000);
const PUBLIC = '127.0.0.2';
const SECRET = 'planted-provider-s3cret';
let system: System;
let root: Api;
let peer: ReturnType<typeof Bun.serve>;
let inner: ReturnType<typeof Bun.serve>;
let innerHits = 0;
const heard: { path: string; key: string | null; body: string }[] = [];

beforeAll(async () => {
  inner = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      innerHits += 1;
      return Response.json({ url: 'https://s.example/inside' });
    },
  });
  peer = Bun.serve({
    hostname: PUBLIC,
    port: 0,
    idleTimeout: 30,
    async fetch(request) {
      const { pathname: path } = new URL(request.url);
      heard.push({ path, key: request.headers.get('x-key'), body: await request.text() });
      if (path === '/hangs') return new Promise<Response>(() => {});
      if (path === '/inside') return Response.redirect(`http://127.0.0.1:${inner.port}/`, 302);
      if (path === '/elsewhere') return Response.redirect(`http://${PUBLIC}:${peer.port}/made`, 302);
      if (path === '/endless') return new Response('x'.repeat(1_000_000));
      if (path === '/nonsense') return new Response(Buffer.from([0, 255, 254, 123, 34]));
      return Response.json({ url: 'https://s.example/made' });
    },
  });
  system = await startSystem({
    registry: join(import.meta.dir, '../../registry.json'),
    arguments: ['--rate-scale', '1000'],
    env: { OUTGOING_TEST_ADDRESSES: PUBLIC, LOG_LEVEL: 'debug' },
  });
  root = await signIn(system.origin, ADMINISTRATOR);
}, 180_000);
afterAll(async () => {
  await system?.stop();
  peer?.stop(true);
  inner?.stop(true);
}, 120_000);

async function add(path: string, origin = `http://${PUBLIC}:${peer.port}`): Promise<string> {
  const body = {
    name: `Peer ${path} ${heard.length} ${origin}`.slice(0, 60),
    generation_type: 4,
    endpoint: `${origin}${path}`,
    headers: 'X-Key: {secret}',
    secret: SECRET,
    timeout_seconds: 1,
    retries: 0,
  };
  return (await root.call<{ id: string }>('url_key_platform/add', body)).content.id;
}
const tryOut = async (id: string) =>
  (
    await root.call<{ address: string; fault: string; milliseconds: number }>('url_key_platform/test', {
      id,
      url: 'https://shop.example/menu',
    })
  ).content;

test('a real server is asked with the secret, and its address is read', async () => {
  expect(await tryOut(await add('/made'))).toMatchObject({ address: 'https://s.example/made', fault: '' });
  expect(heard.at(-1)).toEqual({
    path: '/made',
    key: SECRET,
    body: JSON.stringify({ url: 'https://shop.example/menu' }),
  });
});

describe('a server that is not what it should be keeps nobody', () => {
  test('one that hangs is given up when its time is over, and said to be late', async () => {
    const told = await tryOut(await add('/hangs'));
    expect(told.address).toBe('');
    expect(told.fault).not.toBe('');
    expect(told.milliseconds).toBeLessThan(10_000);
  });

  test('nothing inside is reached, and no other server is handed the secret by a redirect', async () => {
    for (const id of [
      await add('/inside'),
      await add('/elsewhere'),
      await add('/', `http://127.0.0.1:${inner.port}`),
      await add('/', `http://2130706433:${inner.port}`),
      await add('/', `http://[::ffff:127.0.0.1]:${inner.port}`),
    ])
      expect(await tryOut(id)).toMatchObject({ address: '', fault: expect.stringMatching(/\S/) });
    expect(innerHits).toBe(0);
    expect(heard.filter(({ path }) => path === '/made')).toHaveLength(1);
  });

  test('an answer without end, or of no sense, is told in words', async () => {
    for (const path of ['/endless', '/nonsense'])
      expect(await tryOut(await add(path))).toMatchObject({
        address: '',
        fault: expect.stringMatching(/\S/),
      });
  });
});

test('everybody is told names, nobody addresses or secrets; without the plugin the answer is empty', async () => {
  const stranger = apiOf(system.origin);
  const ask = () =>
    stranger.call<{ id: string; name: string }[]>('url_key_platform/inquire', { data_only: 1 });
  const { content } = await ask();
  expect(content[0]).toEqual({ id: '1', name: 'none' });
  expect(content.length).toBeGreaterThan(5);
  for (const one of content) expect(Object.keys(one)).toEqual(['id', 'name']);
  expect(JSON.stringify(system.records())).not.toContain(SECRET);
  expect((await root.call('plugins/disable', { id: 'qr' })).status).toBe(200);
  expect((await ask()).content).toEqual([]);
});
