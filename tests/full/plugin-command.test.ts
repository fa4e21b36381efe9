import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packFolder } from '../../runtime/package/index.ts';
import { apiOf } from '../api.ts';
import { commandOutcome, runWaypost } from '../command-line.ts';
import { type System, startSystem } from '../contract/harness.ts';

/** The command line switches plugins of a running product and of a stopped one alike. */
const LIMIT = 180_000;
const registry = join(import.meta.dir, '../plugins/registry.json');
const home = mkdtempSync(join(tmpdir(), 'waypost-plugin-command-'));
let system: System;

beforeAll(async () => {
  system = await startSystem();
}, LIMIT);
afterAll(async () => {
  await system?.stop();
  rmSync(home, { recursive: true, force: true });
}, LIMIT);

type Outcome = { code: number; out: string; error: string };
type Run = (words: string[]) => Promise<Outcome>;
/** In a process of its own, as an operator types it. */
const inProcess: Run = (words) =>
  runWaypost(system.dataDirectory, words, {
    ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
  });
/** In this process: what is refused is refused before anything runs. */
const inHere: Run = (words) => commandOutcome({ dataDir: system.dataDirectory }, words);

async function run(by: Run, words: string[]) {
  const own = /^(list|enable|disable|install|remove)$/.test(words[0] ?? '') ? ['--registry', registry] : [];
  const { code, out, error } = await by(['plugin', ...words, ...own, '--json']);
  return { code, error, value: out === '' ? undefined : (JSON.parse(out) as Record<string, unknown>) };
}
const waypost = (...words: string[]) => run(inProcess, words);

/** A plugin without pages that answers one call with its version. */
function folderOf(version: string, extra: Record<string, unknown> = {}): string {
  const folder = join(home, version);
  const files: Record<string, string> = {
    'plugin.json': JSON.stringify({
      id: 'greeter',
      version,
      engine: '^0.1.0',
      title: 'plugin.greeter',
      areas: ['greeter'],
      server: 'server.ts',
      ...extra,
    }),
    'server.ts': `import { defineCall } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';
const greet = defineCall({ area: 'greeter', call: 'greet', body: z.strictObject({}), result: z.string(), access: { public: true }, summary: 'Greets' });
export const plugin = definePlugin({ id: 'greeter', setup(context) { context.call(greet, () => 'hello from ${version}'); } });
`,
    'locales/zh-CN.json': '{"plugin.greeter":"问候"}',
    'locales/en-US.json': '{"plugin.greeter":"Greeter"}',
    'locales/sw-KE.json': '{"plugin.greeter":"Msalimu"}',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** What a caller is told, once it is what is expected; every process follows the store. */
async function untilGreets(expected: string): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    const { body } = await apiOf(system.origin).call<string>('greeter/greet');
    const told = body.status ? body.content : body.code;
    if (told === expected) return;
    if (Date.now() > end) throw new Error(`expected ${expected}, still ${told}`);
    await Bun.sleep(100);
  }
}

test(
  'a plugin is installed, upgraded, switched and removed while the product runs',
  async () => {
    expect(await waypost('install', folderOf('1.0.0'))).toMatchObject({
      code: 0,
      value: { id: 'greeter', installed: true, enabled: true },
    });
    await untilGreets('hello from 1.0.0');
    expect((await waypost('disable', 'greeter')).code).toBe(0);
    await untilGreets('plugin_disabled');
    expect((await waypost('enable', 'greeter')).code).toBe(0);
    await untilGreets('hello from 1.0.0');
    expect((await waypost('install', folderOf('1.1.0'))).code).toBe(0);
    await untilGreets('hello from 1.1.0');
    const { value } = await waypost('list');
    expect(value).toContainEqual(
      expect.objectContaining({ id: 'greeter', version: '1.1.0', state: 'active', trust: 'outside' }),
    );
    expect((await waypost('remove', 'greeter', '--data', 'drop')).code).toBe(0);
    expect((await waypost('list')).value).not.toContainEqual(expect.objectContaining({ id: 'greeter' }));
    expect((await apiOf(system.origin).call('greeter/greet')).status).toBe(404);
  },
  LIMIT,
);

test(
  'what asks for more than was consented to, breaks a rule or does not exist is not installed, and says why',
  async () => {
    const waypost = (...words: string[]) => run(inHere, words);
    const asking = await waypost('install', folderOf('2.0.0', { capabilities: ['jobs', 'visits:read'] }));
    expect(asking).toMatchObject({ code: 1, value: { installed: false, missing: ['jobs', 'visits:read'] } });
    // What begins with this word in the store is the job queue's own.
    const archive = join(home, 'agenda.tgz');
    const named = folderOf('2.0.1', { id: 'agenda' });
    for (const words of [
      ['install', named],
      ['pack', named, '--no-build', '--output', archive],
    ])
      expect(await waypost(...words)).toMatchObject({ code: 1, error: expect.stringContaining('reserved') });
    expect(existsSync(archive)).toBe(false);
    await Bun.write(archive, await packFolder(named));
    expect(await waypost('verify', archive)).toMatchObject({
      code: 1,
      error: expect.stringContaining('reserved'),
    });
    expect(await waypost('new', 'agenda', '--folder', join(home, 'new'))).toMatchObject({ code: 2 });
    const rude = folderOf('2.1.0');
    rmSync(join(rude, 'locales/sw-KE.json'));
    expect(await waypost('install', rude)).toMatchObject({
      code: 1,
      value: {
        installed: false,
        faults: expect.arrayContaining([expect.objectContaining({ rule: 'words' })]),
      },
    });
    expect((await waypost('list')).value).not.toContainEqual(expect.objectContaining({ id: 'greeter' }));
    expect(await waypost('enable', 'greeter')).toMatchObject({
      code: 1,
      error: expect.stringContaining('greeter'),
    });
    expect(await waypost('disable', 'system')).toMatchObject({
      code: 1,
      error: expect.stringContaining('required'),
    });
    expect((await waypost('remove', 'greeter', '--data', 'burn')).code).toBe(2);
    expect((await waypost('install', join(home, 'nothing'))).code).toBe(2);
  },
  LIMIT,
);

test(
  'a stopped product starts with what was installed meanwhile',
  async () => {
    await system.runtime.kill('SIGTERM');
    expect(
      (await waypost('install', folderOf('3.0.0', { capabilities: ['jobs'] }), '--grant', 'jobs')).code,
    ).toBe(0);
    await system.runtime.start();
    await untilGreets('hello from 3.0.0');
  },
  LIMIT,
);
