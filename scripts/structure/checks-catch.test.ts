import { afterAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../process.ts';
import { fileFaults } from './file-faults.ts';
import { longFunctions } from './long-functions.ts';
import { lookFaults, looksAtOnce } from './looks-at-once.ts';
import { scanImports } from './scan.ts';

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** A small repository that is laid out as this one is. */
function repository(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'waypost-structure-'));
  roots.push(root);
  cpSync(join(projectRoot, 'tsconfig.json'), join(root, 'tsconfig.json'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  Bun.spawnSync(['git', 'init', '--quiet'], { cwd: root });
  return root;
}

const ofLines = (lines: number) => `export function work() {\n${'  void 0;\n'.repeat(lines - 2)}}\n`;

test('an import that runs up the floors is named, one that runs down is not', async () => {
  const root = repository({
    'runtime/process/log.ts': "import { host } from '../plugin/host.ts';\nexport const log = host;\n",
    'runtime/plugin/host.ts': "import type { Log } from '../storage/log.ts';\nexport const host: Log = 1;\n",
    'runtime/storage/log.ts': 'export type Log = number;\n',
    'runtime/outgoing/fetch.ts':
      "import type { Log } from '../storage/log.ts';\nexport const sent: Log = 1;\n",
    'runtime/main.ts': "import './process/log.ts';\nimport './outgoing/fetch.ts';\n",
  });
  const { modules, violations } = await scanImports(root);
  expect(modules).toHaveLength(5);
  expect(violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`).sort()).toEqual([
    'floor-of-outgoing: runtime/outgoing/fetch.ts → runtime/storage/log.ts',
    'floor-of-process: runtime/process/log.ts → runtime/plugin/host.ts',
  ]);
});

test('an object that is written only to be spread is named', async () => {
  const root = repository({
    'packed.ts': `const filter = { .${'..{'} state: 'on', owner }, host };\n`,
    'plain.ts': 'const filter = { ...more, ...(host ? { host } : {}) };\n',
  });
  expect((await fileFaults(root)).faults).toEqual([
    'packed.ts: spreads an object where its fields can stand: their names are not checked then',
  ]);
});

test('files that name each other are named, be it in types alone', async () => {
  const root = repository({
    'host/sdk/list.ts': "import type { Row } from './row.ts';\nexport interface List { rows: Row[] }\n",
    'host/sdk/row.ts': "import type { List } from './list.ts';\nexport interface Row { of: List }\n",
    'host/sdk/main.ts': "import type { List } from './list.ts';\nexport const list: List = { rows: [] };\n",
  });
  const { violations } = await scanImports(root);
  const ways = violations.map(
    ({ rule, cycle = [] }) =>
      `${rule.name}: ${cycle
        .map(({ name }) => name)
        .sort()
        .join(' ')}`,
  );
  expect([...new Set(ways)]).toEqual(['no-cycles: host/sdk/list.ts host/sdk/row.ts']);
});

test('what runs on a server reaches neither the pages, nor the authors’ tool, nor a package that it does not install', async () => {
  const root = repository({
    'package.json': '{ "workspaces": ["runtime", "host/sdk"] }',
    'runtime/package.json': '{ "name": "@waypost/runtime", "devDependencies": { "react": "1.0.0" } }',
    'host/sdk/package.json': '{ "name": "@waypost/host-sdk", "exports": { "./build": "./build.ts" } }',
    'host/sdk/build.ts': 'export const build = 1;\n',
    'scripts/author/pack.ts': 'export const pack = 1;\n',
    'node_modules/react/package.json': '{ "name": "react", "main": "index.js" }',
    'node_modules/react/index.js': '',
    'runtime/main.ts':
      "import '../host/sdk/build.ts';\nimport '../scripts/author/pack.ts';\nimport 'react';\nimport('@waypost/host-sdk/build');\n",
  });
  mkdirSync(join(root, 'node_modules/@waypost'), { recursive: true });
  symlinkSync('../../host/sdk', join(root, 'node_modules/@waypost/host-sdk'));
  const { violations } = await scanImports(root);
  expect(
    [...new Set(violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`))].sort(),
  ).toEqual([
    'product-knows-no-scripts: runtime/main.ts → scripts/author/pack.ts',
    'runtime-knows-no-host: runtime/main.ts → host/sdk/build.ts',
    'runtime-knows-no-host: runtime/main.ts → node_modules/react/index.js',
    'server-runs-on-production-packages: runtime/main.ts → node_modules/react/index.js',
  ]);
});

