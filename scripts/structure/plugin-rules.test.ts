import { expect, test } from 'bun:test';
import { castFaults, rowCasts } from './row-casts.ts';
import { screenFaults, screenImports } from './screen-imports.ts';

test('whoever casts a row, or what is asked of rows, is named; tests may', () => {
  const text = [
    "const rows = (await model.find({ state: 'on' } as never).lean()) as Stored<typeof lamp>[];",
    'const one = await model.findById(id).lean<Lamp>();',
    'const found = await model.find(wanted as Filter<Lamp>).lean();',
    'const good = await model.find(wanted).lean();',
  ].join('\n');
  expect(rowCasts('plugins/qr/codes/read.ts', text)).toEqual([1, 1, 2, 3]);
  expect(rowCasts('plugins/qr/codes/read.test.ts', text)).toEqual([]);
  expect(rowCasts('plugins/qr/testing/start.ts', text)).toEqual([]);
});

test('a file has as many casts as are allowed to it, no fewer', () => {
  const file = 'plugins/qr/codes/read.ts';
  expect(castFaults(file, 'read(id as never);\n', { [file]: 1 })).toEqual([]);
  expect(castFaults(file, 'read(id as never);\n', {})).toEqual([
    `${file}:1: 1 casts that hide a row, at most 0: say what the row is in its resource or collection`,
  ]);
  expect(castFaults(file, 'read(id);\n', { [file]: 1 })).toEqual([
    `${file}: 0 casts that hide a row, not 1 any more: lower its number in scripts/structure/casts-allowed.ts`,
  ]);
});

test('nothing beside the screens of a plugin imports from them but what puts the plugin together', () => {
  const text = "import { code } from '../screens/code_list/resource.ts';\n";
  expect(screenImports('plugins/qr/codes/read.ts', text)).toBe(1);
  expect(screenImports('plugins/qr/public.ts', "import './screens/code_list/calls.ts';\n")).toBe(1);
  for (const file of ['server.ts', 'remote.ts'])
    expect(screenImports(`plugins/qr/${file}`, "import './screens/code_list/calls.ts';\n")).toBe(0);
  for (const file of ['codes/read.test.ts', 'testing/start.ts', 'screens/code_list/page.tsx'])
    expect(screenImports(`plugins/qr/${file}`, text)).toBe(0);
});

test('a plugin has as many such imports as are allowed to it, no fewer', () => {
  const files: [string, string][] = [
    ['plugins/qr/codes/read.ts', "import '../screens/code_list/resource.ts';\n"],
    ['plugins/shop/orders/add.ts', 'export const add = 1;\n'],
  ];
  expect(screenFaults(files, { qr: 1 })).toEqual([]);
  expect(screenFaults(files, {})).toEqual([
    'plugins/qr: 1 imports from screens/ outside of it, at most 0: what several screens need lies in a folder beside screens/',
  ]);
  expect(screenFaults(files, { qr: 2, shop: 1 })).toEqual([
    'plugins/qr: 1 imports from screens/ outside of it, not 2 any more: lower its number in scripts/structure/screen-imports-allowed.ts',
    'plugins/shop: 0 imports from screens/ outside of it, not 1 any more: lower its number in scripts/structure/screen-imports-allowed.ts',
  ]);
});
