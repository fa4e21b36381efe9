import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginHealth } from '@waypost/sdk/platform';
import { type Api, apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';

/** A plugin that takes as much of the machine as it can get: everybody else is served on. */
const LIMIT_MS = 120_000;
const ID = 'outside-hostile';
/** SCHED_IDLE of the kernel: runs where nobody else wants to. */
const IDLE = 5;

let system: System;
let admin: Api;
let stranger: Api;

beforeAll(async () => {
  system = await startSystem({
    registry: join(import.meta.dir, '../plugins/outside-registry.json'),
    arguments: ['--rate-scale', '1000'],
  });
  admin = await signIn(system.origin, ADMINISTRATOR);
  stranger = apiOf(system.origin);
}, LIMIT_MS);
afterAll(() => system?.stop(), LIMIT_MS);

const attack = (name: string) => stranger.call<unknown>('outside_hostile/attack', { name });
const pid = async () => (await stranger.call<{ pid: number }>('outside_hostile/alive')).content.pid;
const isAlive = async () => (await stranger.call('outside_hostile/alive')).status === 200;
const processor = async () =>
  (await admin.call<PluginHealth>('plugins/health', { id: ID })).content.child?.containment.processor;
const explain = () =>
  system
    .records()
    .filter((record) => record.plugin === ID)
    .slice(-20)
    .map((record) => JSON.stringify(record).slice(0, 500))
    .join('\n');

/** Fields of /proc/<pid>/stat behind the name, the first of them the state (proc_pid_stat, field 3). */
const fieldsOf = (path: string) => (readFileSync(path, 'utf8').split(') ').at(-1) ?? '').split(' ');
const policies = (child: number) =>
  readdirSync(`/proc/${child}/task`).map((thread) =>
    Number(fieldsOf(`/proc/${child}/task/${thread}/stat`)[38]),
  );

test.skipIf(process.platform !== 'linux')(
  'what the kernel keeps for pages that were only looked at counts as memory',
  async () => {
    const { status, body } = await attack('pageTables');
    expect([status, (body as { code?: string }).code], explain()).toEqual([503, 'plugin_process_ended']);
    expect(explain()).toContain('MiB of memory');
    await until(isAlive, explain, 60_000);
  },
  LIMIT_MS,
);

test.skipIf(process.platform !== 'linux')(
  'one whose threads never rest is held back, is said to be, and is neither ended nor away',
  async () => {
    const child = await pid();
    expect(await processor()).toBe('free');
    expect((await attack('spin')).content).toEqual({ faults: [] });
    await until(async () => (await processor()) === 'held_back', explain, 60_000);
    await until(() => policies(child).every((policy) => policy === IDLE), explain);
    expect(policies(child).length).toBeGreaterThan(24);
    // Paused again and again: nobody but who starts it can see to it that it runs.
    const isPaused = () => fieldsOf(`/proc/${child}/stat`)[0] === 'T';
    for (let pause = 0; pause < 3; pause += 1) {
      await until(isPaused, explain);
      await until(() => !isPaused(), explain);
    }
    const { content } = await admin.call<PluginHealth>('plugins/health', { id: ID });
    expect(content).toMatchObject({ state: 'active', child: { pid: child } });
    expect((await stranger.call('good_call/echo', { text: 'x' })).status).toBe(200);
    expect((await admin.call('administrator/profile')).status).toBe(200);
    expect(explain()).toContain('more than its share of the processor');
  },
  LIMIT_MS,
);
