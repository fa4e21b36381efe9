import { expect, test } from 'bun:test';
import { join, normalize, resolve, sep, win32 } from 'node:path';
import fc from 'fast-check';
import { createPathSet, isSafePath } from './path-rules.ts';

const REFUSED = [
  '',
  '/etc/passwd',
  '../outside',
  'dist/../../outside',
  'dist/..',
  './server.js',
  'dist//page.js',
  'dist/',
  'C:/windows',
  'dist\\page.js',
  '\\\\host\\share',
  'nul\u0000byte',
  'line\nbreak',
  'dist/aux',
  'dist/COM1.js',
  'trailing.',
  'trailing ',
  ' leading',
  'cafe\u0301.js',
  'evil\u202esj.exe',
  'broken\ufffd',
  'lone\ud800',
  `${'x'.repeat(201)}`,
];

test.each(REFUSED)('the path %j cannot be used to write elsewhere or to hide what it is', (path) => {
  expect(isSafePath(path, 200)).toBe(false);
});

test.each([
  'server.js',
  'dist/assets/page.1a2b3c.js',
  'locales/zh-CN.json',
  '.npmrc',
  '二维码/图.png',
  'café.js',
])('the path %j is taken', (path) => expect(isSafePath(path, 200)).toBe(true));

const anyPath = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('..', '.', 'a', 'B', '', '~', 'dist', 'C:', '\\', ' ', '\u0000', '%2e%2e'), {
      maxLength: 8,
    })
    .map((parts) => parts.join('/')),
);

test('a path that is taken stays inside the folder on every system, whatever it is made of', () => {
  fc.assert(
    fc.property(anyPath, (path) => {
      if (!isSafePath(path, 200)) return;
      const root = resolve('/srv/plugins/sample');
      expect(join(root, path).startsWith(`${root}${sep}`)).toBe(true);
      expect(normalize(path)).toBe(path);
      expect(win32.resolve('C:\\plugins\\sample', path).startsWith('C:\\plugins\\sample\\')).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('of two paths that one disk would hold as the same file only one is taken', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,6}(\/[a-z]{1,6}){0,2}$/), fc.nat(), (path, position) => {
      const at = position % path.length;
      const twin = path.slice(0, at) + path.charAt(at).toUpperCase() + path.slice(at + 1);
      const paths = createPathSet(200);
      if (!isSafePath(path, 200) || !isSafePath(twin, 200)) return;
      paths.add(path);
      expect(() => paths.add(twin)).toThrow('archive_path_collision');
    }),
  );
});

test.each([
  ['dist', 'dist/page.js'],
  ['dist/page.js', 'dist'],
  ['Dist/a.js', 'dist/b.js'],
  ['straße.js', 'STRASSE.js'],
])('%j and %j do not stand beside each other', (one, other) => {
  const paths = createPathSet(200);
  paths.add(one);
  expect(() => paths.add(other)).toThrow('archive_path_collision');
});
