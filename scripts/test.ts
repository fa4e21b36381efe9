import { join } from 'node:path';
import { installBrowser } from './browser.ts';
import { projectRoot, runStep } from './process.ts';
import { countTests } from './test-report.ts';

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
  ...['store', 'contract', 'security', 'crash', 'e2e'].map((name) => ({
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

let passed = 0;
let failed = 0;
const failures: string[] = [];
for (const part of chosen) {
  const startedAt = performance.now();
  process.stdout.write(`\n── ${part.name}\n`);
  const report = join(projectRoot, '.cache', `${part.name}.junit.xml`);
  const extra = part.isSuite ? ['--reporter=junit', `--reporter-outfile=${report}`] : [];
  const code = await runStep([...part.command, ...extra]);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const count = part.isSuite
    ? await countTests(report, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  passed += count.passed;
  failed += count.failed;
  if (count.failed > 0) failures.push(part.name);
  process.stdout.write(
    `── ${part.name}: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''} in ${seconds} s\n`,
  );
}
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
