import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { installBrowser } from './browser.ts';
import { sentFault } from './mongodb/check-sent.ts';
import { SENT_FOLDER } from './mongodb/read-sent.ts';
import { installNameServer } from './name-server.ts';
import { printLast, projectRoot, runWatched } from './process.ts';
import { installProxy } from './proxy.ts';
import { installSshServer } from './ssh-server.ts';
import { findLongParts, findParts, type Part, type Task } from './test-parts.ts';
import { countCheck, countTests, describeFailure, type TestCount } from './test-report.ts';

/**
 * Milliseconds a test may take that names no limit of its own. Bun's default of 5 s is reached by tests that
 * start a process on a busy machine; the limit only ends what hangs. (`timeout` in bunfig.toml has no effect.)
 */
const TEST_LIMIT = 60_000;
/**
 * Tasks at a time: two more than cores, because tests wait half of their time (for a page, a lock-out, a process that
 * ends). With one more of them nothing was done sooner.
 */
const LANES = Math.min(4, availableParallelism() + 2);

const [first, ...others] = process.argv.slice(2);
const isFull = first === '--full';
const parts = isFull ? findLongParts(others) : findParts();
const wanted = isFull || first === undefined ? others : [first, ...others];
const isWanted = ({ name }: Part) => wanted.length === 0 || wanted.includes(name);
/** Tests read and open the pages, which have to be there first. */
const needsPages = parts.some((part) => isWanted(part) && part.tasks.some(({ isSuite }) => isSuite));
const chosen = parts.filter((part) => isWanted(part) || (needsPages && part.name === 'build'));
const known = new Set(parts.map(({ name }) => name));
if (!wanted.every((name) => known.has(name))) {
  console.error(`Unknown part. Expected any of: ${parts.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
if ((isFull || chosen.some(({ name }) => name === 'e2e' || name === 'security')) && !installBrowser())
  process.exit(1);

/** Parts that ask a name server of others' making, and those that stand behind a proxy of others' making. */
const NAMED = ['contract', 'platform', 'unit', 'e2e', 'security'];
const PROXIED = ['contract', 'e2e'];
if ((isFull || chosen.some(({ name }) => NAMED.includes(name))) && !installNameServer()) process.exit(1);

if ((isFull || chosen.some(({ name }) => PROXIED.includes(name))) && !installProxy()) process.exit(1);

/** Parts that log in on machines. */
const LOGGED_IN = ['contract', 'platform', 'e2e'];
if ((isFull || chosen.some(({ name }) => LOGGED_IN.includes(name))) && !installSshServer()) process.exit(1);

// A report cannot be written where there is no folder, and a fresh clone that runs one part has none.
const reports = join(projectRoot, '.cache');
mkdirSync(reports, { recursive: true });
// What the embedded stores are sent is written down there, and held against docs/mongodb.md at the end.
rmSync(SENT_FOLDER, { recursive: true, force: true });
process.env.WAYPOST_STORE_SENT = SENT_FOLDER;

const counts = new Map<Task, TestCount & { seconds: number; cpuSeconds: number }>();
for (const part of chosen.filter(({ isAlone }) => isAlone)) await runTasks(part.tasks, 1);
await runTasks(
  chosen.filter(({ isAlone }) => !isAlone).flatMap(({ tasks }) => tasks),
  LANES,
);
const sent = sentFault();
const code = report();
await printLast(`${describeTotal()}\n`);
process.exit(code);

/** Runs tasks in their order, so many at a time. With one at a time its output is seen while it runs. */
async function runTasks(tasks: readonly Task[], lanes: number): Promise<void> {
  const waiting = [...tasks];
  const isLive = lanes === 1 || tasks.length === 1;
  const lane = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await runTask(task, isLive);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function runTask(task: Task, isLive: boolean): Promise<void> {
  const startedAt = performance.now();
  const file = join(reports, `${task.name.replaceAll('/', '-')}.junit.xml`);
  const extra = task.isSuite
    ? [`--timeout=${TEST_LIMIT}`, '--reporter=junit', `--reporter-outfile=${file}`]
    : [];
  if (isLive) process.stdout.write(`\n── ${task.name}\n`);
  const outcome = await runWatched([...task.command, ...extra], isLive);
  const seconds = (performance.now() - startedAt) / 1000;
  const count = task.isSuite ? await countTests(file, outcome) : countCheck(outcome);
  counts.set(task, { ...count, seconds, cpuSeconds: outcome.cpuSeconds });
  const title = `── ${task.name}: ${describe(count)} in ${seconds.toFixed(1)} s\n`;
  process.stdout.write(isLive ? title : `\n── ${task.name}\n${outcome.output}${title}`);
}

function describe({ passed, failed, skipped }: Pick<TestCount, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

/** Prints the parts and what failed. Returns the exit code. */
function report(): number {
  process.stdout.write('\n');
  for (const { name, tasks } of chosen) {
    const { passed, failed, skipped, seconds, cpuSeconds } = sum(tasks);
    const time = `in ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of a core`;
    process.stdout.write(`${name.padEnd(16)}${describe({ passed, failed, skipped })} ${time}\n`);
  }
  const failures = [...counts].flatMap(([task, count]) =>
    count.failures.map((failure) => describeFailure(task.part, failure)),
  );
  if (sent !== undefined) failures.push(sent);
  if (failures.length > 0) process.stdout.write(`\n${failures.join('\n\n')}\n\n`);
  return sumAll().failed === 0 ? 0 : 1;
}

/** The line that ends the output. */
function describeTotal(): string {
  const { passed, failed } = sumAll();
  return `${passed} passed, ${failed} failed`;
}

function sumAll(): ReturnType<typeof sum> {
  const total = sum(chosen.flatMap(({ tasks }: Part) => tasks));
  return sent === undefined ? total : { ...total, failed: total.failed + 1 };
}

/** Seconds are those of the lanes: tasks that ran beside each other count both. */
function sum(tasks: readonly Task[]) {
  const total = { passed: 0, failed: 0, skipped: 0, seconds: 0, cpuSeconds: 0 };
  for (const task of tasks) {
    const count = counts.get(task);
    if (count === undefined) continue;
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    total.seconds += count.seconds;
    total.cpuSeconds += count.cpuSeconds;
  }
  return total;
}
