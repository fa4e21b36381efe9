import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginHealth, PluginOverview } from '@waypost/sdk/platform';
import { createConnection } from 'mongoose';
import { runHere } from '../../runtime/command/testing/run-waypost.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';
import { sayNothingOfPace } from '../monitor-desk.ts';
import { CAUSES, packFaulty, THROWING_LINE } from '../platform/faulty-plugin.ts';
import { pluginsOf } from '../platform/plugins-api.ts';
import { type SecondRuntime, startSecond } from '../platform/second-runtime.ts';
import { author } from '../platform/shelf.ts';

/**
 * A plugin whose process is given up, as each person meets it who could do something about it. Two runtimes: in `here`
 * the process is given up, in `there` it works.
 */
// Processes that end and are started again, on a busy machine.
setDefaultTimeout(120_000);

const REGISTRY = join(import.meta.dir, '../platform/registry.json');
const SENTENCE = /ended again and again, the last time: it ended with exit code 7/;
const home = mkdtempSync(join(tmpdir(), 'waypost-given-up-'));
const connection = createConnection();
let system: System;
let second: SecondRuntime;
let here: Api;
let there: Api;
let plugins: ReturnType<typeof pluginsOf>;

beforeAll(async () => {
  system = await startSystem({
    registry: REGISTRY,
    env: { PLUGIN_TRUSTED_KEYS: author.publicKey },
    arguments: ['--rate-scale', '1000'],
  });
  second = await startSecond(system, REGISTRY);
  here = await signIn(system.origin, ADMINISTRATOR);
  await sayNothingOfPace(here);
  there = apiOf(second.origin, here.token);
  plugins = pluginsOf(here);
  await connection.openUri(system.storeUri);
  await plugins.install(await packFaulty({ version: '1.0.0' }), { trusted: false });
  await until(async () => (await told(there))[1] === '1.0.0', system.runtime.output);
}, 180_000);
afterAll(async () => {
  await connection.close();
  await second?.stop();
  await system?.stop();
  rmSync(home, { recursive: true, force: true });
}, 120_000);

/** Status, and the answer or its code. */
async function told(api: Api, call = 'faulty_call/version'): Promise<[number, unknown]> {
  const { status, body } = await api.call<string>(call);
  return [status, body.status === true ? body.content : body.code];
}
const explain = () =>
  system
    .records()
    .filter(({ plugin }) => plugin === 'faulty')
    .map((record) => JSON.stringify(record))
    .join('\n');
const health = async (api: Api) => (await api.call<PluginHealth>('plugins/health', { id: 'faulty' })).content;
const readyz = async (origin: string) => (await fetch(`${origin}/readyz`)).json();
const cause = connection.collection<{ _id: string }>(CAUSES);

async function waypost(...words: string[]) {
  const { code, out, error } = await runHere(system.dataDirectory, words, {
    variables: {
      PLUGIN_TRUSTED_KEYS: author.publicKey,
      ...(process.env.MONGODB_URI === undefined ? {} : { MONGODB_URI: system.storeUri }),
    },
  });
  return { code, out, error, json: () => JSON.parse(out) as Record<string, unknown> };
}
const plugin = (...words: string[]) => waypost('plugin', ...words, '--registry', REGISTRY);
const doctor = async () => {
  const { code, json } = await waypost('doctor', '--json');
  const checks = json() as unknown as { name: string; ok: boolean; found: string }[];
  return { code, check: checks.find(({ name }) => name === 'plugin processes') };
};
const inbox = async (locale: string) => {
  const { content } = await here.call<{ content: { title: string; content: string }[] }>(
    'message/inquire',
    {},
    { 'accept-language': locale },
  );
  return content.content;
};
async function archive(...release: Parameters<typeof packFaulty>): Promise<string> {
  const file = join(home, `${release[0].id ?? 'faulty'}-${release[0].version}.tgz`);
  writeFileSync(file, await packFaulty(...release));
  return file;
}

