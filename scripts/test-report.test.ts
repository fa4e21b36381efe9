import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTests } from './test-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-report-'));

function write(attributes: string): string {
  const file = join(folder, `${crypto.randomUUID()}.xml`);
  writeFileSync(file, `<?xml version="1.0"?><testsuites name="bun test" ${attributes}></testsuites>`);
  return file;
}

test('counts what passed, failed and was skipped, and removes the report so that it is never counted twice', async () => {
  const report = write('tests="10" assertions="30" failures="2" skipped="1" time="1"');
  expect(await countTests(report, 1)).toEqual({ passed: 7, failed: 2, skipped: 1 });
  expect(existsSync(report)).toBe(false);
});

test('a suite that ran nothing is a failure: a green run of no tests would hide everything', async () => {
  expect(await countTests(write('tests="0" failures="0" skipped="0"'), 0)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
  expect(await countTests(join(folder, 'never-written.xml'), 0)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});

test('an exit code that no test explains (a file that does not load) is a failure', async () => {
  expect(await countTests(write('tests="4" failures="0" skipped="0"'), 1)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
  });
});
