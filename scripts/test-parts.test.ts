import { expect, test } from 'bun:test';
import { projectRoot } from './process.ts';
import { affectedParts, findLongParts, findParts, selectParts } from './test-parts.ts';

const filesOf = (parts: ReturnType<typeof findParts>) =>
  parts.flatMap(({ tasks }) => tasks).flatMap(({ files = [] }) => files);

test('every test file of the project is run by exactly one part: one that nobody runs protects nothing', () => {
  const files = [...new Bun.Glob('**/*.test.{ts,tsx}').scanSync(projectRoot)].filter(
    (file) => !/(^|\/)(node_modules|docs)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(filesOf([...findParts(), ...findLongParts()]).sort()).toEqual(files.sort());
});

test('slow tests beside what they test belong to the slow suite', () => {
  expect(filesOf(findParts()).filter((file) => file.includes('.slow.'))).toEqual([]);
  expect(filesOf(findLongParts()).some((file) => file.endsWith('.slow.test.ts'))).toBe(true);
});

test('the longest parts of the slow suite begin first, behind those that were never measured', () => {
  const names = findLongParts({ 'visit-kills': 20, operators: 90, messages: 5 }).map(({ name }) => name);
  expect(names.slice(-3)).toEqual(['operators', 'visit-kills', 'messages']);
});

test('parts, files and folders are chosen by name, with the pages that they open', () => {
  const all = [...findParts(), ...findLongParts()];
  const choose = (...wanted: string[]) => {
    const { chosen, unknown } = selectParts(all, wanted);
    return { names: chosen.map(({ name }) => name), files: filesOf(chosen), unknown };
  };
  const file = 'scripts/test-parts.test.ts';
  expect(choose(file)).toEqual({ names: ['build', 'unit'], files: [file], unknown: [] });
  expect(choose('./tests/crash/').names).toEqual(['build', 'crash', 'slow/tests/crash']);
  expect(choose('domain-screens').files.length).toBeGreaterThan(3);
  expect(choose('tests/full/domain-screens/hijack.test.ts').names).toEqual(['build', 'domain-screens']);
  expect(choose('types')).toEqual({ names: ['types'], files: [], unknown: [] });
  expect(choose('nothing', 'unit').unknown).toEqual(['nothing']);
});

test('a change is tested by what imports it, by slow tests beside it and by pages that name its screen', () => {
  const all = [...findParts(), ...findLongParts()];
  const [page, own] = ['plugins/wallet/screens/balance_recharge/page.tsx', 'tests/full/messages.test.ts'];
  const chosen = affectedParts(all, [page, own], 'HEAD');
  const tasks = chosen.flatMap(({ tasks }) => tasks);
  const since = tasks.filter(({ changedSince }) => changedSince === 'HEAD').map(({ part }) => part);
  expect(new Set(since)).toEqual(new Set(['unit', 'store']));
  const browser = filesOf(chosen).filter((file) => file.startsWith('tests/full/'));
  expect(browser).toContain(own);
  expect(browser.some((file) => file.startsWith('tests/full/wallet-screens/'))).toBe(true);
  expect(browser.some((file) => file.startsWith('tests/full/domain-screens/'))).toBe(false);
  expect(chosen.map(({ name }) => name)).toContain('types');
});
