import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
    suiteByFile('contract'),
    suite('store', STORE),
  ];
}

/** What takes longest begins first: at the end nothing would be left to run beside it. */
const LONGEST = ['visit-kills', 'every-view'];

/** The long rounds of `npm run test:full`: each file of tests/full is a part of its own, so that one can be run alone. */
export function findLongParts(): Part[] {
  const long = testFilesOf('full').map((file) => {
    const name = file.replace(/\.test\.tsx?$/, '');
    const task = { ...tests('full', `full/${file}`, [file]), part: name };
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
