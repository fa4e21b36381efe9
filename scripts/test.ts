import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installBrowser } from './browser.ts';
import { projectRoot, runWatched } from './process.ts';
import { countCheck, countTests, describeFailure } from './test-report.ts';

/**
 * Milliseconds a test may take that names no limit of its own. Bun's default of 5 s is reached by tests that
 * start a process on a busy machine; the limit only ends what hangs. (`timeout` in bunfig.toml has no effect.)
 */
const TEST_LIMIT = 60_000;

/** One part of the suite. A check counts as one test; a suite counts its own. */
type Part = { name: string; command: string[]; isSuite: boolean };

const unit: Part = {
  name: 'unit',
  command: ['bun', 'test', './runtime', './host', './plugins', './scripts'],
  isSuite: true,
};
const parts: Part[] = [
  { name: 'build', command: ['bun', 'host/shell/build.ts'], isSuite: false },
  { name: 'types', command: ['bun', 'node_modules/typescript/bin/tsc', '--noEmit'], isSuite: false },
  {
    name: 'lint',
    command: ['bun', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--diagnostic-level=warn', '.'],
    isSuite: false,
  },
  { name: 'boundaries', command: ['bun', 'scripts/check-boundaries.ts'], isSuite: false },
  { name: 'unused', command: ['bun', 'node_modules/knip/bin/knip.js'], isSuite: false },
  { name: 'files', command: ['bun', 'scripts/check-files.ts'], isSuite: false },
  { name: 'words', command: ['bun', 'scripts/check-words.ts'], isSuite: false },
  unit,
  ...['store', 'contract', 'platform', 'security', 'crash', 'e2e'].map((name) => ({
    name,
    command: ['bun', 'test', `./tests/${name}`],
    isSuite: true,
  })),
];

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? parts : parts.filter(({ name }) => wanted.includes(name));
if (chosen.length === 0) {
  console.error(`Unknown part. Expected any of: ${parts.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
if (chosen.some(({ name }) => name === 'e2e' || name === 'security') && !installBrowser()) process.exit(1);

// A report cannot be written where there is no folder, and a fresh clone that runs one part has none.
const reports = join(projectRoot, '.cache');
mkdirSync(reports, { recursive: true });
let passed = 0;
let failed = 0;
const failedParts: string[] = [];
const failures: string[] = [];
for (const part of chosen) {
  const startedAt = performance.now();
  process.stdout.write(`\n── ${part.name}\n`);
  const report = join(reports, `${part.name}.junit.xml`);
  const extra = part.isSuite
    ? [`--timeout=${TEST_LIMIT}`, '--reporter=junit', `--reporter-outfile=${report}`]
    : [];
  const outcome = await runWatched([...part.command, ...extra]);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const count = part.isSuite ? await countTests(report, outcome) : countCheck(outcome);
  passed += count.passed;
  failed += count.failed;
  if (count.failed > 0) failedParts.push(part.name);
  failures.push(...count.failures.map((failure) => describeFailure(part.name, failure)));
  process.stdout.write(
    `── ${part.name}: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''} in ${seconds} s\n`,
  );
}
if (failed > 0) process.stdout.write(`\nFailed: ${failedParts.join(', ')}\n\n${failures.join('\n\n')}\n\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
