import { expect, test } from 'bun:test';
import { errors, type Failure } from '@waypost/contract';
import type { Caller } from '@waypost/sdk';
import { z } from 'zod';
import { type Activation, addRoute, createActivation } from '../plugin/activation/activation.ts';
import { createBreakers } from '../plugin/activation/breakers.ts';
import { firstGeneration, type Generation, nextGeneration } from '../plugin/activation/generation.ts';
import type { Route } from '../plugin/activation/route.ts';
import { createLog } from '../process/log.ts';
import { chooseLanguage } from '../services/locale/choose-locale.ts';
import type { Words } from '../services/locale/texts.ts';
import type { PluginModels } from '../storage/index.ts';
import { createCallPipeline, type PipelineOptions } from './call-pipeline.ts';
import { createDispatcher } from './dispatcher.ts';
import { createRateLimits } from './rate-limits.ts';

const clock = { now: () => Date.now(), date: () => new Date() };
const noWords = (): Words => ({ 'zh-CN': new Map(), 'en-US': new Map(), 'sw-KE': new Map() });

const routeOf = (parts: Partial<Route>): Route => ({
  plugin: 'p',
  area: 'a',
  call: 'c',
  access: { public: true },
  body: z.strictObject({}),
  result: z.unknown(),
  isResultChecked: true,
  ratePerMinute: undefined,
  bodyLimit: 16_384,
  summary: '',
  message: 'server.done',
  run: async () => null,
  ...parts,
});

function activationOf(...routes: Partial<Route>[]): Activation {
  const activation = createActivation({
    plugin: {
      place: 'plugins.0',
      id: 'p',
      entry: undefined,
      manifest: { id: 'p', version: '1.0.0', engine: '*', title: 't', areas: ['a'], server: 's' },
      release: '1.0.0',
      directory: '/',
      source: 'registry',
      trust: 'own',
      granted: new Set(),
      problem: undefined,
    },
    words: noWords(),
    models: {} as PluginModels,
    breakers: createBreakers({ plugin: 'p', clock, canQuarantine: true, onChange: () => {} }),
  });
  for (const route of routes) addRoute(activation, routeOf(route));
  return activation;
}

const INSTALLED = new Map([['a', 'p']]);

/** A dispatcher over one plugin, which another release, or nothing, can take the place of. */
function setUp(
  activation: Activation | undefined,
  isReady = true,
  signedIn: Partial<Pick<PipelineOptions, 'authenticate' | 'requireSecondFactor'>> = {},
) {
  let generation: Generation = firstGeneration(INSTALLED, noWords());
  const show = (next: Activation | undefined) => {
    const activations = new Map(next === undefined ? [] : [['p', next] as const]);
    generation = nextGeneration(generation, activations, INSTALLED, noWords());
  };
  show(activation);
  const log = createLog({ level: 'silent' });
  const rateLimits = createRateLimits();
  const calls: string[] = [];
  const dispatch = createDispatcher({
    generation: () => generation,
    pipeline: createCallPipeline({
      authenticate: async () => undefined,
      requireSecondFactor: async () => {},
      ...signedIn,
      isReady: () => isReady,
      rateLimits,
      log,
      timeLimitMs: 30,
    }),
    rateLimits,
    addressOf: () => '192.0.2.1',
    chooseLanguage,
    isBlocked: () => false,
    isOwnOrigin: () => true,
    isReady: () => isReady,
    hasFailed: () => false,
    log,
    clock,
    observe: (call, status) => calls.push(`${call} ${status}`),
  });
  const ask = async (path: string, init: RequestInit & { host?: string } = {}) => {
    const request = new Request(`http://${init.host ?? 'localhost'}${path}`, { method: 'POST', ...init });
    const response = await dispatch(request, path);
    const body = (await response.json().catch(() => ({}))) as Partial<Failure>;
    return { status: response.status, code: body.code, allow: response.headers.get('allow'), body };
  };
  return { ask, show, calls };
}

test('a handler that hangs is given up, and told so', async () => {
  let isAborted = false;
  const { ask } = setUp(
    activationOf({
      run: (_body, context) => {
        context.signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return new Promise(() => {});
      },
    }),
  );
  expect(await ask('/api/a/c')).toMatchObject({ status: 504, code: 'timed_out' });
  expect(isAborted).toBe(true);
});

test('whoever goes away before the answer is told apart from work that takes too long, and is not held up', async () => {
  const leaving = new AbortController();
  const started = Promise.withResolvers<void>();
  const { ask, calls } = setUp(
    activationOf({
      run: () => {
        started.resolve();
        return new Promise(() => {});
      },
    }),
  );
  const running = ask('/api/a/c', { signal: leaving.signal });
  await started.promise;
  leaving.abort();
  expect(await running).toMatchObject({ status: 499, code: 'caller_gone' });
  expect(calls).toEqual(['a/c 499']);
});

