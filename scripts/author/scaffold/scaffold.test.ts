import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRelease } from '@waypost/sdk/conformance';
import { pluginFiles } from './plugin-files.ts';
import { writeInTree, writePlugin, writeScreen } from './scaffold.ts';

const root = mkdtempSync(join(tmpdir(), 'waypost-scaffold-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SCREEN = { plugin: 'print-shop', route: 'print_shop_item' };
const VERSIONS = {
  engine: '1.2.3',
  sdk: { '@waypost/sdk': 'file:sdk/waypost-sdk-1.2.3.tgz' },
  packages: { react: '19.0.0', zod: '4.0.0' },
};

test('a new plugin is what people have read in the guide; a change of it is a change of the guide', () => {
  expect(Object.fromEntries(pluginFiles(SCREEN, VERSIONS))).toMatchSnapshot();
});

test('a second screen is mounted without a hand on the files that are there', async () => {
  const folder = join(root, 'two');
  await writePlugin(folder, SCREEN, VERSIONS);
  const written = await writeScreen(folder, { plugin: 'print-shop', route: 'print_shop_order' });
  expect(written).toContain('screens/print_shop_order/resource.ts');
  expect(readFileSync(join(folder, 'server.ts'), 'utf8')).toMatchSnapshot();
  expect(JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8')).areas).toEqual([
    'print_shop_item',
    'print_shop_order',
  ]);
  expect(readdirSync(join(folder, 'screens/print_shop_order')).sort()).toEqual(
    readdirSync(join(folder, 'screens/print_shop_item')).sort(),
  );
});

test('a plugin of the product is its folder, with nothing that the others do not have, and its line in registry.json', async () => {
  const tree = join(root, 'tree');
  mkdirSync(tree);
  const line = (id: string) =>
    `    { "id": "${id}", "version": "0.1.0", "path": "plugins/${id}", "enabled": true }`;
  writeFileSync(join(tree, 'registry.json'), `{\n  "plugins": [\n${line('system')}\n  ]\n}\n`);
  const screen = { plugin: 'print-shop', route: 'print_shop_order_list' };
  const written = await writeInTree(tree, screen, VERSIONS);
  expect(readFileSync(join(tree, 'registry.json'), 'utf8')).toBe(
    `{\n  "plugins": [\n${line('system')},\n${line('print-shop')}\n  ]\n}\n`,
  );
  expect(written.filter((path) => !path.includes('/screens/'))).toEqual([
    ...['plugin.json', 'package.json', 'server.ts', 'remote.ts'].map((name) => `plugins/print-shop/${name}`),
    ...['zh-CN', 'en-US', 'sw-KE'].map((locale) => `plugins/print-shop/locales/${locale}.json`),
    ...['matrix', 'rights', 'walk'].map((name) => `plugins/print-shop/testing/${name}.ts`),
    'registry.json',
  ]);
  const resource = 'plugins/print-shop/screens/print_shop_order_list/resource.ts';
  const text = readFileSync(join(tree, resource), 'utf8');
  for (const named of [
    "name: 'print-shop.order'",
    "area: 'print_shop_order'",
    "route: 'print_shop_order_list'",
  ])
    expect(text).toContain(named);
  await expect(writeInTree(tree, screen, VERSIONS)).rejects.toThrow('is there already');
});

test('nothing that is there is written over', async () => {
  const folder = join(root, 'twice');
  await writePlugin(folder, SCREEN, VERSIONS);
  writeFileSync(join(folder, 'README.md'), 'mine');
  await expect(writePlugin(folder, SCREEN, VERSIONS)).rejects.toThrow('is there already');
  await expect(writeScreen(folder, SCREEN)).rejects.toThrow('is there already');
  await expect(writeScreen(folder, { plugin: 'other', route: 'other_item' })).rejects.toThrow(
    'not the manifest of other',
  );
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine');
});

test('a server entry of another form is left alone, and the author is told', async () => {
  const folder = join(root, 'odd');
  await writePlugin(folder, SCREEN, VERSIONS);
  writeFileSync(join(folder, 'server.ts'), 'export const plugin = make();\n');
  await expect(writeScreen(folder, { plugin: 'print-shop', route: 'x' })).rejects.toThrow(
    'no setup(context)',
  );
  expect(readdirSync(join(folder, 'screens'))).toEqual(['print_shop_item']);
});

test('the words of a new plugin are complete before anybody has touched them', () => {
  const files = new Map(
    [...pluginFiles(SCREEN, VERSIONS)].map(([path, text]) => [path, new TextEncoder().encode(text)]),
  );
  expect(checkRelease(files).filter(({ rule }) => rule === 'words' || rule === 'manifest')).toEqual([]);
});
