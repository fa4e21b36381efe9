import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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

/** Every part, in the order in which they start: the pages, the checks, then what takes longest first. */
export function findParts(): Part[] {
  return [
    { ...check('build', 'bun', 'host/shell/build.ts'), isAlone: true },
    ...CHECKS.map(({ name, command }) => check(name, ...command)),
    // Each is one process for a quarter of an hour: begun later, they would run alone at the end.
    suite('security', './tests/security'),
    unitTests(),
    suiteOfPages('e2e'),
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
export const LONGEST: readonly string[] = [
  ...['walk-roles', 'monitor', 'code-screens', 'wallet-screens', 'domain-screens', 'money-steps'],
  ...['visit-kills', 'bot-flood', 'shell-screens', 'other-database', 'every-screen', 'operators-week'],
  ...['large-mall', 'deposit-kills', 'plugin-cycles', 'operators', 'message-to-many'],
  ...['switched-plugins', 'domain-calls', 'many-visits', 'large-export', 'many-people'],
];

/**
 * The long rounds of `npm run test:full`: each file of tests/full is a part of its own, and each folder of it one whose files
 * share a process and its browser, and the product where they share that.
 * @param wanted names of what is run; a file of a folder that is named is a part of its own
 */
export function findLongParts(wanted: readonly string[] = []): Part[] {
  const files = Map.groupBy(testFilesOf('full'), (file) => {
    const name = basename(file).replace(/\.test\.tsx?$/, '');
    return file.includes('/') && !wanted.includes(name) ? dirname(file) : name;
  });
  const long = [...files].map(([name, some]): Part => {
    const task = { ...tests('full', `full/${some.length > 1 ? name : some[0]}`, some), part: name };
    return { name, tasks: [task], isAlone: false };
  });
  const rank = ({ name }: Part) => LONGEST.toReversed().indexOf(name);
  long.sort((one, other) => rank(other) - rank(one));
  return [{ ...check('build', 'bun', 'host/shell/build.ts'), isAlone: true }, ...long];
}

/** Tests beside what they test: what visits are counted by takes half of the time, and runs beside the others. */
function unitTests(): Part {
  const [name, visit] = ['unit', './runtime/visit'];
  const others = [
    ...runtimeFolders().filter((folder) => folder !== visit),
    ...[
      './host',
      './plugins',
      './scripts',
      './tests/plugins',
      './tests/share.test.ts',
      './tests/time-zone.test.ts',
    ],
  ];
  const task = (title: string, folders: string[]): Task => ({
    ...{ part: name, name: `${name}/${title}`, isSuite: true },
    command: ['bun', 'test', ...folders],
  });
  return { name, tasks: [task('others', others), task('visit', [visit])], isAlone: false };
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
const SHARES = /\bshare(Product|ServersProduct|System)\(|\bopenPlace\(\)/;

/** Processes of browser tests: one alone would still run when all else is done. */
const SHARED_PROCESSES = 2;
const OWN_PROCESSES = 2;

/**
 * Some processes for the files that run on a product that they share, and some for those with products of their own, which
 * mostly wait for their pages. In each of them all files have one browser, and those that share it one product.
 */
function suiteOfPages(name: string): Part {
  const { shared, own } = filesOf(name);
  const split = (files: readonly string[], processes: number, title: string) =>
    Array.from({ length: processes }, (_, at) =>
      tests(
        name,
        `${name}/${title}-${at + 1}`,
        files.filter((_file, index) => index % processes === at),
      ),
    );
  return {
    name,
    // The longest of them begin first.
    tasks: [...split(shared, SHARED_PROCESSES, 'shared'), ...split(own, OWN_PROCESSES, 'own')],
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
