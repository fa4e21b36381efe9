import { mkdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { projectRoot, runWatched } from './process.ts';
import type { Part, Task } from './test-parts.ts';
import {
  countCheck,
  countFiles,
  countLost,
  describeFailure,
  type FileCount,
  type TestCount,
} from './test-report.ts';

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

/** Files that are tried again: where more have failed, it was no accident. */
const MAX_RETRIED = 5;
/** Milliseconds that all retries together may take. */
const RETRY_LIMIT = 180_000;
/** What proves that nothing is lost, paid twice or let in: a failure there is never an accident. */
const NEVER_RETRIED = [
  /^tests\/security\//,
  /^tests\/crash\//,
  /^plugins\/wallet\/properties\//,
  /kills[^/]*$/,
];
/** Files named at the end of a report. */
const LONGEST_FILES = 5;

const reports = join(projectRoot, '.cache');

interface Outcome {
  counts: Map<Task, TestCount & { seconds: number; cpuSeconds: number }>;
  /** Of suites, by file. */
  files: Map<string, FileCount & { task: Task }>;
}

/** How a run ended. */
export interface RunResult {
  passed: number;
  failed: number;
  /** Seconds of the clock that each task took, by name. */
  seconds: Record<string, number>;
}

/**
 * Runs parts of the suite, tries files again that failed by accident, and prints the report but for its last line.
 * @param parts in the order in which they start
 */
export async function runParts(parts: readonly Part[], print: (text: string) => void): Promise<RunResult> {
  mkdirSync(reports, { recursive: true });
  const startedAt = performance.now();
  const busyBefore = busySeconds();
  const outcome: Outcome = { counts: new Map(), files: new Map() };
  for (const part of parts.filter(({ isAlone }) => isAlone)) await runTasks(part.tasks, 1, outcome, print);
  const others = parts.filter(({ isAlone }) => !isAlone).flatMap(({ tasks }) => tasks);
  await runTasks(others, LANES, outcome, print);
  const flaky = await retryFailed(outcome, print);
  printReport(parts, outcome, print);
  const minutes = (performance.now() - startedAt) / 60_000;
  print(
    `${minutes.toFixed(1)} minutes, ${Math.round(busySeconds() - busyBefore)} s of the machine's cores\n`,
  );
  if (flaky.length > 0)
    print(`\n${flaky.map((name) => `flaky: ${name}\n`).join('')}flaky: ${flaky.length}\n`);
  const { passed, failed } = sum(outcome, [...outcome.counts.keys()]);
  const seconds = [...outcome.counts].map(([{ name }, count]) => [name, count.seconds] as const);
  return { passed, failed, seconds: Object.fromEntries(seconds) };
}

/** Runs tasks in their order, so many at a time. With one at a time its output is seen while it runs. */
async function runTasks(
  tasks: readonly Task[],
  lanes: number,
  outcome: Outcome,
  print: (text: string) => void,
): Promise<void> {
  const waiting = [...tasks];
  const isLive = lanes === 1 || tasks.length === 1;
  const lane = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift())
      await runTask(task, isLive, outcome, print);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function runTask(
  task: Task,
  isLive: boolean,
  outcome: Outcome,
  print: (text: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  if (isLive) print(`\n── ${task.name}\n`);
  let count: TestCount;
  let run: Awaited<ReturnType<typeof runWatched>>;
  if (task.files === undefined) {
    run = await runWatched([...(task.command ?? [])], isLive);
    count = countCheck(run);
  } else {
    const result = await runFiles(task, task.files, isLive);
    run = result.run;
    for (const [file, of] of result.counts) outcome.files.set(file, { ...of, task });
    count = sumCounts([...result.counts.values()]);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  outcome.counts.set(task, { ...count, seconds, cpuSeconds: run.cpuSeconds });
  const title = `── ${task.name}: ${describe(count)} in ${seconds.toFixed(1)} s\n`;
  print(isLive ? title : `\n── ${task.name}\n${run.output}${title}`);
}

/** Runs test files in one process. */
async function runFiles(task: Task, files: readonly string[], isLive: boolean, limit?: number) {
  const report = join(reports, `${task.name.replaceAll('/', '-')}.junit.xml`);
  const run = await runWatched(
    [
      ...[
        'bun',
        'test',
        '--no-orphans',
        `--timeout=${TEST_LIMIT}`,
        '--reporter=junit',
        `--reporter-outfile=${report}`,
      ],
      ...(task.changedSince === undefined ? [] : [`--changed=${task.changedSince}`]),
      ...files.map((file) => `./${file}`),
    ],
    isLive,
    limit,
  );
  const counts = await countFiles(report, run);
  // Where nothing that a test imports has changed, there is no report.
  const isIdle = task.changedSince !== undefined && run.code === 0;
  return { run, counts: counts ?? (isIdle ? new Map<string, FileCount>() : countLost(files, run.output)) };
}

/**
 * Runs each file that failed once more, alone; what it says then counts.
 * @returns `file › test` of each failure that a second try did not show
 */
async function retryFailed(outcome: Outcome, print: (text: string) => void): Promise<string[]> {
  const failed = [...outcome.files].filter(([, count]) => count.failed > 0);
  const checks = [...outcome.counts].filter(([task, count]) => task.files === undefined && count.failed > 0);
  const isAccident = failed.every(
    ([file, count]) => count.isSetUp || !NEVER_RETRIED.some((some) => some.test(file)),
  );
  if (checks.length > 0 || !isAccident || failed.length > MAX_RETRIED) return [];
  const flaky: string[] = [];
  const endsAt = performance.now() + RETRY_LIMIT;
  for (const [file, before] of failed) {
    const limit = Math.floor(endsAt - performance.now());
    if (limit <= 0) break;
    print(`\n── ${file}, once more\n`);
    const { changedSince: _, ...alone } = before.task;
    const { run, counts } = await runFiles(alone, [file], false, limit);
    print(run.output);
    const after = counts.get(file);
    if (after === undefined) continue;
    if (after.failed === 0) {
      const names = before.failures.map(({ name }) => [file, name].filter(Boolean).join(' › '));
      flaky.push(...(names.length > 0 ? names : [file]));
    }
    outcome.files.set(file, { ...after, task: before.task });
    const task = outcome.counts.get(before.task);
    if (task === undefined) continue;
    const all = [...outcome.files.values()].filter((count) => count.task === before.task);
    outcome.counts.set(before.task, { ...task, ...sumCounts(all) });
  }
  return flaky;
}

/** Prints the parts, what failed and which files took longest. */
function printReport(parts: readonly Part[], outcome: Outcome, print: (text: string) => void): void {
  print('\n');
  for (const { name, tasks } of parts) {
    const count = sum(outcome, tasks);
    const time = `in ${count.seconds.toFixed(1)} s, ${count.cpuSeconds.toFixed(1)} s of a core`;
    print(`${name.padEnd(16)}${describe(count)} ${time}\n`);
  }
  const longest = [...outcome.files]
    .sort(([, one], [, other]) => other.seconds - one.seconds)
    .slice(0, LONGEST_FILES);
  print(
    `\n${longest.map(([file, { seconds }]) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`).join('')}`,
  );
  const failures = [...outcome.counts].flatMap(([task, count]) =>
    count.failures.map((failure) => describeFailure(task.part, failure)),
  );
  if (failures.length > 0) print(`\n${failures.join('\n\n')}\n\n`);
}

function describe({ passed, failed, skipped }: Pick<TestCount, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

function sumCounts(counts: readonly TestCount[]): TestCount {
  const add = (name: 'passed' | 'failed' | 'skipped') =>
    counts.reduce((total, count) => total + count[name], 0);
  return {
    passed: add('passed'),
    failed: add('failed'),
    skipped: add('skipped'),
    failures: counts.flatMap(({ failures }) => failures),
  };
}

/** Seconds are those of the lanes: tasks that ran beside each other count both. */
function sum(
  { counts }: Outcome,
  tasks: readonly Task[],
): TestCount & { seconds: number; cpuSeconds: number } {
  const some = tasks.flatMap((task) => counts.get(task) ?? []);
  return {
    ...sumCounts(some),
    seconds: some.reduce((total, { seconds }) => total + seconds, 0),
    cpuSeconds: some.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0),
  };
}

/** Seconds that the machine's cores have worked: those of browsers, too, which nobody waits for. */
function busySeconds(): number {
  return cpus().reduce(
    (total, { times }) => total + (times.user + times.nice + times.sys + times.irq) / 1000,
    0,
  );
}
