import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type Api, signIn } from '../../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../../contract/harness.ts';
import { startSecondRuntime } from '../../contract/second-runtime.ts';

/** Rules by which paths of a customer's host lead on: whoever moves a site keeps its visitors, and knows how many came. */
setDefaultTimeout(120_000);

const REGISTRY = join(import.meta.dir, '../../plugins/visitor-registry.json');
const HOST = 'old.shop.example';
const ID = 'f0'.repeat(12);

let system: System;
let admin: Api;
beforeAll(async () => {
  system = await startSystem({ registry: REGISTRY, isCounting: true, arguments: ['--rate-scale', '1000'] });
  admin = await signIn(system.origin, ADMINISTRATOR);
}, 120_000);
afterAll(() => system?.stop());

const rule = (name: string, path: string, target: string, status = 308) => ({
  rule: name,
  path,
  target,
  status,
  keep_path: true,
  keep_query: true,
});
const forward = (rules: object[], id = ID, host = HOST) =>
  admin.call('visitor_pages/forward', { id, host, rules });
const visit = (path: string, origin = system.origin, init: RequestInit = {}) =>
  fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers: { host: HOST } });
const led = async (path: string, origin?: string) => {
  const answer = await visit(path, origin);
  return answer.headers.get('location') ?? answer.status;
};
const hits = async (...rules: string[]) =>
  (await admin.call<Record<string, number>>('visitor_pages/hits', { id: ID, rules })).content;

test('they are followed from the moment on that they are published, replaced and forgotten, in each process', async () => {
  const second = await startSecondRuntime(system.dataDirectory, {
    arguments: ['--registry', REGISTRY],
    env: { ROLES: 'visit' },
  });
  try {
    await forward([rule('all', '/*', 'https://shop.example/new')]);
    expect(await led('/a/b%20c?x=1')).toBe('https://shop.example/new/a/b%20c?x=1');
    await until(async () => (await led('/a', second.origin)) === 'https://shop.example/new/a');
    await forward([rule('all', '/only/*', 'https://shop.example/')]);
    expect([await led('/a/b'), await led('/only/a')]).toEqual([404, 'https://shop.example/a']);
    await until(async () => (await led('/a', second.origin)) === 404);
    const taken = await forward([rule('all', '/*', 'https://other.example/')], 'f1'.repeat(12));
    expect([taken.status, (taken.body as { code?: string }).code]).toEqual([409, 'duplicate']);
    await forward([]);
    expect(await led('/only/a')).toBe(404);
    await until(async () => (await led('/only/a', second.origin)) === 404);
  } finally {
    await second.stop();
  }
});

test('nothing of them stands in the way of the back-office or of what is asked of every host', async () => {
  await forward([rule('all', '/*', 'https://shop.example/')], 'f2'.repeat(12), '127.0.0.1');
  expect((await fetch(`${system.origin}/some/path`, { redirect: 'manual' })).status).toBe(404);
  expect((await fetch(`${system.origin}/api/openapi.json`)).status).toBe(200);
  await forward([rule('all', '/*', 'https://shop.example/')]);
  for (const path of ['/healthz', '/robots.txt']) expect((await visit(path)).status).toBe(200);
  for (const path of ['/internal/tls?domain=x.example', '/.well-known/waypost/x', '/realtime'])
    expect([path, (await visit(path)).headers.get('location')]).toEqual([path, null]);
});

test('each answered hit is counted once, also when the process is killed under load, and none is a visit of a code', async () => {
  await forward([rule('one', '/one/*', 'https://shop.example/'), rule('two', '/*', 'https://shop.example/')]);
  const before = await hits('one', 'two');
  const answered = { one: 0, two: 0 };
  const sent = { one: 0, two: 0 };
  let isOver = false;
  const visitor = async (name: 'one' | 'two') => {
    while (!isOver) {
      sent[name]++;
      const status = await visit(name === 'one' ? '/one/x/y' : '/two/x').then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 308) answered[name]++;
      else if (!isOver) await Bun.sleep(100);
    }
  };
  const load = Promise.all(Array.from({ length: 16 }, (_, at) => visitor(at % 2 === 0 ? 'one' : 'two')));
  await until(() => answered.one > 200 && answered.two > 200);
  await system.runtime.kill('SIGKILL');
  await system.runtime.start();
  await until(async () => (await fetch(`${system.origin}/readyz`)).ok);
  const atRestart = { ...answered };
  await until(() => answered.one > atRestart.one + 100 && answered.two > atRestart.two + 100);
  isOver = true;
  await load;
  const counted = async () => {
    const now = await hits('one', 'two');
    return { one: (now.one ?? 0) - (before.one ?? 0), two: (now.two ?? 0) - (before.two ?? 0) };
  };
  await until(async () => {
    const { one, two } = await counted();
    return one >= answered.one && two >= answered.two;
  });
  // What was cut off by the kill may have been counted: at most one for each of the sixteen.
  await Bun.sleep(1500);
  const { one, two } = await counted();
  for (const [many, name] of [
    [one, 'one'],
    [two, 'two'],
  ] as const) {
    expect(many).toBeGreaterThanOrEqual(answered[name]);
    expect(many).toBeLessThanOrEqual(answered[name] + 8);
    expect(many).toBeLessThanOrEqual(sent[name]);
  }
  const today = await admin.call<{ view_number: number }>('today_statistics/inquire');
  expect(today.content.view_number).toBe(0);
});

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'without the store they are followed, also after a start without it, and their hits are counted when it is back',
  async () => {
    await forward([rule('away', '/*', 'https://shop.example/')]);
    expect(await led('/a/b')).toBe('https://shop.example/a/b');
    await until(async () => (await hits('away')).away === 1);
    await system.store.kill();
    expect(await led('/a/c')).toBe('https://shop.example/a/c');
    await system.store.start();
    await until(async () => (await fetch(`${system.origin}/readyz`)).ok);
    await system.runtime.kill('SIGTERM');
    await system.store.kill();
    await system.runtime.start();
    await until(async () => (await led('/a/d')) === 'https://shop.example/a/d');
    await system.store.start();
    await until(async () => (await fetch(`${system.origin}/readyz`)).ok);
    await until(async () => (await hits('away')).away === 3);
  },
);
