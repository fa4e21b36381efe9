import { beforeAll, describe, expect, test } from 'bun:test';
import { addCode, openWorld, readCode, routesOf, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

const EVIL = 'https://evil.example';
const send = (path: string, init: RequestInit) =>
  fetch(`${world.product.origin}${path}`, { redirect: 'manual', ...init });
const signed = () => ({ authorization: `Bearer ${world.anna.token}`, 'content-type': 'application/json' });

describe('CSRF: a page that the victim opens would act with the victim’s rights', () => {
  test('nothing but POST makes a call, and a query is no body', async () => {
    const { id } = await addCode(world.anna);
    const before = await readCode(world.anna, id);
    const body = JSON.stringify({ id, targets: [{ url: 'https://evil.example/' }] });
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const init = { method, headers: signed(), ...(['GET', 'HEAD'].includes(method) ? {} : { body }) };
      const answer = await send(
        `/api/qr_code_list/update_url?id=${id}&body=${encodeURIComponent(body)}`,
        init,
      );
      expect([method, answer.status]).toEqual([method, 405]);
    }
    for (const headers of [{ 'x-http-method-override': 'POST' }, { 'x-method-override': 'POST' }])
      expect((await send('/api/administrator/logout', { headers: { ...signed(), ...headers } })).status).toBe(
        405,
      );
    expect(
      (await send(`/api/qr_code_list/update_remove?id=${id}`, { method: 'POST', headers: signed() })).status,
    ).toBe(422);
    expect(await readCode(world.anna, id)).toEqual(before);
    expect((await world.anna.call('administrator/profile')).status).toBe(200);
  });

  test('a GET of any call changes nothing and tells nothing', async () => {
    for (const [at, { path }] of (await routesOf(world.product)).entries()) {
      // From an address of its own: refused answers are paced for each, and this is not the test of it.
      const address = { 'x-forwarded-for': `10.81.${at >> 8}.${at & 255}` };
      const answer = await send(`/api/${path}`, { headers: { ...signed(), ...address } });
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        path,
        405,
        'method_not_allowed',
      ]);
    }
  });

  test('what a foreign form can send is refused, whatever it claims to be', async () => {
    const { id } = await addCode(world.anna);
    for (const type of [
      'text/plain',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      for (const mark of [{ origin: world.product.origin }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await send('/api/qr_code_list/update_open_log', {
          method: 'POST',
          headers: { ...signed(), ...(mark as Record<string, string>), 'content-type': type },
          body: JSON.stringify({ id, open_log: 2 }),
        });
        expect([type, mark, answer.status]).toEqual([type, mark, 415]);
      }
    }
    expect(await readCode(world.anna, id)).toMatchObject({ open_log: 1, version: 1 });
  });

  test('pages of other origins are refused, even with a token, and learn nothing by CORS', async () => {
    const origins = [
      EVIL,
      'null',
      'http://127.0.0.1.evil.example',
      `${world.product.origin}.evil.example`,
      'file://',
      'http://evil.example:6009',
      '',
    ];
    for (const origin of origins.filter((text) => text !== '')) {
      for (const path of [
        '/api/administrator/profile',
        '/api/administrator/login',
        '/api/security/challenge',
      ]) {
        const answer = await send(path, { method: 'POST', headers: { ...signed(), origin }, body: '{}' });
        expect([origin, path, answer.status]).toEqual([origin, path, 403]);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    const preflight = await send('/api/administrator/profile', {
      method: 'OPTIONS',
      headers: {
        origin: EVIL,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.status).toBe(405);
    for (const path of ['/', '/readyz', '/healthz', '/api/openapi.json', '/nothing-here', '/metrics']) {
      const answer = await send(path, { headers: { origin: EVIL } });
      const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect([path, names]).toEqual([path, []]);
    }
  });

  test('no answer sets a cookie, so no browser sends one along', async () => {
    const { short_code } = await addCode(world.anna);
    for (const path of ['/', `/${short_code}`, '/nothing-here', '/readyz'])
      expect((await send(path, {})).headers.get('set-cookie')).toBeNull();
    for (const path of ['administrator/profile', 'security/challenge', 'menu/tree'])
      expect(
        (await send(`/api/${path}`, { method: 'POST', headers: signed() })).headers.get('set-cookie'),
      ).toBeNull();
  });

  test('a cookie or a parameter is no token', async () => {
    const { token } = world.anna;
    const answers = await Promise.all([
      send('/api/administrator/profile', {
        method: 'POST',
        headers: { cookie: `token=${token}; authorization=Bearer ${token}` },
      }),
      send(`/api/administrator/profile?token=${token}&access_token=${token}`, { method: 'POST' }),
      send('/api/administrator/profile', { method: 'POST', headers: { 'x-api-key': token as string } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test('nothing can be framed', async () => {
    const { short_code } = await addCode(world.anna);
    for (const path of [
      '/',
      `/${short_code}`,
      '/nothing-here',
      '/readyz',
      '/api/openapi.json',
      '/api/administrator/profile',
    ])
      expect([path, (await send(path, {})).headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
  });
});