test('a range in any package.json is named; an exact version, a workspace and a packed file are not', async () => {
  const manifest = (dependencies: Record<string, string>) => JSON.stringify({ dependencies });
  const root = repository({
    'package.json': JSON.stringify({
      devDependencies: { knip: '6.44.2', native: 'npm:typescript@7.0.2', zod: 'latest' },
    }),
    'plugins/shop/package.json': manifest({ a: '19', b: '^1.2.3', '@waypost/sdk': 'workspace:*' }),
    'docs/plugins/example/shop/package.json': manifest({
      sdk: 'file:sdk/sdk-0.1.0.tgz',
      c: '1.2.3 || 2.0.0',
    }),
  });
  expect((await fileFaults(root)).faults.sort()).toEqual([
    'docs/plugins/example/shop/package.json: c is 1.2.3 || 2.0.0: name one exact version',
    'package.json: zod is latest: name one exact version',
    'plugins/shop/package.json: a is 19: name one exact version',
    'plugins/shop/package.json: b is ^1.2.3: name one exact version',
  ]);
});

test('the store is imported by its name alone, imports nothing of the product, and has floors of its own', async () => {
  const root = repository({
    'package.json': '{ "workspaces": ["runtime", "runtime/store"] }',
    'runtime/package.json':
      '{ "name": "@waypost/runtime", "dependencies": { "@waypost/store": "workspace:*" } }',
    'runtime/store/package.json':
      '{ "name": "@waypost/store", "exports": { ".": "./index.ts", "./testing": "./testing/index.ts" } }',
    'runtime/store/index.ts':
      "import './server/serve.ts';\nimport './value/key.ts';\nexport const store = 1;\n",
    'runtime/store/server/serve.ts': "import '../../process/log.ts';\n",
    'runtime/store/value/key.ts': "import '../server/serve.ts';\n",
    'runtime/store/testing/index.ts': 'export const testing = 1;\n',
    'runtime/process/log.ts': 'export const log = 1;\n',
    'runtime/launcher/by-name.ts': "import { store } from '@waypost/store';\nvoid store;\n",
    'runtime/launcher/by-path.ts': "import { store } from '../store/index.ts';\nvoid store;\n",
    'runtime/launcher/tests.ts': "import { testing } from '@waypost/store/testing';\nvoid testing;\n",
    'runtime/main.ts':
      "import './launcher/by-name.ts';\nimport './launcher/by-path.ts';\nimport './launcher/tests.ts';\n",
  });
  mkdirSync(join(root, 'node_modules/@waypost'), { recursive: true });
  symlinkSync('../../runtime/store', join(root, 'node_modules/@waypost/store'));
  const { violations } = await scanImports(root);
  expect(violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`).sort()).toEqual([
    'floor-of-store-value: runtime/store/value/key.ts → runtime/store/server/serve.ts',
    'floor-of-store: runtime/store/server/serve.ts → runtime/process/log.ts',
    'store-is-tested-beside-the-house: runtime/launcher/tests.ts → runtime/store/testing/index.ts',
    'store-is-used-through-its-entries: runtime/launcher/by-path.ts → runtime/store/index.ts',
    'store-needs-nobody: runtime/store/server/serve.ts → runtime/process/log.ts',
  ]);
});

test('a function of 121 lines is named with its line, one of 120 is not', async () => {
  const root = repository({
    'runtime/long.ts': `/** Does it. */\n${ofLines(121)}`,
    'runtime/short.ts': `${ofLines(120)}\n${ofLines(120).replace('work', 'further')}`,
  });
  expect(await fileFaults(root)).toEqual({
    checked: 3,
    faults: ['runtime/long.ts:2: work has 121 lines, at most 120: give its parts names of their own'],
  });
});

test('arrows, methods and tests count; a describe counts as the file that it stands for', () => {
  const body = `{\n${'void 0;\n'.repeat(119)}}`;
  const names = (text: string) => longFunctions('one.ts', text).map(({ name, lines }) => `${name} ${lines}`);
  expect(names(`export const arrow = () => ${body};`)).toEqual(['arrow 121']);
  expect(names(`export class Store { read() ${body} }`)).toEqual(['read 121']);
  expect(names(`test('reads', () => ${body});`)).toEqual(["what test('reads') takes 121"]);
  expect(names(`describe.each([1])('reads', () => ${body});`)).toEqual([]);
  expect(names(`describe('reads', () => {\ntest('one', () => ${body});\n});`)).toEqual([
    "what test('one') takes 121",
  ]);
});

test('a sort that several rows may share a place in is named, and a reason that nobody needs any more', async () => {
  const root = repository({
    'plugins/qr/list.ts': [
      'export const list = model.find({}).sort({ create_time: -1 }).limit(5);',
      'export const whole = model.find({}).sort({ create_time: -1, _id: -1 });',
      'export const grouped = [{ $sort: { day: 1, name: sign === 1 ? 1 : -1 } }, { $sort: { seq: -1 } }];',
      "export const view = { sort: { field: 'name', order: 'asc' } };",
      '',
    ].join('\n'),
    'plugins/wallet/sending/stored.ts': 'export const attempts = model.find().sort({ attempt: 1 });\n',
    'runtime/store/sort.ts': 'export const sorted = rows.sort({ a: 1 });\n',
  });
  const { faults } = await fileFaults(root);
  expect(faults.map((fault) => fault.split(/,? which|:? end it| any more/)[0])).toEqual([
    'plugins/qr/list.ts:1: sorted by -create_time',
    'plugins/qr/list.ts:3: sorted by day,name',
    'plugins/wallet/sending/stored.ts:1: sorted by attempt',
    'plugins/wallet/sending/stored.ts: is not sorted by -attempt',
  ]);
});

test('a look at a page that does not wait is named with its line; a wait, a read and a database are not', async () => {
  const root = repository({
    'tests/e2e/list.test.ts': [
      'const rows = () => page.locator("tr").count();',
      'expect(await page.getByRole("row").count()).toBe(2);',
      'expect([await name.inputValue(), await rows()]).toEqual(["", 2]);',
      'expect((await alert.textContent()) ?? "").toContain("refused");',
      'expect(new URL(page.url()).pathname).toBe("/");',
      '',
    ].join('\n'),
    'tests/e2e/waits.test.ts': [
      'const first = await names.first().textContent();',
      'await shows(names, { count: 2 });',
      'await until("two rows", async () => (await names.count()) === 2);',
      'expect(() => names.count()).toThrow();',
      'expect(await t.rows(orderResource).count()).toBe(0);',
      'expect(await codes.count({ owner })).toBe(1);',
      'expect((await sent).url()).toEndWith("/logout");',
      'expect(element.getAttribute("rel")).toBe("noopener");',
      '',
    ].join('\n'),
    'plugins/qr/read.ts': 'expect(await page.locator("tr").count()).toBe(2);\n',
  });
  expect((await fileFaults(root)).faults).toEqual([
    'tests/e2e/list.test.ts:2,3,3,4,5: 5 looks at a page that do not wait, at most 0: use shows of tests/e2e/shows.ts, or arriveAt for an address',
  ]);
});

test('a file has as many looks that do not wait as it is excepted for, no fewer', () => {
  const file = 'tests/e2e/list.test.ts';
  const text = 'expect(await box.isChecked()).toBe(true);\nexpect(await box.isVisible()).toBe(true);\n';
  expect(looksAtOnce(file, text)).toEqual([1, 2]);
  expect(lookFaults(file, text, { [file]: 2 })).toEqual([]);
  expect(lookFaults(file, text, { [file]: 1 })).toEqual([
    `${file}:1,2: 2 looks at a page that do not wait, at most 1: use shows of tests/e2e/shows.ts, or arriveAt for an address`,
  ]);
  expect(lookFaults(file, text, { [file]: 3 })).toEqual([
    `${file}: 2 looks at a page that do not wait, not 3 any more: lower its number in scripts/structure/looks-allowed.ts`,
  ]);
});
