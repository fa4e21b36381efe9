import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countCheck, countFiles, countLost, describeFailure, skippedTests } from './test-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const passing = { code: 0, output: '' };
const failing = { code: 1, output: '' };

function write(attributes: string, cases = ''): string {
  const file = join(folder, `${crypto.randomUUID()}.xml`);
  writeFileSync(file, `<?xml version="1.0"?><testsuites name="bun test" ${attributes}>${cases}</testsuites>`);
  return file;
}

/** What went wrong in the files of a report. */
async function failuresOf(report: string, outcome: { code: number; output: string }) {
  const counts = await countFiles(report, outcome);
  return [...(counts?.values() ?? [])].flatMap(({ failures }) => failures);
}

test('counts each file, and removes the report so that it is never counted twice', async () => {
  const report = write(
    'tests="4"',
    `<testsuite name="a.test.ts" file="a.test.ts" time="1.5">
      <testcase name="fine" file="a.test.ts" />
      <testcase name="later" file="a.test.ts"><skipped /></testcase>
      <testcase name="broken" file="a.test.ts"><failure message="no" /></testcase>
    </testsuite>
    <testsuite name="b.test.ts" file="b.test.ts" time="0.2">
      <testcase name="(unnamed)" file="b.test.ts"><failure message="not ready" /></testcase>
    </testsuite>`,
  );
  const counts = await countFiles(report, failing);
  expect(counts?.get('a.test.ts')).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 1,
    seconds: 1.5,
    isSetUp: false,
  });
  expect(counts?.get('b.test.ts')).toMatchObject({ passed: 0, failed: 1, skipped: 0, isSetUp: true });
  expect(existsSync(report)).toBe(false);
});

test('a process that ran nothing, or ended with a code that no test explains, says nothing of its files', async () => {
  expect(await countFiles(write('tests="0"'), passing)).toBeUndefined();
  expect(await countFiles(join(folder, 'never-written.xml'), passing)).toBeUndefined();
  const fine = '<testcase name="fine" file="a.test.ts" />';
  expect(await countFiles(write('tests="1"', fine), failing)).toBeUndefined();
  expect(await countFiles(write('tests="1"', fine), passing)).toHaveProperty('size', 1);
});

test('what was left out has its name, its groups before it', () => {
  const report = `<testsuite name="a.test.ts">
    <testcase name="fine" classname="" time="0.1" file="a.test.ts" />
    <testcase name="about &lt;kills&gt;" classname="inner &gt; outer" time="0" file="a.test.ts" line="3">
      <skipped />
    </testcase>
  </testsuite>`;
  expect(skippedTests(report)).toEqual(['outer › inner › about <kills>']);
});

describe('the end of a log names what failed', () => {
  test('file, groups, test and what was expected', async () => {
    const failures = await failuresOf(
      write(
        'tests="3" failures="2" skipped="0"',
        `<testsuite name="a.test.ts">
          <testcase name="fine" classname="" time="0.1" file="runtime/a.test.ts" line="2" assertions="0" />
          <testcase name="deep &lt;b&gt;" classname="inner &gt; outer" time="0.26" file="runtime/a.test.ts" line="3">
            <failure type="AssertionError" message="expect(received).toBe(expected)&#10;&#10;Expected: 2&#10;Received: 1&#10;">AssertionError: expect&#10;      at runtime/a.test.ts:3:78&#10;</failure>
          </testcase>
          <testcase name="late" classname="" time="5" file="runtime/a.test.ts" line="4" assertions="0">
            <failure type="TimeoutError" message="test timed out" />
          </testcase>
        </testsuite>`,
      ),
      failing,
    );
    expect(failures.map((failure) => describeFailure('unit', failure))).toEqual([
      `unit › runtime/a.test.ts › outer › inner › deep <b> (0.3 s)
    expect(received).toBe(expected)
    Expected: 2
    Received: 1
          at runtime/a.test.ts:3:78`,
      `unit › runtime/a.test.ts › late (5.0 s)
    test timed out`,
    ]);
  });

  test('a long message is cut, the place of the error stays', async () => {
    const message = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('&#10;');
    const failures = await failuresOf(
      write(
        'tests="1" failures="1"',
        `<testcase name="t" classname="" time="0" file="a.test.ts"><failure type="Error" message="${message}">Error&#10;      at a.test.ts:9:1&#10;</failure></testcase>`,
      ),
      failing,
    );
    expect(failures[0]?.error).toHaveLength(12);
    expect(failures[0]?.error.at(0)).toBe('line 0');
    expect(failures[0]?.error.at(-1)).toContain('at a.test.ts:9:1');
  });

  test('a file that does not load and an error after its test: they are in no report', async () => {
    const output = `
runtime/a.test.ts:

# Unhandled error between tests
-------------------------------
\u001b[31merror\u001b[0m: Cannot find module './missing.ts' from '/x/a.test.ts'
-------------------------------

runtime/b.test.ts:
(pass) fine
`;
    const failures = await failuresOf(write('tests="1" failures="0"'), { code: 1, output });
    expect(failures.map((failure) => describeFailure('unit', failure))).toEqual([
      `unit › runtime/a.test.ts › outside of any test
    error: Cannot find module './missing.ts' from '/x/a.test.ts'`,
    ]);
  });

  test('a check, or a suite that died, shows the end of what it printed', async () => {
    const output = `${Array.from({ length: 30 }, (_, at) => `note ${at}`).join('\n')}\n\na.ts(3,5): error TS2322\n`;
    const { failures } = countCheck({ code: 2, output });
    expect(failures[0]?.error).toHaveLength(12);
    expect(describeFailure('types', failures[0] ?? { error: [] })).toEndWith('    a.ts(3,5): error TS2322');
    const lost = countLost(['a.test.ts'], output).get('a.test.ts');
    expect(lost).toMatchObject({ passed: 0, failed: 1, failures: [{ ...failures[0], file: 'a.test.ts' }] });
    expect(countCheck({ code: 0, output })).toEqual({ passed: 1, failed: 0, skipped: 0, failures: [] });
  });
});
