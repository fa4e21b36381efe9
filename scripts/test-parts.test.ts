import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { projectRoot } from './process.ts';
import { findLongParts, findParts, LONGEST } from './test-parts.ts';

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

test('browser tests run in four processes: in two of them the files share a product, in two each has its own', () => {
  const e2e = findParts().find(({ name }) => name === 'e2e')?.tasks ?? [];
  expect(e2e.map(({ name }) => name)).toEqual(['e2e/shared-1', 'e2e/shared-2', 'e2e/own-1', 'e2e/own-2']);
  const filesOf = (index: number) => e2e[index]?.command.filter((word) => word.endsWith('.test.ts')) ?? [];
  expect([0, 1].flatMap(filesOf)).toContain('./tests/e2e/freeze.test.ts');
  expect([2, 3].flatMap(filesOf)).toContain('./tests/e2e/main-job.test.ts');
  for (const index of [0, 1, 2, 3]) expect(filesOf(index).length).toBeGreaterThan(3);
});

test('the longest of the long rounds begin first: at the end nothing would be left to run beside it', () => {
  expect(
    findLongParts()
      .map(({ name }) => name)
      .slice(0, 3),
  ).toEqual(['build', 'walk-roles', 'monitor']);
});

test('a folder of the long rounds is one part, whose files share a process; one of them runs alone where it is asked for', () => {
  const filesOf = (wanted: string[], name: string) =>
    findLongParts(wanted)
      .find((part) => part.name === name)
      ?.tasks.map(({ command }) => command.filter((word) => word.endsWith('.test.ts')));
  const [together, ...others] = filesOf([], 'domain-screens') ?? [];
  expect(others).toEqual([]);
  expect(together).toContain('./tests/full/domain-screens/hijack.test.ts');
  expect(together?.length).toBeGreaterThan(3);
  expect(filesOf(['hijack'], 'hijack')).toEqual([['./tests/full/domain-screens/hijack.test.ts']]);
});

test('what is named as one of the longest is there: a part that was renamed would begin last', () => {
  const names = new Set(findLongParts().map(({ name }) => name));
  expect(LONGEST.filter((name) => !names.has(name))).toEqual([]);
});
