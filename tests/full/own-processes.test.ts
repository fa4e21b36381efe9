import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginHealth, PluginSettingsView } from '@waypost/sdk/platform';
import { runHere } from '../../runtime/command/testing/run-waypost.ts';
import { packFolder } from '../../runtime/package/index.ts';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';
import { pluginsOf } from '../platform/plugins-api.ts';

/** Programs of a plugin's own, beside a plugin in the server's process and beside one that came as an archive and is contained. */
setDefaultTimeout(120_000);

const KEY = 'hush-hush-7c1f';
const RPC = 'https://rpc.example.com/hush-9d2e';
const ID = 'signer';

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.each([
  ["in the server's process", false],
  ['in a process of its own', true],
])('a plugin %s', (_, isOutside) => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-own-processes-'));
  let system: System;
  let admin: Api;

  beforeAll(async () => {
    const registry = join(folder, 'registry.json');
    const entry = (id: string, path: string, version: string) => ({ id, version, path, enabled: true });
    writeFileSync(
      registry,
      JSON.stringify({
        plugins: [
          { ...entry('system', 'plugins/system', '0.1.0'), required: true },
          ...(isOutside ? [] : [entry(ID, 'tests/plugins/signer', '1.0.0')]),
        ],
      }),
    );
    system = await startSystem({
      registry,
      arguments: ['--rate-scale', '1000'],
      env: {
        LOG_LEVEL: 'debug',
        WAYPOST_PLUGIN_SIGNER__RPC: RPC,
        WAYPOST_PLUGIN_OTHER__RPC: 'not for it',
        SERVER_ONLY: 'of the server',
      },
    });
    admin = await signIn(system.origin, ADMINISTRATOR);
    if (isOutside)
      await pluginsOf(admin).install(await packFolder(join(import.meta.dir, '../plugins/signer')), {
        granted: ['process:crasher', 'process:keeper', 'settings:secrets'],
        trusted: false,
      });
  }, 180_000);
  afterAll(async () => {
    await system?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  const tell = async <T>(what: string, name: string, more: object = {}): Promise<T> =>
    (await admin.call<T>('signer/tell', { what, name, ...more })).content;
  const ask = <T>(method: string, params?: unknown, more: object = {}) =>
    tell<T>('ask', 'keeper', { method, ...(params === undefined ? {} : { params }), ...more });
  const shown = async (name: string) =>
    (await admin.call<PluginHealth>('plugins/health', { id: ID })).content.own_processes.find(
      (one) => one.name === name,
    );
  const runs = async () => (await shown('keeper'))?.state === 'running';
  const explain = () =>
    system
      .records()
      .filter(({ plugin }) => plugin === ID)
      .map((record) => JSON.stringify(record))
      .join('\n');

  test('has its program, which answers in JSON, within bounds', async () => {
    await until(runs, explain);
    expect(await ask<unknown>('twice', { a: [1, null] })).toEqual([{ a: [1, null] }, { a: [1, null] }]);
    expect(await ask<unknown>('twice')).toEqual([null, null]);
    expect(await ask<unknown>('refuse')).toEqual({ thrown: expect.stringContaining('it is not signed') });
    expect(await ask<unknown>('unknown')).toEqual({
      thrown: expect.stringContaining('answers no "unknown"'),
    });
    expect(await ask<unknown>('never', null, { limitMs: 50 })).toEqual({
      thrown: expect.stringContaining('no answer within 50 ms'),
    });
    expect(await ask<unknown>('much')).toEqual({ thrown: expect.stringContaining('1048576 are allowed') });
    expect(await tell<unknown>('start', 'stranger')).toEqual({
      thrown: expect.stringContaining('plugin.json names no process "stranger"'),
    });
  });

  test('finds in its environment what is declared, and nothing of the server; a secret is seen nowhere else', async () => {
    const { content: view } = await admin.call<PluginSettingsView>('plugins/settings', { id: ID });
    await admin.call('plugins/change_settings', { id: ID, version: view.version, change: { key: KEY } });
    await tell('stop', 'keeper');
    await tell('start', 'keeper');
    await until(runs, explain);
    const found = await ask<{ given: object; own: object; pid: number }>('environment');
    const declared = { KEY, NETWORK: 'test', RPC };
    expect(found).toMatchObject({ given: declared, own: declared });
    expect(Object.keys(found.own).sort()).toEqual(Object.keys(declared).sort());
    for (const file of ['cmdline', 'environ']) {
      const text = readFileSync(`/proc/${found.pid}/${file}`, 'latin1');
      expect(text).not.toContain('hush');
      expect(text).not.toContain('of the server');
      expect(text).not.toContain('not for it');
    }
    expect(JSON.stringify(system.records())).not.toContain('hush');
    expect(explain()).toContain('printed by the keeper');
    expect(explain()).toContain('"process":"keeper"');
  });

  test('has it back after kill -9, and the plugins screen says how often', async () => {
    const before = await shown('keeper');
    expect(before).toMatchObject({ state: 'running', restarts: 0, memory_limit: 300 * 1024 * 1024 });
    process.kill(Number(before?.pid), 'SIGKILL');
    await until(async () => (await shown('keeper'))?.restarts === 1, explain);
    expect(await ask<unknown>('twice', 1)).toEqual([1, 1]);
    const after = await shown('keeper');
    expect(after).toMatchObject({ state: 'running', reason: 'it ended with signal SIGKILL' });
    expect(after?.pid).not.toBe(before?.pid);
  });

  test('is told why one that ends at once does not run; it is started later each time, and nothing else suffers', async () => {
    await tell('start', 'crasher');
    const pauses = () =>
      system
        .records()
        .filter((record) => record.process === 'crasher' && record.pause_ms !== undefined)
        .map((record) => Number(record.pause_ms));
    await until(async () => pauses().length >= 3, explain);
    expect(pauses().slice(0, 3)).toEqual([200, 400, 800]);
    expect(await tell<unknown>('state', 'crasher')).toMatchObject({
      state: 'restarting',
      reason: expect.stringContaining('exit code 9'),
    });
    expect(await shown('crasher')).toMatchObject({
      state: 'restarting',
      reason: expect.stringContaining('exit code 9'),
    });
    expect(await ask<unknown>('twice', 2)).toEqual([2, 2]);
    const says = 'its program crasher does not run: ';
    await until(async () => (await pluginsOf(admin).one(ID)).reason?.includes(says) ?? false, explain);
    // The command line knows plugins of the product's own registry, and archives.
    if (isOutside && process.env.MONGODB_URI === undefined) {
      const { out } = await runHere(system.dataDirectory, ['doctor', '--json']);
      const checks = JSON.parse(out) as { name: string; ok: boolean; found: string }[];
      expect(checks.find(({ name }) => name === 'plugin processes')).toMatchObject({
        ok: false,
        found: expect.stringContaining(says),
      });
    }
    await tell('stop', 'crasher');
    expect(await tell<unknown>('state', 'crasher')).toEqual({ state: 'ended', restarts: 0 });
  });

  test.if(process.platform === 'linux')('is held as its plugin is', async () => {
    const attempt = (kind: string, on: string) => ask<Record<string, unknown>>('attempt', { kind, on });
    const found = [
      await attempt('fetch', `${system.origin}/healthz`),
      await attempt('read', join(folder, 'registry.json')),
      await attempt('run', ''),
    ];
    expect(found.map((one) => Object.keys(one)[0])).toEqual(Array(3).fill(isOutside ? 'refused' : 'reached'));
  });

  test('that is switched off has no program left', async () => {
    const pid = Number((await shown('keeper'))?.pid);
    expect(isAlive(pid)).toBe(true);
    await admin.call('plugins/disable', { id: ID });
    await until(async () => (await pluginsOf(admin).one(ID)).state === 'disabled', explain);
    await until(async () => !isAlive(pid), explain);
  });
});