/** Ends the plugin's process of `here` until it is not started any more. */
async function endUntilGivenUp(): Promise<void> {
  await until(
    async () => {
      await here.call('faulty_call/end');
      return (await told(here))[1] === 'plugin_failed';
    },
    explain,
    100_000,
  );
}

test('a stack in the log names the file and the line that the author wrote', async () => {
  expect(await told(here, 'faulty_call/fail')).toEqual([500, 'internal']);
  const failed = () => system.records().find((one) => one.msg === 'call failed by a fault of the server');
  await until(() => failed() !== undefined, explain);
  expect(JSON.stringify(failed())).toContain(THROWING_LINE);
});

test('while it works, nobody is told otherwise', async () => {
  expect(await plugins.one('faulty')).toMatchObject({ state: 'active', failure: null });
  expect(await doctor()).toMatchObject({ check: { ok: true } });
  expect(await readyz(system.origin)).not.toMatchObject({ roles: { api: { warning: expect.anything() } } });
  expect(await inbox('en-US')).toEqual([]);
});

test('its users read that it failed and whom to tell, not that they should try again', async () => {
  await endUntilGivenUp();
  const { status, body } = await apiOf(system.origin).call('faulty_call/version');
  expect(status).toBe(503);
  expect(body).toMatchObject({ code: 'plugin_failed', message: expect.stringMatching(/administrator/) });
  expect(body).not.toMatchObject({ message: expect.stringMatching(/moment/) });
  expect(await told(there)).toEqual([200, '1.0.0']);
});

test('list, drawer and Health say Failed with the reason, in each process what is true there', async () => {
  for (const api of [here, there]) {
    const row = await pluginsOf(api).one('faulty');
    expect(row).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(SENTENCE),
      failure: { kind: 'process', version: '1.0.0', serving: null, processes: [expect.any(String)], of: 2 },
    });
  }
  const { processes } = await plugins.details('faulty');
  expect(processes.map(({ state }) => state).sort()).toEqual(['active', 'failed']);
  expect(await health(here)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(SENTENCE),
    child: { pid: null, state: 'failed' },
  });
  expect(await health(there)).toMatchObject({ state: 'active', reason: null, child: { state: 'running' } });
});

test('the command line and doctor say it, and fail', async () => {
  const { out } = await plugin('list');
  const line = out.split('\n').find((one) => one.startsWith('faulty')) ?? '';
  expect(line).toMatch(/\tfailed\t/);
  expect(line).toMatch(SENTENCE);
  expect(line).toContain('in 1 of 2 processes');
  expect(await doctor()).toMatchObject({
    code: 1,
    check: {
      ok: false,
      found: expect.stringMatching(/faulty 1\.0\.0 failed: .*exit code 7.*plugin retry faulty/),
    },
  });
});

test('whoever watches the process is warned, in the process that it is about', async () => {
  expect(await readyz(system.origin)).toMatchObject({
    ready: true,
    roles: { api: { warning: 'plugins_failed', detail: { failed_plugins: 1 } } },
  });
  expect(await readyz(second.origin)).not.toMatchObject({ roles: { api: { warning: expect.anything() } } });
});

test('administrators find one message about it, in their language', async () => {
  await until(async () => (await inbox('en-US')).length > 0, explain);
  const [message, ...more] = await inbox('en-US');
  expect(more).toEqual([]);
  expect(message?.title).toBe('The plugin “faulty” has failed');
  expect(message?.content).toMatch(/exit code 7/);
  expect((await inbox('zh-CN'))[0]?.title).toBe('插件“faulty”出现故障');
});

test('tried again while the cause is still there, the command fails with the reason', async () => {
  await cause.insertOne({ _id: 'ends' });
  const text = await plugin('retry', 'faulty');
  expect(text.code).toBe(1);
  expect(text.out).toMatch(/^faulty 1\.0\.0 failed: .*exit code 7/);
  // A new trial that failed is worth a new message.
  await until(async () => (await inbox('en-US')).length === 2, explain);
});

