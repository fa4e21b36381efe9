import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { seal } from '../api.ts';
import { addCode, openWorld, TARGETS, type World } from './world.ts';

interface Operation {
  security: unknown[];
  'x-body-limit': number;
  responses: Record<string, { description: string }>;
}

// Processes, designs and a busy machine.
setDefaultTimeout(180_000);

let world: World;
let listed: Map<string, Operation>;
beforeAll(async () => {
  world = await openWorld();
  const document = (await (await fetch(`${world.product.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: Operation }>;
  };
  listed = new Map(Object.entries(document.paths).map(([path, { post }]) => [path, post]));
}, 180_000);

const send = (path: string, init: RequestInit = {}) =>
  fetch(world.product.origin + path, { method: 'POST', redirect: 'manual', ...init });
const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });
const JSON_TYPE = { 'content-type': 'application/json' };

/** Ways to be wrong that no handler ever sees. */
function wrongWays(limit: number): [number[], RequestInit & { headers: Record<string, string> }][] {
  const root = { ...bearer(world.root.token), ...JSON_TYPE };
  return [
    [[405], { method: 'GET', headers: root }],
    [[401, 422], { body: '{"$where":"1"}', headers: JSON_TYPE }],
    [[401, 422], { body: '{"$where":"1"}', headers: { ...bearer('no-such-token'), ...JSON_TYPE } }],
    [[403, 422], { body: '{"$where":"1"}', headers: { ...bearer(world.anna.token), ...JSON_TYPE } }],
    [[403], { body: '{}', headers: { ...root, origin: 'https://evil.example' } }],
    [[400], { body: '{"a":', headers: root }],
    [[422], { body: '{"$where":"1"}', headers: root }],
    [[415], { body: 'a=b', headers: { ...root, ...FORM } }],
    [[413], { body: `{"a":"${'x'.repeat(limit)}"}`, headers: root }],
  ];
}
const FORM = { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' };

test('each call lists every status that a wrong request is answered with, or clients fall over what they never heard of', async () => {
  expect(listed.size).toBeGreaterThan(60);
  let sent = 0;
  for (const [path, { responses, 'x-body-limit': limit }] of listed) {
    for (const [expected, init] of wrongWays(limit)) {
      // From an address of its own: a public call has a limit for each, and other tests need it.
      sent += 1;
      const address = { 'x-forwarded-for': `10.79.${sent >> 8}.${sent & 255}` };
      const { status } = await send(path, { ...init, headers: { ...init.headers, ...address } });
      // Whoever has asked a rare call too often is told that first.
      expect([path, init, [...expected, 429].includes(status), status]).toEqual([path, init, true, status]);
      expect([path, Object.keys(responses)]).toEqual([path, expect.arrayContaining([String(status)])]);
    }
  }
}, 180_000);

test('so are those of the handlers themselves', async () => {
  const { id, short_code } = await addCode(world.anna, { short_code: `Listed-${Date.now()}` });
  const nobody = '0123456789abcdef01234567';
  const guest = await seal(world.anna, 'Wrong12345', 'administrator', 'login', 'password');
  const given: [number, string, unknown][] = [
    [404, 'qr_code_list/details', { id: nobody }],
    [404, 'qr_code_list/batch_update', { ids: [nobody], state: 'off' }],
    [409, 'qr_code_list/update', { id, version: 0, name: 'Late' }],
    [409, 'qr_code_list/update_url', { id, version: 0, targets: TARGETS }],
    [409, 'qr_code_list/draft', { short_code }],
    [409, 'qr_code_list/add', { name: 'Again', targets: TARGETS, short_code }],
    [422, 'qr_code_list/draft', { short_code: 'share_access' }],
    [403, 'qr_code_list/freeze', { ids: [id], reason: 'No' }],
    [401, 'administrator/login', { account: 'nobody.here', password: guest }],
    [404, 'async_operations/download', { id: nobody }],
  ];
  for (const [status, call, body] of given) {
    const answer = await world.anna.call(call, body);
    expect([call, answer.status]).toEqual([call, status]);
    const { responses } = listed.get(`/api/${call}`) ?? { responses: {} };
    expect([call, Object.keys(responses)]).toEqual([call, expect.arrayContaining([String(status)])]);
  }
});

test('a call that only looks has no conflict, and one that everybody may make asks for no token', () => {
  const statusesOf = (call: string) => Object.keys(listed.get(`/api/${call}`)?.responses ?? {});
  expect(statusesOf('qr_code_list/inquire')).not.toContain('409');
  expect(statusesOf('abuse_report/add')).not.toContain('401');
  expect(statusesOf('visitor/export')).toContain('202');
  expect(statusesOf('visitor/export')).not.toContain('200');
  expect(statusesOf('async_operations/download')).toContain('410');
});

test('405 says how else: Allow names the methods of every path that is there', async () => {
  let asked = 0;
  const allowOf = async (path: string, method: string) => {
    // From an address of its own: refused answers are paced for each, and this is not the test of it.
    asked += 1;
    const address = { 'x-forwarded-for': `10.80.${asked >> 8}.${asked & 255}` };
    const answer = await send(path, { method, headers: { ...bearer(world.root.token), ...address } });
    return [path, method, answer.status, answer.headers.get('allow')];
  };
  // One wrong method for each call: those of all addresses together are paced, too.
  for (const [at, path] of [...listed.keys()].entries())
    for (const method of [['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'][at % 5] as string])
      expect(await allowOf(path, method)).toEqual([path, method, 405, 'POST']);
  const { short_code } = await addCode(world.anna);
  const pages = ['/', '/healthz', '/readyz', '/metrics', '/favicon.ico', '/logo.png', '/robots.txt'];
  for (const path of [...pages, '/api/openapi.json', `/${short_code}`, '/assets/main.js', '/plugins/qr/x/y'])
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await allowOf(path, method)).toEqual([path, method, 405, 'GET, HEAD']);
  expect(await allowOf('/realtime', 'POST')).toEqual(['/realtime', 'POST', 405, 'GET']);
  expect((await send('/api/nowhere/nothing', { method: 'GET' })).status).toBe(404);
}, 120_000);
