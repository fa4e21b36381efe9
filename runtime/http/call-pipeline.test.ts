import { expect, test } from 'bun:test';
import { AppError } from '@waypost/contract';
import { z } from 'zod';
import { createActivation } from '../plugin/activation/activation.ts';
import { createBreakers } from '../plugin/activation/breakers.ts';
import type { Route } from '../plugin/activation/route.ts';
import { createLog } from '../process/log.ts';
import type { PluginModels } from '../storage/index.ts';
import { type CallState, createCallPipeline } from './call-pipeline.ts';
import { createRateLimits } from './rate-limits.ts';

const route = (parts: Partial<Route>): Route => ({
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

function setUp(parts: Partial<Route>, isReady = true) {
  const words = { 'zh-CN': new Map(), 'en-US': new Map(), 'sw-KE': new Map() };
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
    words,
    models: {} as PluginModels,
    breakers: createBreakers({
      plugin: 'p',
      clock: { now: () => Date.now(), date: () => new Date() },
      canQuarantine: true,
      onChange: () => {},
    }),
  });
  const state: CallState = {
    route: route(parts),
    activation,
    facts: { requestId: 'r', address: '192.0.2.1', userAgent: '', locale: 'en-US' },
    translate: (key) => key,
    caller: undefined,
  };
  const pipeline = createCallPipeline({
    authenticate: async () => undefined,
    isReady: () => isReady,
    rateLimits: createRateLimits(),
    log: createLog({ level: 'silent' }),
    timeLimitMs: 30,
  });
  return { state, pipeline, activation };
}
const request = () => new Request('http://localhost/api/a/c', { method: 'POST' });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error) => (error instanceof AppError ? error.code : String(error)),
  );

test('a handler that hangs is given up, and told so', async () => {
  let isAborted = false;
  const { state, pipeline } = setUp({
    run: (_body, context) => {
      context.signal.addEventListener('abort', () => {
        isAborted = true;
      });
      return new Promise(() => {});
    },
  });
  expect(await codeOf(pipeline.run(state, request(), {}))).toBe('timed_out');
  expect(isAborted).toBe(true);
});

test('a call of a plugin that is being taken away ends', async () => {
  const { state, pipeline, activation } = setUp({ run: () => new Promise(() => {}) });
  const running = codeOf(pipeline.run(state, request(), {}));
  activation.ending.abort();
  expect(await running).toBe('timed_out');
});

test('a result that is not as declared is a fault of the server, never an answer', async () => {
  const { state, pipeline } = setUp({
    result: z.object({ count: z.int() }),
    run: async () => ({ count: 'many' }),
  });
  expect(await codeOf(pipeline.run(state, request(), {}))).not.toBe('answered');
});

test('without the store nobody is asked who they are', async () => {
  const { state, pipeline } = setUp({ access: { signedIn: true } }, false);
  expect(await codeOf(pipeline.admit(state, request()))).toBe('store_unavailable');
});
