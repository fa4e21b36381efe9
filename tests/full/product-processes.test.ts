import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../runtime/process/run-program.ts';
import { apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';

const PROJECT = join(import.meta.dir, '../..');
let system: System | undefined;
afterEach(async () => {
  await system?.stop();
  system = undefined;
}, 120_000);

interface Readiness {
  ready: boolean;
  roles: Record<string, { ready: boolean; reason?: string }>;
}

/** Runs the runtime with an environment that it should refuse. */
async function refused(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-refused-'));
  const { code, out, error } = await runProgram([process.execPath, 'runtime/start/main.ts'], {
    cwd: PROJECT,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'silent', ...env },
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  rmSync(directory, { recursive: true, force: true });
  return { code, output: out + error };
}

describe('start', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT: expected a whole number from 0 to 65535, got "abc"'],
    [{ ROLES: 'visit,cook' }, 'ROLES: expected visit, api and jobs'],
    [{ TRUSTED_PROXIES: '10.0.0.0/99' }, 'TRUSTED_PROXIES: expected'],
    [{ TIME_ZONE: 'Mars/Base' }, 'TIME_ZONE: expected an IANA time zone'],
    [
      { NODE_ENV: 'production', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') },
      'SECRET_KEY: expected 32 random bytes',
    ],
    [{ NODE_ENV: 'production', SECRET_KEY: 'c2hvcnQ=' }, 'SECRET_KEY: expected 32 random bytes'],
    [
      { NODE_ENV: 'production', OUTGOING_TEST_ADDRESSES: '127.0.0.1' },
      'OUTGOING_TEST_ADDRESSES: expected nothing; it lets plugins reach what is not public',
    ],
    [{ DATA_DIR: '/proc/waypost' }, 'DATA_DIR: expected a directory that can be written'],
  ])(
    '%j is refused with the variable and what was expected, without a stack',
    async (env, message) => {
      const { code, output } = await refused(env as Record<string, string>);
      expect(code).toBe(1);
      expect(output).toContain(message);
      expect(output).not.toMatch(/\n\s+at /);
      if ('SECRET_KEY' in env) expect(output).not.toContain(env.SECRET_KEY);
    },
    90_000,
  );

  test('a second start on the same port fails and says so', async () => {
    system = await startSystem({ startStore: false });
    const { code, output } = await refused({ PORT: String(system.port) });
    expect([code, output]).toEqual([1, expect.stringContaining(`127.0.0.1:${system.port} is in use`)]);
  }, 120_000);

  test('the secret key is made once, for its owner only, and the time zone stays what it was', async () => {
    system = await startSystem({ startStore: false });
    const file = join(system.dataDirectory, 'secret.key');
    const key = readFileSync(file, 'utf8');
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await system.runtime.kill('SIGTERM');
    await system.runtime.start();
    expect(readFileSync(file, 'utf8')).toBe(key);
    // As it is once a visit was counted.
    rmSync(join(system.dataDirectory, 'time-zone.open'));
    const { code, output } = await refused({ DATA_DIR: system.dataDirectory, TIME_ZONE: 'Europe/Berlin' });
    expect([code, output]).toEqual([1, expect.stringContaining('TIME_ZONE: expected Asia/Shanghai')]);
  }, 120_000);
});

describe('store', () => {
  test('a start without the store answers, says so, and serves when the store comes', async () => {
    system = await startSystem({ startStore: false });
    const { origin } = system;
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    const waiting = await fetch(`${origin}/readyz`);
    expect(waiting.status).toBe(503);
    const state = (await waiting.json()) as Readiness;
    expect(state.roles.api).toEqual({ ready: false, reason: 'store_unavailable' });
    const refusedCall = await apiOf(origin).call('good_call/echo', { text: 'x' });
    expect([refusedCall.status, (refusedCall.body as { code?: string }).code]).toEqual([
      503,
      'store_unavailable',
    ]);
    await system.store.start();
    await until(async () => (await fetch(`${origin}/readyz`)).ok, system.runtime.output);
    await signIn(origin, ADMINISTRATOR);
  }, 180_000);

  test('a store that is killed and comes back is used again without a restart', async () => {
    system = await startSystem();
    const { origin } = system;
    const administrator = await signIn(origin, ADMINISTRATOR);
    // Several times: whether a heartbeat is on its way at the kill is chance, and it must not matter.
    for (let round = 0; round < 4; round += 1) {
      await system.store.kill();
      await until(async () => (await fetch(`${origin}/readyz`)).status === 503, system.runtime.output);
      const state = (await (await fetch(`${origin}/readyz`)).json()) as Readiness;
      expect(state.roles.visit?.ready).toBe(true);
      const lost = await administrator.call('good_colour/inquire');
      expect([lost.status, (lost.body as { code?: string }).code]).toEqual([503, 'store_unavailable']);
      await system.store.start();
      await until(
        async () => (await administrator.call('good_colour/inquire')).status === 200,
        system.runtime.output,
      );
    }
  }, 180_000);
});

describe('stop', () => {
  test('SIGTERM lets a call in flight end, takes no new one, and exits with 0', async () => {
    system = await startSystem();
    const { origin, runtime } = system;
    const inFlight = apiOf(origin).call('good_call/slow', { milliseconds: 3_000 });
    await until(() => runtime.output().includes('slow begins'), runtime.output);
    const exited = runtime.kill('SIGTERM');
    await until(
      () =>
        fetch(`${origin}/healthz`, { keepalive: false }).then(
          () => false,
          () => true,
        ),
      () => 'new calls are still taken',
    );
    expect((await inFlight).content).toEqual({ waited: 3_000 });
    expect(await exited).toBe(0);
    expect(system.records().at(-1)?.msg).toBe('stopped');
  }, 180_000);
});