test('once the cause is mended, the command starts it, and everything says Active', async () => {
  await cause.deleteMany({});
  const { code, json } = await plugin('retry', 'faulty', '--json');
  expect({ code, value: json() }).toMatchObject({ code: 0, value: { id: 'faulty', state: 'active' } });
  expect(await told(here)).toEqual([200, '1.0.0']);
  expect(await plugins.one('faulty')).toMatchObject({ state: 'active', reason: null, failure: null });
  expect(await health(here)).toMatchObject({ state: 'active', reason: null, child: { state: 'running' } });
  expect((await doctor()).check).toMatchObject({ ok: true });
  expect(await readyz(system.origin)).not.toMatchObject({ roles: { api: { warning: expect.anything() } } });
});

const BREAKS = "throw new Error('there is no shelf to stand on');";

test('a failed upgrade says which version failed, why, and which one serves', async () => {
  const file = await archive({ version: '1.1.0', setup: BREAKS });
  const json = await plugin('install', file, '--json');
  expect(json.code).toBe(1);
  expect(json.json()).toMatchObject({
    installed: true,
    state: 'failed',
    failure: { kind: 'start', version: '1.1.0', serving: '1.0.0', processes: { length: 2 }, of: 2 },
  });
  const said = '1.1.0 failed: there is no shelf to stand on; 1.0.0 serves';
  expect((await plugin('install', file)).out).toContain(said);
  expect((await plugin('list')).out).toContain(said);
  expect((await doctor()).check?.found).toContain(said);
  expect(await told(here)).toEqual([200, '1.0.0']);
});

test('the same on the screen: the answer to the installation says that it failed', async () => {
  // What follows is the same in each process, and each start of a plugin's process takes half a second of a core.
  await second.stop();
  const answer: PluginOverview = await plugins.install(
    await packFaulty({ version: '1.2.0', setup: BREAKS.replace('shelf', 'table') }),
    { trusted: false },
  );
  expect(answer).toMatchObject({
    state: 'failed',
    version: '1.0.0',
    failure: { version: '1.2.0', reason: 'there is no table to stand on', serving: '1.0.0' },
  });
});

test('a first installation whose process does not come up fails with the reason, and so do its calls', async () => {
  const { code, out } = await plugin(
    'install',
    await archive({ id: 'faulty-two', version: '1.0.0', setup: 'process.exit(9);' }),
  );
  expect(code).toBe(1);
  expect(out).toMatch(/faulty-two 1\.0\.0 failed: .*exit code 9/);
  expect((await plugin('list')).out).toMatch(/^faulty-two\t1\.0\.0-\w+\tfailed\t/m);
  expect(await told(here, 'faulty_two_call/version')).toEqual([503, 'plugin_failed']);
});

test('less trust than before is said and asked about on the command line', async () => {
  const chosen = async () => (await plugins.one('faulty')).release;
  const before = await chosen();
  const unsigned = await archive({ version: '2.0.0', isSigned: false });
  const refused = await plugin('install', unsigned);
  expect(refused.code).toBe(1);
  expect(refused.out).toMatch(/Nothing was installed of faulty 2\.0\.0/);
  expect(refused.out).toMatch(/2\.0\.0 is not signed; 1\.2\.0, which is installed, is/);
  expect(refused.out).toContain('--allow-downgrade');
  expect((await plugin('install', unsigned, '--json')).json()).toMatchObject({
    installed: false,
    concerns: [{ code: 'unsigned' }],
  });
  const older = await plugin('install', await archive({ version: '0.9.0' }));
  expect(older.code).toBe(1);
  expect(older.out).toMatch(/0\.9\.0 is older than 1\.2\.0/);
  expect(await chosen()).toBe(before);
  expect((await plugin('install', unsigned, '--allow-downgrade')).code).toBe(0);
  expect(await told(here)).toEqual([200, '2.0.0']);
});
