import { afterAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './process.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-ci-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Command {
  prints: string;
  code: number;
}

const TABLE = 'types           1 passed, 0 failed in 3.0 s, 2.9 s of a core';
const green = (passed: number): Command => ({
  prints: `── unit\n(pass) fine\n\n${TABLE}\n${passed} passed, 0 failed\n`,
  code: 0,
});

/** Runs .ci/run where `npm` is a program that prints and ends as told. */
function runWith(quick: Command, full: Command): { code: number; lines: string[] } {
  const place = mkdtempSync(join(folder, 'run-'));
  writeFileSync(join(place, 'quick'), quick.prints);
  writeFileSync(join(place, 'full'), full.prints);
  mkdirSync(join(place, 'bin'));
  const npm = join(place, 'bin/npm');
  writeFileSync(
    npm,
    `#!/bin/sh
case "$*" in
  test) cat "${place}/quick"; exit ${quick.code} ;;
  "run test:full") cat "${place}/full"; exit ${full.code} ;;
esac
exit 99
`,
  );
  chmodSync(npm, 0o755);
  const { exitCode, stdout } = Bun.spawnSync([join(projectRoot, '.ci/run')], {
    env: { PATH: `${place}/bin:${process.env.PATH}` },
  });
  return { code: exitCode, lines: stdout.toString().trimEnd().split('\n') };
}

/** What stands behind the heading of the failures. */
function ending(lines: readonly string[]): string[] {
  const at = lines.indexOf('── what failed');
  expect(at).toBeGreaterThan(0);
  return lines.slice(at + 2);
}

test('counts both commands in its last line', () => {
  const { code, lines } = runWith(green(5), green(2));
  expect(code).toBe(0);
  expect(lines.at(-1)).toBe('7 passed, 0 failed');
  expect(lines).not.toContain('── what failed');
});

test('what failed in the first command is named at the end, behind all that the second one prints', () => {
  const failures = 'e2e › tests/e2e/a.test.ts › opens (3.0 s)\n    not opened\n\nunit › b\n    two';
  const prints = `── unit\n(fail) opens\n\n${TABLE}\ne2e    0 passed, 1 failed, 1 skipped in 9.0 s, 2.9 s of a core\n\n${failures}\n\n4 passed, 2 failed\n`;
  const { code, lines } = runWith(
    { prints, code: 1 },
    { ...green(2), prints: `${'noise\n'.repeat(2000)}${green(2).prints}` },
  );
  expect(code).toBe(1);
  expect(ending(lines)).toEqual([...failures.split('\n'), '', '6 passed, 2 failed']);
});

test('a failure of many long lines is cut, the next one is still named', () => {
  const long = `full › long\n${Array.from({ length: 60 }, (_, at) => `    ${at} ${'x'.repeat(900)}`).join('\n')}`;
  const prints = `${TABLE}\n\n${long}\n\nfull › next\n    short\n\n0 passed, 2 failed\n`;
  const { lines } = runWith(green(1), { prints, code: 1 });
  const said = ending(lines);
  expect(said.indexOf('full › next')).toBe(21);
  expect(Math.max(...said.map((line) => line.length))).toBe(400);
  expect(said.at(-1)).toBe('1 passed, 2 failed');
});

test('a command that ended without its count has failed, and the end of what it said is shown', () => {
  const { code, lines } = runWith({ prints: 'one\nbun: no space left\n', code: 137 }, green(3));
  expect(code).toBe(1);
  expect(ending(lines)).toEqual([
    'npm test ended without its count:',
    'one',
    'bun: no space left',
    '',
    '3 passed, 1 failed',
  ]);
});
