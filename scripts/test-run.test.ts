import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectRoot } from './process.ts';
import type { Part } from './test-parts.ts';
import { runParts } from './test-run.ts';

mkdirSync(join(projectRoot, '.cache'), { recursive: true });
const folder = mkdtempSync(join(projectRoot, '.cache/run-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FINE = "import { test } from 'bun:test';\ntest('fine', () => {});\n";
const BROKEN = "import { test } from 'bun:test';\ntest('broken', () => { throw new Error('no'); });\n";
/** Fails in the first process that runs it. */
const ONCE = `import { expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
const mark = import.meta.path + '.mark';
const isFirst = !existsSync(mark);
writeFileSync(mark, '');
`;
const FAILS_ONCE = `${ONCE}test('in time', () => expect(isFirst).toBe(false));\ntest('fine', () => {});\n`;
const STARTS_LATE = `${ONCE}import { beforeAll } from 'bun:test';
beforeAll(() => { if (isFirst) throw new Error('not ready'); });\ntest('fine', () => {});\n`;
const DIES_ONCE = `${ONCE}test('fine', () => { if (isFirst) process.kill(process.pid, 'SIGKILL'); });\n`;

/** Writes test files and runs them in one process, beside a check. */
async function run(files: Record<string, string>, check = 'true') {
  const place = mkdtempSync(join(folder, 'case-'));
  const paths = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(place, name), text);
    return join('.cache', basename(folder), basename(place), name);
  });
  const parts: Part[] = [
    { name: 'check', tasks: [{ part: 'check', name: 'check', command: [check] }], isAlone: false },
    { name: 'some', tasks: [{ part: 'some', name: basename(place), files: paths }], isAlone: false },
  ];
  let output = '';
  const { passed, failed } = await runParts(parts, (text) => {
    output += text;
  });
  return { passed, failed, output };
}

test('a file that failed once is green when it passes alone, and is named', async () => {
  const { passed, failed, output } = await run({ 'a.test.ts': FAILS_ONCE, 'b.test.ts': FINE });
  expect([passed, failed]).toEqual([4, 0]);
  expect(output).toMatch(/flaky: \S+a\.test\.ts › in time .*\nflaky: 1\n$/);
});

test('a file that fails twice is red', async () => {
  const { passed, failed, output } = await run({ 'a.test.ts': BROKEN, 'b.test.ts': FAILS_ONCE });
  expect([passed, failed]).toEqual([3, 1]);
  expect(output).toContain('a.test.ts › broken');
  expect(output).toContain('flaky: 1\n');
});

test('more than five files that failed were no accident', async () => {
  const files = Array.from({ length: 6 }, (_, at) => [`${at}.test.ts`, FAILS_ONCE] as const);
  const { failed, output } = await run(Object.fromEntries(files));
  expect(failed).toBe(6);
  expect(output).not.toContain('flaky');
});

test('a check that failed leaves the run red', async () => {
  const { failed, output } = await run({ 'a.test.ts': FAILS_ONCE }, 'false');
  expect(failed).toBe(2);
  expect(output).not.toContain('flaky');
});

test('what proves that nothing is lost has one try, unless none of its tests began', async () => {
  expect((await run({ 'kills.test.ts': FAILS_ONCE })).failed).toBe(1);
  const { passed, failed, output } = await run({ 'kills.test.ts': STARTS_LATE });
  expect([passed, failed]).toEqual([2, 0]);
  expect(output).toContain('flaky: 1\n');
});

test('a process that died has failed with all of its files; each is tried again', async () => {
  const { passed, failed, output } = await run({ 'a.test.ts': DIES_ONCE, 'b.test.ts': FINE });
  expect([passed, failed]).toEqual([3, 0]);
  expect(output).toContain('flaky: 2\n');
});
