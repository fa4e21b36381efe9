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
    (file) => !/(^|\/)(node_modules|docs)\//.test(file) && !file.startsWith('runtime/package/scaffold/'),
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
