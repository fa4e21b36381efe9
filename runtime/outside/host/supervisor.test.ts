import { expect, test } from 'bun:test';
import type { ChildRun } from './child-process.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createSupervisor } from './supervisor.ts';

const LIMITS = { ...DEFAULT_LIMITS, restartMs: 1, longestRestartMs: 4, waitForRestartMs: 1_000 };
const silent = { debug() {}, info() {}, warn() {}, error() {} };

function fakeRun(pid: number): ChildRun & { die(reason: string): void; stopped: boolean } {
  const { promise, resolve } = Promise.withResolvers<string>();
  const run = {
    pid,
    peer: { pid } as never,
    ended: promise,
    stopped: false,
    watch() {},
    residentBytes: () => 1_000,
    isHeldBack: () => false,
    kill: (reason: string) => resolve(reason),
    die: resolve,
    async stop() {
      run.stopped = true;
      resolve('stopped');
    },
  };
  return run;
}

function supervised(limits: Partial<typeof LIMITS> = {}) {
  const runs = [fakeRun(1)];
  let now = 0;
  let startFault: string | undefined;
  const supervisor = createSupervisor({
    plugin: 'shop',
    log: silent,
    limits: { ...LIMITS, ...limits },
    containment: { network: 'kernel', files: 'kernel', programs: 'kernel' },
    first: runs[0] as ChildRun,
    now: () => now,
    async start() {
      if (startFault !== undefined) throw new Error(startFault);
      const run = fakeRun(runs.length + 1);
      runs.push(run);
      return run;
    },
  });
  const turned = (state: string) =>
    new Promise<void>((resolve) => {
      if (supervisor.facts().state === state) return resolve();
      const stop = supervisor.onChange(() => {
        if (supervisor.facts().state !== state) return;
        void stop();
        resolve();
      });
    });
  return {
    supervisor,
    runs,
    turned,
    last: () => runs.at(-1) as (typeof runs)[number],
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    failStarts: (reason: string | undefined) => {
      startFault = reason;
    },
  };
}

test('a process that ends is started again, and a call waits for it', async () => {
  const { supervisor, last, turned } = supervised();
  last().die('exit code 7');
  await turned('restarting');
  expect(supervisor.facts()).toMatchObject({ state: 'restarting', reason: 'exit code 7', pid: undefined });
  expect((await supervisor.peer()) as unknown).toEqual({ pid: 2 });
  expect(supervisor.facts()).toMatchObject({ state: 'running', restarts: 1, pid: 2, rss_bytes: 1_000 });
});

test('one that ends again and again is given up until somebody says otherwise', async () => {
  const { supervisor, last, turned, runs } = supervised();
  for (let end = 1; end < LIMITS.endsBeforeQuarantine; end += 1) {
    last().die('again');
    await turned('restarting');
    await turned('running');
  }
  last().die('again');
  await turned('failed');
  // "Try again in a moment" would be a promise that nobody keeps.
  await expect(supervisor.peer()).rejects.toMatchObject({ code: 'plugin_failed', status: 503 });
  const before = runs.length;
  supervisor.retry();
  await turned('running');
  expect(runs.length).toBe(before + 1);
});

test('ends long ago do not count', async () => {
  const { last, turned, pass, supervisor } = supervised();
  for (let end = 0; end < LIMITS.endsBeforeQuarantine * 2; end += 1) {
    last().die('now and then');
    await turned('restarting');
    await turned('running');
    pass(LIMITS.endsWindowMs);
  }
  expect(supervisor.facts().state).toBe('running');
});

test('one that cannot be started counts as one that ends', async () => {
  const { last, turned, failStarts, supervisor } = supervised();
  failStarts('server.js is broken');
  last().die('gone');
  await turned('failed');
  expect(supervisor.facts()).toMatchObject({ state: 'failed', reason: 'server.js is broken' });
});

test('a stop ends it, also one that is only being started', async () => {
  const { supervisor, last, turned } = supervised();
  await supervisor.stop();
  expect(last().stopped).toBe(true);
  expect(supervisor.facts().state).toBe('ended');
  await turned('ended');
  await expect(supervisor.peer()).rejects.toMatchObject({ code: 'plugin_process_away' });
});
