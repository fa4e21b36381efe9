import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@waypost/contract';
import type { PluginSettingsView } from '@waypost/sdk/platform';
import { CallRefused, type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { createAccount } from '../accounts.ts';
import { type Api, type ApiAnswer, apiOf, signIn } from '../api.ts';
import manifest from '../plugins/stall/plugin.json' with { type: 'json' };
import { plugin } from '../plugins/stall/server.ts';
import friendManifest from '../plugins/stall-friend/plugin.json' with { type: 'json' };
import { plugin as friend } from '../plugins/stall-friend/server.ts';
import { ADMINISTRATOR, type System, startSystem, until } from './harness.ts';
import { type Answered, type Caller, SCENARIOS, type StallPlace } from './testing-scenarios.ts';

/**
 * What passes in a test's own process passes in the product: the same list of scenarios in both, the same answers.
 */
setDefaultTimeout(120_000);
const folder = mkdtempSync(join(tmpdir(), 'waypost-stall-'));
let system: System;
let product: StallPlace;
let t: TestPlugin;
let memory: StallPlace;

beforeAll(async () => {
  const registry = join(folder, 'registry.json');
  const entry = (id: string, path: string, version: string) => ({ id, version, path, enabled: true });
  writeFileSync(
    registry,
    JSON.stringify({
      plugins: [
        { ...entry('system', 'plugins/system', '0.1.0'), required: true },
        entry('stall-friend', 'tests/plugins/stall-friend', '1.0.0'),
        entry('stall', 'tests/plugins/stall', '1.0.0'),
      ],
    }),
  );
  system = await startSystem({ registry, arguments: ['--rate-scale', '1000'] });
  product = await productPlace(system);
  t = await testPlugin(plugin, { manifest, others: [{ plugin: friend, manifest: friendManifest }] });
  memory = await memoryPlace(t);
}, 180_000);
afterAll(async () => {
  await t?.dispose();
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

for (const [name, scenario] of Object.entries(SCENARIOS))
  test(`the same in the product and in a test: ${name}`, async () => {
    const there = await scenario(product);
    expect(await scenario(memory)).toEqual(there);
    expect(there).toMatchSnapshot();
  });

const answered = ({ status, body }: ApiAnswer<unknown>): Answered =>
  body.status
    ? { status, content: body.content }
    : { status, code: body.code, paths: body.errors.map(({ path }) => path), content: body.content };

async function productPlace({ origin, dataDirectory }: System): Promise<StallPlace> {
  const admin = await signIn(origin, ADMINISTRATOR);
  const enter = async (account: string, role: 'customer' | 'agent') =>
    signIn(origin, await createAccount({ dataDir: dataDirectory }, { account, role }));
  // Nothing of the menu is for agents.
  const people: Record<Caller, Api> = {
    ada: await enter('ada-king', 'customer'),
    ben: await enter('ben-ford', 'agent'),
    cleo: await enter('cleo-west', 'customer'),
    nobody: apiOf(origin),
  };
  return {
    call: async (call, body = {}, as = 'nobody') => answered(await people[as].call(call, body)),
    jobs: () =>
      until(async () => ((await apiOf(origin).call<unknown[]>('stall/done')).content ?? []).length > 0),
    async change(change) {
      const { version } = (await admin.call<PluginSettingsView>('plugins/settings', { id: 'stall' })).content;
      return answered(await admin.call('plugins/change_settings', { id: 'stall', version, change }));
    },
  };
}

async function memoryPlace(plugin: TestPlugin): Promise<StallPlace> {
  const people: Partial<Record<Caller, Person>> = {
    ada: await plugin.person('ada'),
    ben: await plugin.person('ben', { permissions: [] }),
    cleo: await plugin.person('cleo'),
  };
  const refusal = ({ status, code, errors, content }: CallRefused): Answered => ({
    status,
    code,
    paths: errors.map(({ path }) => path),
    content,
  });
  return {
    async call(call, body = {}, as = 'nobody') {
      const person = people[as];
      try {
        return { status: 200, content: await plugin.call(call, body, person ? { as: person } : {}) };
      } catch (error) {
        if (error instanceof CallRefused) return refusal(error);
        throw error;
      }
    },
    jobs: plugin.jobs.runWaiting,
    async change(values) {
      try {
        await plugin.settings.change(values);
        return { status: 200 };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { status, code, errors } = error;
        return { status, code, paths: errors.map(({ path }) => path) };
      }
    },
  };
}
