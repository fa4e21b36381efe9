import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { projectRoot } from './process.ts';
import { findLongParts, findParts } from './test-parts.ts';

test('every test file of the project is run by exactly one part: one that nobody runs protects nothing', () => {
  const folders = [...findParts(), ...findLongParts()]
    .flatMap(({ tasks }) => tasks)
    .filter(({ isSuite }) => isSuite)
    .flatMap(({ command }) => command.filter((word) => word.startsWith('./')));
  const files = [...new Bun.Glob('**/*.test.{ts,tsx}').scanSync(projectRoot)].filter(
    (file) => !/(^|\/)(node_modules|docs)\//.test(file) && !file.startsWith('scripts/author/scaffold/'),
  );
  expect(files.length).toBeGreaterThan(100);
  const wrong = files.filter(
    (file) =>
      folders.filter((folder) => {
        const path = join(projectRoot, folder);
        const full = join(projectRoot, file);
        return full === path || full.startsWith(`${path}/`);
      }).length !== 1,
  );
  expect(wrong).toEqual([]);
});

test('browser tests that share a product run in one process, and each of the others in one of three that share a browser', () => {
  const e2e = findParts().find(({ name }) => name === 'e2e')?.tasks ?? [];
  expect(e2e.map(({ name }) => name)).toEqual(['e2e/shared', 'e2e/own-1', 'e2e/own-2', 'e2e/own-3']);
  const filesOf = (index: number) => e2e[index]?.command.filter((word) => word.endsWith('.test.ts')) ?? [];
  expect(filesOf(0)).toContain('./tests/e2e/freeze.test.ts');
  expect(filesOf(0).length).toBeGreaterThan(3);
  expect([1, 2, 3].flatMap(filesOf)).toContain('./tests/e2e/main-job.test.ts');
  expect([0, 1, 2, 3].map((index) => filesOf(index).length > 0)).toEqual([true, true, true, true]);
});

test('the longest of the long rounds begin first: at the end nothing would be left to run beside it', () => {
  expect(
    findLongParts()
      .map(({ name }) => name)
      .slice(0, 3),
  ).toEqual(['build', 'visit-kills', 'walk-roles']);
});

test('a folder of the long rounds is one part, whose files share a process', () => {
  const part = findLongParts().find(({ name }) => name === 'domain-screens');
  const files = part?.tasks.flatMap(({ command }) => command.filter((word) => word.endsWith('.test.ts')));
  expect(part?.tasks).toHaveLength(1);
  expect(files).toContain('./tests/full/domain-screens/hijack.test.ts');
  expect(files?.length).toBeGreaterThan(3);
});

test('long rounds that share a product run in one process, and one of them alone where it is asked for', () => {
  const filesOf = (wanted: string[], name: string) =>
    findLongParts(wanted)
      .find((part) => part.name === name)
      ?.tasks.flatMap(({ command }) => command.filter((word) => word.endsWith('.test.ts')));
  expect(filesOf([], 'shared-pages')).toContain('./tests/full/lookups.test.ts');
  expect(filesOf([], 'shared-pages')?.length).toBeGreaterThan(3);
  expect(filesOf(['lookups'], 'lookups')).toEqual(['./tests/full/lookups.test.ts']);
});