test('a result that is not as declared is a fault of the server, never an answer', async () => {
  const { ask, calls } = setUp(
    activationOf({ result: z.object({ count: z.int() }), run: async () => ({ count: 'many' }) }),
  );
  expect(await ask('/api/a/c')).toMatchObject({ status: 500, code: 'internal' });
  expect(calls).toEqual(['a/c 500']);
});

test('without the store nobody is asked who they are', async () => {
  const { ask } = setUp(activationOf({ access: { signedIn: true } }), false);
  expect(await ask('/api/a/c')).toMatchObject({ status: 503, code: 'store_unavailable' });
});

test('whatever a plugin throws is answered, and waited for no longer', async () => {
  for (const thrown of [
    null,
    undefined,
    'text',
    { code: 'NOT_FOUND' },
    new Error('mine'),
    new Response('x'),
  ]) {
    const activation = activationOf({ run: () => Promise.reject(thrown) });
    const { ask } = setUp(activation);
    expect([thrown, await ask('/api/a/c')]).toMatchObject([thrown, { status: 500, code: 'internal' }]);
    expect(activation.calls()).toBe(0);
  }
});

test('one path leads to a call, whatever the host is called; other methods than POST learn that they are wrong', async () => {
  const { ask, calls } = setUp(activationOf({}, { call: 'other' }));
  for (const host of ['a', 'qr', 'qr:1', 'localhost', '[::1]:80', 'office.example'])
    expect([host, (await ask('/api/a/c?locale=en-US', { host })).status]).toEqual([host, 200]);
  // Nor do paths that cannot be decoded.
  for (const path of [
    '/api/%zz/x',
    '/api/%E0%A4%A/x',
    '/api/a%00/c',
    '/api/b/c/d',
    '/api/__proto__/toString',
  ])
    expect([path, await ask(path)]).toMatchObject([path, { status: 404, code: 'unknown_call' }]);
  for (const path of ['/api/a/c/', '/api/a/c/more', '/api/a', '/api/a/', '/api//c', '/api/a/C', '/api/a/%63'])
    expect([path, await ask(path)]).toMatchObject([path, { status: 404, code: 'unknown_call' }]);
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
    expect([method, await ask('/api/a/other', { method })]).toMatchObject([
      method,
      { status: 405, allow: 'POST' },
    ]);
  expect((await ask('/api/a/nothing', { method: 'GET' })).status).toBe(404);
  expect(new Set(calls)).toEqual(new Set(['a/c 200', 'unknown 404', 'unknown 405']));
});

test('a call begins and ends in one generation, whatever takes its place meanwhile', async () => {
  const gate = Promise.withResolvers<void>();
  const first = activationOf({ run: () => gate.promise.then(() => 'first') });
  const { ask, show } = setUp(first);
  // None of these has got further than the first thing that is awaited when the next release is shown.
  const early = [ask('/api/a/c'), ask('/api/a/c'), ask('/api/a/gone')];
  expect(first.calls()).toBe(3);
  show(activationOf({ run: async () => 'second' }, { call: 'gone' }));
  const late = await ask('/api/a/c');
  expect(late.body).toMatchObject({ content: 'second' });
  gate.resolve();
  const [one, two, gone] = await Promise.all(early);
  expect([one?.body, two?.body]).toMatchObject([{ content: 'first' }, { content: 'first' }]);
  expect(gone).toMatchObject({ status: 404, code: 'unknown_call' });
  expect(first.calls()).toBe(0);
  show(undefined);
  const off = ask('/api/a/c');
  show(activationOf({}));
  expect(await off).toMatchObject({ status: 404, code: 'plugin_disabled' });
  expect((await ask('/api/a/c')).status).toBe(200);
});

test('a call of a plugin that is being taken away ends', async () => {
  const activation = activationOf({ run: () => new Promise(() => {}) });
  const { ask } = setUp(activation);
  const running = ask('/api/a/c');
  activation.ending.abort();
  expect(await running).toMatchObject({ status: 504, code: 'timed_out' });
});

test('a route that comes later is there at once, one that is undone is gone', async () => {
  const activation = activationOf({});
  const { ask } = setUp(activation);
  expect((await ask('/api/a/later')).status).toBe(404);
  const undo = addRoute(activation, routeOf({ call: 'later' }));
  expect((await ask('/api/a/later')).status).toBe(200);
  undo();
  expect((await ask('/api/a/later')).status).toBe(404);
});

