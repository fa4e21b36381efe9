import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { printLast, projectRoot, runWatched } from './process.ts';
import { countFiles, countLost, describeFailure, skippedTests } from './test-report.ts';

/** How often WAYPOST_KILL_COMMAND is run beside the tests, milliseconds. */
const KILL_EVERY_MS = 30_000;

/** A group of tests, and whether a server of one's own is what it runs against. */
interface Group {
  title: string;
  files: readonly string[];
  /** It brings its own store and what passes for a replica set in front of it, whatever MONGODB_URI is. */
  isOwn?: boolean;
  /** Members may be killed meanwhile. */
  isSturdy?: boolean;
}

const GROUPS: readonly Group[] = [
  {
    title: 'the store’s cases',
    files: ['./runtime/store/acceptance', './runtime/store/tests/cases.test.ts'],
  },
  {
    title: 'faults that a server’s fail points make',
    files: ['./tests/full/mongodb-faults.test.ts'],
    isSturdy: true,
  },
  {
    title: 'the visit path: what was answered is counted',
    files: ['./tests/crash/accounting.test.ts'],
    isSturdy: true,
  },
  {
    title: 'backup, restore and export',
    files: [
      './runtime/command/backup-mongodb.slow.test.ts',
      './runtime/command/store-export-mongodb.test.ts',
    ],
  },
  {
    title: 'the product: the move of an installation, its visits afterwards, and the way back',
    files: ['./tests/full/moving.test.ts'],
  },
  {
    title: 'backups both ways while visits go on',
    files: ['./tests/full/mongodb-backup.test.ts'],
    isOwn: true,
  },
  {
    title: 'the product under visits while the primary changes',
    files: ['./tests/full/election-weather.test.ts'],
    isSturdy: true,
  },
  { title: 'elections', files: ['./tests/full/elections.test.ts'], isOwn: true },
];

const { MONGODB_URI: uri, WAYPOST_KILL_COMMAND: kill } = process.env;
const isServer = uri !== undefined;
console.log(
  isServer
    ? 'against the MongoDB of MONGODB_URI'
    : 'against the embedded store behind a proxy: MONGODB_URI is not set',
);
const reports = join(projectRoot, '.cache');
mkdirSync(reports, { recursive: true });
const began = performance.now();
const failures: string[] = [];
const skipped: string[] = [];
let failed = 0;
let passed = 0;
for (const { title, files, isOwn, isSturdy } of GROUPS) {
  console.log(`\n── ${title}${isServer && isOwn ? ' (brings its own store: MONGODB_URI is not used)' : ''}`);
  const stop = isServer && isSturdy && kill !== undefined ? killing(kill) : () => undefined;
  if (isOwn) delete process.env.MONGODB_URI;
  const report = join(reports, 'mongodb.junit.xml');
  rmSync(report, { force: true });
  const written = ['--reporter=junit', `--reporter-outfile=${report}`];
  const outcome = await runWatched(['bun', 'test', '--timeout', '240000', ...written, ...files], true);
  if (isOwn && uri !== undefined) process.env.MONGODB_URI = uri;
  stop();
  if (existsSync(report))
    skipped.push(...skippedTests(readFileSync(report, 'utf8')).map((name) => `  ${title} › ${name}`));
  const counts = (await countFiles(report, outcome)) ?? countLost(files, outcome.output);
  for (const count of counts.values()) {
    failures.push(...count.failures.map((failure) => describeFailure(title, failure)));
    failed += count.failed;
    passed += count.passed;
  }
}
if (failures.length > 0) console.log(`\n${failures.join('\n\n')}`);
if (skipped.length > 0)
  console.log(
    [
      isServer
        ? '\nSkipped, because they kill, fill or damage a store, or are about the embedded one alone:'
        : '\nSkipped, because the embedded store is one process on this machine and has no members that could be kept from taking something over:',
      ...skipped,
    ].join('\n'),
  );
if (isServer) {
  const own = GROUPS.filter(({ isOwn }) => isOwn).map(({ title }) => `  ${title}`);
  console.log(
    [
      '\nRun against a store of their own, because they make it do what no server can be told to:',
      ...own,
    ].join('\n'),
  );
}
if (!isServer || kill === undefined)
  console.log(
    `\nSkipped, because ${isServer ? 'WAYPOST_KILL_COMMAND is not set' : 'MONGODB_URI is not set'}:\n  a kill of a member every 30 s${isServer ? '' : '; tests/crash kills the embedded store'}`,
  );
await printLast(
  `\n${passed} passed, ${failed} failed in ${Math.ceil((performance.now() - began) / 60_000)} minutes\n`,
);
process.exit(failed === 0 ? 0 : 1);

/** Runs a command of the shell again and again. @returns ends it */
function killing(command: string): () => void {
  const timer = setInterval(() => {
    Bun.spawn(['sh', '-c', command], {
      cwd: projectRoot,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
    });
  }, KILL_EVERY_MS);
  return () => clearInterval(timer);
}
