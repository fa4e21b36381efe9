import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorFolder } from '../author-folder.ts';
import { runWaypost } from '../command-line.ts';

/**
 * What somebody goes through who has the product, but works on a plugin elsewhere: nothing of this project's folder is
 * within reach of theirs but the packed SDK. Packages of others come from our node_modules, so that no network is needed.
 */
const home = mkdtempSync(join(tmpdir(), 'waypost-author-'));
const plugin = join(home, 'print-shop');
const LIMIT = 300_000;
afterAll(() => rmSync(home, { recursive: true, force: true }));

const waypost = (...words: string[]) => runWaypost(join(home, 'data'), [...words, '--json']);

/** What takes long is said before it begins, beside the answer. */
const PACKING = 'Packing the SDK for the plugin; the first time this takes a minute or two …';

async function done(...words: string[]): Promise<Record<string, unknown>> {
  const { code, out, error } = await waypost(...words);
  const isPacking = words[1] === 'sdk' || (words[1] === 'new' && !words.includes('--screen'));
  expect({ code, error }).toEqual({ code: 0, error: isPacking ? PACKING : '' });
  return JSON.parse(out) as Record<string, unknown>;
}

const author = authorFolder(plugin);
const bun = author.bun;

beforeAll(async () => {
  await done('plugin', 'new', 'print-shop', '--folder', plugin);
  await done('plugin', 'new', 'print-shop', '--folder', plugin, '--screen', 'print_shop_order');
  await author.install();
}, LIMIT);

test('the packed SDK names only what an author can install', () => {
  for (const name of ['contract', 'sdk', 'host-sdk']) {
    const manifest = JSON.parse(
      readFileSync(join(plugin, 'node_modules/@waypost', name, 'package.json'), 'utf8'),
    ) as { license: string; dependencies: Record<string, string> };
    expect(manifest.license).toBe('MIT');
    for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test(
  'the types hold: the scaffold passes; a mistake in a field and what is the platform’s own are refused',
  async () => {
    const compiler = 'node_modules/typescript/bin/tsc';
    expect(await bun(compiler)).toEqual({ code: 0, text: '' });
    writeFileSync(
      join(plugin, 'mistake.ts'),
      `import type { CreateOf } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { ResourceList } from '@waypost/host-sdk';
import { item } from './screens/print_shop_item/resource.ts';
export type { PlatformContext } from '@waypost/sdk/platform';
export const body: CreateOf<typeof item> = { name: 1 };
export const plugin = definePlugin({ id: 'x', setup: (context) => context.nothing() });
export const list = ResourceList({ resource: item, columns: 'all' });
`,
    );
    const { code, text } = await bun(compiler);
    rmSync(join(plugin, 'mistake.ts'));
    expect(code).not.toBe(0);
    expect(text.match(/^mistake\.ts\(\d+/gm)).toEqual([
      'mistake.ts(5',
      'mistake.ts(6',
      'mistake.ts(7',
      'mistake.ts(8',
    ]);
  },
  LIMIT,
);

test(
  'the pages build, the author’s own tests pass, and the archive is packed, signed and verified',
  async () => {
    expect(await bun('build.ts')).toEqual({ code: 0, text: '' });
    const tests = await bun('test');
    expect(tests.text).toContain(' 5 pass\n 0 fail');
    expect(tests.code).toBe(0);

    const archive = join(home, 'shop.waypost.tgz');
    const key = join(home, 'key.pem');
    const packed = await done('plugin', 'pack', plugin, '--output', archive);
    expect(packed).toMatchObject({ id: 'print-shop', version: '0.1.0', file: archive });
    const again = await done('plugin', 'pack', plugin, '--output', join(home, 'again.waypost.tgz'));
    expect(again.sha256).toBe(packed.sha256);
    const { key: publicKey } = await done('plugin', 'keygen', key);
    await done('plugin', 'sign', archive, '--key', key);
    expect(await done('plugin', 'verify', archive)).toMatchObject({
      id: 'print-shop',
      key: publicKey,
      trusted: false,
      capabilities: [],
      faults: [],
    });
    const trusting = await runWaypost(join(home, 'data'), ['plugin', 'verify', archive, '--json'], {
      PLUGIN_TRUSTED_KEYS: String(publicKey),
    });
    expect(JSON.parse(trusting.out)).toMatchObject({ trusted: true });
  },
  LIMIT,
);

test(
  'what does not follow the rules is told before anybody can install it',
  async () => {
    rmSync(join(plugin, 'screens/print_shop_order/sw-KE.json'));
    const archive = join(home, 'untranslated.waypost.tgz');
    const packed = await waypost('plugin', 'pack', plugin, '--output', archive);
    expect(packed.code).toBe(1);
    expect((JSON.parse(packed.out) as { faults: unknown[] }).faults).toContainEqual({
      rule: 'words',
      path: 'screens/print_shop_order/sw-KE.json',
      message: 'is missing: every language has the same files',
    });
    const routes = join(plugin, 'screens/print_shop_order/routes.ts');
    const asked = readFileSync(routes, 'utf8').replace(
      'context.resource(',
      "context.permission('system.x:y');\n  context.resource(",
    );
    writeFileSync(routes, asked);
    const refused = await waypost('plugin', 'pack', plugin, '--output', archive);
    expect((JSON.parse(refused.out) as { faults: unknown[] }).faults).toContainEqual({
      rule: 'permissions',
      path: 'system.x:y',
      message: 'a permission node of this plugin begins with print-shop.',
    });
    expect(await waypost('plugin', 'verify', join(plugin, 'plugin.json'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('no plugin archive'),
    });
    expect((await waypost('plugin', 'sign', archive)).code).toBe(2);
    expect((await waypost('plugin', 'verify', join(home, 'nothing'))).code).toBe(2);
    expect((await waypost('plugin', 'new', 'Print Shop')).code).toBe(2);
    expect((await waypost('plugin', 'keygen', join(home, 'key.pem'))).code).toBe(2);
  },
  LIMIT,
);
