import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type Api, apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem } from './harness.ts';

/** docs/http.md, "Calls without login", and the fixture plugin's own. */
const PUBLIC_CALLS = new Set([
  '/api/security/challenge',
  '/api/administrator/login',
  '/api/administrator/register',
  '/api/website_info/inquire',
  '/api/language/inquire',
  '/api/language/words',
  '/api/pay_config/inquire',
  '/api/url_key_platform/inquire',
  // The shown categories alone; the rest of it wants the right.
  '/api/mall_category/inquire',
  '/api/qr_code_list/share_access',
  '/api/qr_code_access/public_enquiry',
  '/api/abuse_report/add',
  '/api/abuse_report/follow',
  // Whoever has forgotten the password comes with a link that was sent to them.
  '/api/password_link/details',
  '/api/password_link/update',
  // Telegram proves itself by a secret of its own.
  '/api/telegram_webhook/receive',
  '/api/telegram_password/send_link',
  '/api/good_call/echo',
  '/api/good_call/limited',
  '/api/good_call/fail',
  '/api/good_call/forget',
  '/api/good_call/leak',
  '/api/good_call/slow',
]);

interface Operation {
  security: unknown[];
  'x-permission'?: string;
  operationId: string;
  requestBody: {
    content: { 'application/json': { schema: { type?: string; additionalProperties?: boolean } } };
  };
  responses: Record<string, { content: { 'application/json': { schema: object } } }>;
}
interface Document {
  openapi: string;
  paths: Record<string, { post: Operation }>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

const REMOTE = join(import.meta.dir, '../plugins/good/dist');
let system: System;
let administrator: Api;
let document: Document;
let operations: [string, Operation][];

beforeAll(async () => {
  mkdirSync(join(REMOTE, 'assets'), { recursive: true });
  writeFileSync(join(REMOTE, 'mf-manifest.json'), '{"id":"good"}');
  writeFileSync(join(REMOTE, 'assets/main.0123abcd.js'), 'plain');
  writeFileSync(join(REMOTE, 'assets/main.0123abcd.js.br'), 'packed');
  system = await startSystem({
    env: { ADMIN_HOSTS: 'admin.example.com', PUBLIC_URL: 'https://go.example.com' },
  });
  administrator = await signIn(system.origin, ADMINISTRATOR);
  document = (await (await fetch(`${system.origin}/api/openapi.json`)).json()) as Document;
  operations = Object.entries(document.paths).map(([path, { post }]) => [path, post]);
}, 180_000);
afterAll(async () => {
  rmSync(REMOTE, { recursive: true, force: true });
  await system?.stop();
}, 120_000);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(system.origin + path, { headers, redirect: 'manual' });

describe('OpenAPI', () => {
  test('describes every call of every active plugin', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(operations.length).toBeGreaterThan(20);
    expect(document.paths).toHaveProperty('/api/good_note/add');
    expect(document.paths).not.toHaveProperty('/api/throwing_area/reachable');
    const ids = operations.map(([, operation]) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer']);
  });

  test('is valid as a whole, and every reference in it leads somewhere', async () => {
    const verdict = await new Validator().validate({ ...structuredClone(document) });
    expect(verdict.errors ?? []).toEqual([]);
    expect(verdict.valid).toBe(true);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference as string,
    );
    expect(references.length).toBeGreaterThan(operations.length);
    for (const reference of new Set(references)) {
      let found: unknown = document;
      for (const part of reference.replace(/^#\//, '').split('/'))
        found = (found as Record<string, unknown> | undefined)?.[
          part.replaceAll('~1', '/').replaceAll('~0', '~')
        ];
      expect([reference, found]).toEqual([reference, expect.any(Object)]);
    }
  });

  test('every call says what it takes, answers and refuses', () => {
    for (const [path, operation] of operations) {
      expect([path, Object.keys(operation.responses)]).toEqual([
        path,
        expect.arrayContaining(['422', '503']),
      ]);
      // 202: long work has begun.
      expect([
        path,
        Object.keys(operation.responses).some((status) => status === '200' || status === '202'),
      ]).toEqual([path, true]);
      expect([path, operation.requestBody.content['application/json'].schema]).toEqual([
        path,
        expect.any(Object),
      ]);
    }
  });
});

describe('who may call', () => {
  test('every call needs a permission or a signed-in caller, but for those that the contract makes public', () => {
    const open = operations.filter(([, operation]) => operation.security.length === 0).map(([path]) => path);
    expect(open.filter((path) => !PUBLIC_CALLS.has(path))).toEqual([]);
  });

  test('without a token every other call is 401, whatever the body', async () => {
    const guest = apiOf(system.origin);
    for (const [path, operation] of operations) {
      if (operation.security.length === 0) continue;
      const answer = await guest.call(path.slice('/api/'.length), { $where: '1' });
      expect([path, answer.status, (answer.body as { code?: string }).code]).toEqual([
        path,
        401,
        'unauthenticated',
      ]);
    }
  });

  test('no call takes an operator in place of a value', async () => {
    for (const [path] of operations) {
      if (path.endsWith('/limited')) continue;
      const answer = await administrator.call(path.slice('/api/'.length), {
        $where: 'sleep(100)',
        id: { $ne: null },
      });
      expect([path, answer.status]).toEqual([path, 422]);
    }
  });
});

describe('addresses', () => {
  test('the back-office answers on its own hosts only', async () => {
    const status = async (path: string, host: string) => (await get(path, { host })).status;
    for (const host of [
      'admin.example.com',
      'ADMIN.example.com:443',
      'go.example.com',
      'localhost:6009',
      '192.0.2.7',
      '[::1]:6009',
    ])
      expect([host, await status('/api/openapi.json', host)]).toEqual([host, 200]);
    for (const host of ['customer.example', 'admin.example.com.evil.example', 'evil.example@localhost', ''])
      for (const path of [
        '/api/openapi.json',
        '/',
        '/assets/x.js',
        '/plugins/good/1.2.3/mf-manifest.json',
        '/realtime',
      ])
        expect([host, path, await status(path, host)]).toEqual([host, path, 404]);
    expect(await status('/healthz', 'customer.example')).toBe(200);
  });

  test('a remote is served under its version while its plugin is active, and nothing beside it', async () => {
    const manifest = await get('/plugins/good/1.2.3/mf-manifest.json');
    expect([manifest.status, manifest.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(manifest.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(manifest.headers.get('x-content-type-options')).toBe('nosniff');
    for (const path of [
      '/plugins/good/1.2.4/mf-manifest.json',
      '/plugins/throwing/1.0.0/mf-manifest.json',
      '/plugins/good/1.2.3/..%2f..%2fserver.ts',
      '/plugins/good/1.2.3/%2e%2e/server.ts',
      '/plugins/good/1.2.3/',
      '/plugins/good/1.2.3/%00',
      '/assets/..%2f..%2fpackage.json',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('files that never change are cached for good and sent packed to who takes it', async () => {
    const path = '/plugins/good/1.2.3/assets/main.0123abcd.js';
    const plain = await get(path, { 'accept-encoding': 'identity' });
    expect([await plain.text(), plain.headers.get('cache-control')]).toEqual([
      'plain',
      'public, max-age=31536000, immutable',
    ]);
    const packed = await fetch(system.origin + path, {
      headers: { 'accept-encoding': 'br' },
      decompress: false,
    });
    expect([await packed.text(), packed.headers.get('content-encoding')]).toEqual(['packed', 'br']);
    expect(packed.headers.get('content-type')).toContain('javascript');
    const again = await get(path, { 'if-none-match': plain.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  test('health, readiness of each role, robots and figures', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      ready: true,
      roles: { visit: { ready: true }, api: { ready: true }, jobs: { ready: true } },
    });
    expect(await (await get('/robots.txt')).text()).toContain('Disallow: /api/');
    const figures = await (await get('/metrics')).text();
    expect(figures).toMatch(/waypost_calls_total\{call="[a-z_/]+",status="200"\} \d+/);
    expect(figures).toContain('waypost_plugins_active 2');
  });

  test('figures are for this machine or for who holds the token', async () => {
    const stranger = { 'x-forwarded-for': '203.0.113.5' };
    expect((await get('/metrics', stranger)).status).toBe(404);
    // A page of the public address that has its name lead to this machine for a moment.
    expect((await get('/metrics', { host: 'go.example.com' })).status).toBe(404);
    expect((await get('/metrics', { ...stranger, authorization: 'Bearer wrong' })).status).toBe(404);
    const token = readFileSync(join(system.dataDirectory, 'metrics.token'), 'utf8').trim();
    expect((await get('/metrics', { ...stranger, authorization: `Bearer ${token}` })).status).toBe(200);
  });
});