test('a name that no path holds is refused when it is registered, like a second one of a name', () => {
  const activation = activationOf({});
  expect(() => addRoute(activation, routeOf({}))).toThrow('registered twice');
  for (const call of ["it's", 'Upper', 'a/b', ':any', '*', ''])
    expect(() => addRoute(activation, routeOf({ call }))).toThrow('expected small letters');
});

test('a call that needs a second factor does nothing without its code, and uses none up for a body that is none', async () => {
  const caller: Caller = {
    id: '1',
    account: 'anna',
    role: 'r',
    isSuper: true,
    permissions: new Set<string>(),
    via: 'session',
    credential: 's',
  };
  const codes: (string | undefined)[] = [];
  let done = 0;
  const route: Partial<Route> = {
    access: { signedIn: true },
    body: z.strictObject({ sum: z.int() }),
    run: async () => {
      done += 1;
      return null;
    },
  };
  const { ask } = setUp(
    activationOf({ ...route, needsSecondFactor: true }, { ...route, call: 'free' }),
    true,
    {
      authenticate: async () => caller,
      requireSecondFactor: async (code, request) => {
        codes.push(code);
        expect(request.caller).toBe(caller);
        if (code !== '123456') throw errors.forbidden.create({ permission: 'code' });
      },
    },
  );
  const pay = (path: string, sum: unknown, code?: string) =>
    ask(path, {
      body: JSON.stringify({ sum }),
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer token',
        ...(code === undefined ? {} : { 'X-Second-Factor': code }),
      },
    });
  expect((await pay('/api/a/c', 5)).status).toBe(403);
  expect((await pay('/api/a/c', 5, '654321')).status).toBe(403);
  expect((await pay('/api/a/c', 'much', '123456')).status).toBe(422);
  expect([done, codes]).toEqual([0, [undefined, '654321']]);
  expect((await pay('/api/a/c', 5, '123456')).status).toBe(200);
  expect((await pay('/api/a/free', 5)).status).toBe(200);
  expect([done, codes.length]).toEqual([2, 3]);
});

test('a handler knows what its call asked for: work that goes on for long takes the same when somebody repeats it', async () => {
  const caller: Caller = {
    id: '1',
    account: 'anna',
    role: 'r',
    isSuper: false,
    permissions: new Set(['p.things:read']),
    via: 'session',
    credential: 's',
  };
  const known: unknown[] = [];
  const run: Route['run'] = async (_body, { asks, secondFactor }) => {
    known.push(secondFactor === undefined ? asks : [asks, secondFactor]);
    return null;
  };
  const { ask } = setUp(
    activationOf(
      { call: 'read', access: { permission: 'p.things:read' }, run },
      { call: 'pay', access: { permission: 'p.things:read' }, needsSecondFactor: true, run },
      { call: 'own', access: { signedIn: true }, isPersonal: true, run },
      { call: 'open', access: { public: true }, run },
    ),
    true,
    { authenticate: async () => caller },
  );
  const headers = { 'content-type': 'application/json', authorization: 'Bearer token' };
  for (const call of ['read', 'pay', 'own', 'open'])
    expect((await ask(`/api/a/${call}`, { body: '{}', headers })).status).toBe(200);
  const coded = { ...headers, 'X-Second-Factor': '123456' };
  expect((await ask('/api/a/read', { body: '{}', headers: coded })).status).toBe(200);
  const permission = 'p.things:read';
  const reading = { permission, hasCode: false, isPersonal: false };
  expect(known).toEqual([
    reading,
    { permission, hasCode: true, isPersonal: false },
    { hasCode: false, isPersonal: true },
    undefined,
    [reading, '123456'],
  ]);
});

test('who lacks a second factor that is demanded reaches what sets it up and nothing else', async () => {
  const caller: Caller = {
    id: '1',
    account: 'anna',
    role: 'r',
    isSuper: false,
    permissions: new Set(['p.things:read']),
    via: 'session',
    credential: 's',
    lacksSecondFactor: true,
  };
  const { ask } = setUp(
    activationOf(
      { call: 'c', access: { permission: 'p.things:read' } },
      { call: 'own', access: { signedIn: true } },
      { call: 'leave', access: { signedIn: true, withOneTimePassword: true } },
      { call: 'begin', access: { signedIn: true, withoutSecondFactor: true } },
    ),
    true,
    { authenticate: async () => caller },
  );
  const status = async (call: string) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer token' };
    const answer = await ask(`/api/a/${call}`, { body: '{}', headers });
    return answer.code ?? answer.status;
  };
  const demanded = 'second_factor_demanded';
  expect(await Promise.all(['c', 'own', 'leave', 'begin'].map(status))).toEqual([
    demanded,
    demanded,
    200,
    200,
  ]);
});
