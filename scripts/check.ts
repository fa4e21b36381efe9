import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describeCheck } from './check-report.ts';
import { CHECKS, type Check } from './checks.ts';
import { printLast, projectRoot, runWatched } from './process.ts';

/** `npm run check`: what can be said of the source without running the product. Names of checks choose some of them. */
const wanted = process.argv.slice(2);
const names = CHECKS.map(({ name }) => name);
if (!wanted.every((name) => names.includes(name))) {
  console.error(`Unknown check. Expected any of: ${names.join(', ')}.`);
  process.exit(2);
}
const waiting = CHECKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const count = waiting.length;
// What the types were the last time is kept here, and a fresh clone has no such folder.
mkdirSync(join(projectRoot, '.cache'), { recursive: true });
const startedAt = performance.now();
let failed = 0;
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, runLane));
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
await printLast(`${count - failed} passed, ${failed} failed in ${seconds} s\n`);
process.exit(failed === 0 ? 0 : 1);

async function runLane(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await run(check);
}

async function run(check: Check): Promise<void> {
  const started = performance.now();
  const outcome = await runWatched([...check.command], false);
  if (outcome.code !== 0) failed += 1;
  process.stdout.write(describeCheck(check, { ...outcome, seconds: (performance.now() - started) / 1000 }));
}
