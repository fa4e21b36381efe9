import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHECKS } from './checks.ts';
import { projectRoot } from './process.ts';

/** What `npm test` runs in one process of its own, and the part of the suite that it counts for. */
export interface Task {
  part: string;
  /** The part, or the file of it. */
  name: string;
  command: string[];
  /** A suite counts its own tests; a check counts as one. */
  isSuite: boolean;
}

export interface Part {
  name: string;
  tasks: Task[];
  /** Nothing else runs beside it: what it writes is read by the others. */
  isAlone: boolean;
}

/** A package of its own: with `MONGODB_URI` its tests say whether it answers as MongoDB does. */
const STORE = './runtime/store';

/** Every part, in the order in which they start: the pages, quick checks, then what takes longest first. */
export function findParts(): Part[] {
  return [
    { ...check('build', 'bun', 'host/shell/build.ts'), isAlone: true },
    ...CHECKS.map(({ name, command }) => check(name, ...command)),
    suiteOfPages('e2e'),
    suite('security', './tests/security'),
    suite(
      'unit',
      ...runtimeFolders(),
      './host',
      './plugins',
      './scripts',
      './tests/plugins',
      './tests/share.test.ts',
      './tests/time-zone.test.ts',
    ),
    suite('platform', './tests/platform'),
    suite('crash', './tests/crash'),
    // Behind it are many short ones: at the end all lanes have something.
    suite('store', STORE),
    suiteByFile('contract'),
  ];
}

/**
 * What takes longest begins first, those of minutes in their order: at the end nothing would be left to run beside it. What keeps
 * a core busy stands between what mostly waits.
 */
const LONGEST = [
  ...[
    'visit-kills',
    'walk-roles',
    'shared-pages',
    'property-seeds',
    'domain-screens',
    'wallet-screens',
    'every-screen',
  ],
  ...[
    'more-screens',
    'plugin-cycles',
    'message-to-many',
    'visit-schedules',
    'deposit-kills',
    'many-visits',
    'every-view',
  ],
];

/** A part of the long rounds whose files share a product and a browser, and those files: each took seconds of a core to start both. */
const SHARED = 'shared-pages';
const SHARING = [
  ...['call-forms', 'daily-tasks', 'ended-session-closely', 'first-impression'],
  ...['foreign-pages', 'kept-visits', 'lookups', 'pools'],
];

/**
 * The long rounds of `npm run test:full`: each file of tests/full is a part of its own, and each folder of it one whose files
 * share a process and its browser. So do some that share their product.
 * @param wanted files that are run alone
 */
export function findLongParts(wanted: readonly string[] = []): Part[] {
  const files = Map.groupBy(testFilesOf('full'), (file) => {
    if (file.includes('/')) return dirname(file);
    const name = file.replace(/\.test\.tsx?$/, '');
    return SHARING.includes(name) && !wanted.includes(name) ? SHARED : name;
  });
  const long = [...files].map(([name, some]): Part => {
    const task = { ...tests('full', `full/${some.length > 1 ? name : some[0]}`, some), part: name };
    return { name, tasks: [task], isAlone: false };
  });
  const rank = ({ name }: Part) => LONGEST.toReversed().indexOf(name);
  long.sort((one, other) => rank(other) - rank(one));
  return [{ ...check('build', 'bun', 'host/shell/build.ts'), isAlone: true }, ...long];
}

function runtimeFolders(): string[] {
  return readdirSync(join(projectRoot, 'runtime'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => `./runtime/${name}`)
    .filter((folder) => folder !== STORE)
    .sort();
}

function check(name: string, ...command: string[]): Part {
  return { name, tasks: [{ part: name, name, command, isSuite: false }], isAlone: false };
}

function suite(name: string, ...folders: string[]): Part {
  return {
    name,
    tasks: [{ part: name, name, command: ['bun', 'test', ...folders], isSuite: true }],
    isAlone: false,
  };
}

/** How a test file says that it shares what it runs on with the others of its process. */
const SHARES = /\bshare(Product|System)\(|\bopenPlace\(\)/;

/** Processes for the files with products of their own: one alone would still run when all else is done. */
const OWN_PROCESSES = 3;

/**
 * One process for the files that run on a product that they share, and some for those with products of their own, which
 * mostly wait for their pages. In each of them all files have one browser.
 */
function suiteOfPages(name: string): Part {
  const { shared, own } = filesOf(name);
  const some = Array.from({ length: OWN_PROCESSES }, (_, at) =>
    own.filter((_file, index) => index % OWN_PROCESSES === at),
  );
  return {
    name,
    tasks: [
      // The longest of them begins first.
      tests(name, `${name}/shared`, shared),
      ...some.map((files, at) => tests(name, `${name}/own-${at + 1}`, files)),
    ],
    isAlone: false,
  };
}

/** A process for all files that share a system; the others, which mostly wait, run beside it in one each. */
function suiteByFile(name: string): Part {
  const { shared, own } = filesOf(name);
  const together = shared.length > 0 ? [tests(name, `${name}/shared`, shared)] : [];
  return {
    name,
    tasks: [...together, ...own.map((file) => tests(name, `${name}/${file}`, [file]))],
    isAlone: false,
  };
}

function filesOf(name: string): { shared: string[]; own: string[] } {
  const files = testFilesOf(name);
  const isShared = (file: string) =>
    SHARES.test(readFileSync(join(projectRoot, 'tests', name, file), 'utf8'));
  return { shared: files.filter(isShared), own: files.filter((file) => !isShared(file)) };
}

function testFilesOf(name: string): string[] {
  return [...new Bun.Glob('**/*.test.{ts,tsx}').scanSync(join(projectRoot, 'tests', name))].sort();
}

function tests(part: string, name: string, files: readonly string[]): Task {
  return {
    part,
    name,
    command: ['bun', 'test', ...files.map((file) => `./tests/${part}/${file}`)],
    isSuite: true,
  };
}
