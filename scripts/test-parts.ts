import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHECKS } from './checks.ts';
import { projectRoot } from './process.ts';

/** What runs in one process of its own, and the part of the suite that it counts for. */
export interface Task {
  part: string;
  /** The part, or the files of it that share the process. */
  name: string;
  /** A check: it counts as one test. */
  command?: readonly string[];
  /** A suite: test files relative to the project, which count their own tests. */
  files?: readonly string[];
  /** A commit: of the files only those run that import what has changed since. */
  changedSince?: string;
}

export interface Part {
  name: string;
  tasks: Task[];
  /** Nothing else runs beside it: what it writes is read by the others. */
  isAlone: boolean;
}

/** A package of its own: with `MONGODB_URI` its tests say whether it answers as MongoDB does. */
const STORE = 'runtime/store';

/** What has tests. */
const FOLDERS = ['runtime', 'host', 'plugins', 'scripts', 'tests'];

/** What belongs to `npm run test:full` though it stands beside what it tests. */
const isSlow = (file: string) => /\.slow\.test\.tsx?$/.test(file);

/** The pages, which tests open: every selection with a test begins with them. */
export const BUILD: Part = { ...check('build', 'bun', 'host/shell/build.ts'), isAlone: true };

/** The parts of `npm test` in the order in which they start: checks, then what takes longest first. */
export function findParts(): Part[] {
  return [
    BUILD,
    ...CHECKS.map(({ name, command }) => check(name, ...command)),
    suiteOfPages('e2e'),
    suite('security', testsIn('tests/security')),
    unitSuite(),
    suite('platform', testsIn('tests/platform')),
    suite('crash', testsIn('tests/crash')),
    // Behind it are many short ones: at the end all lanes have something.
    suite('store', testsIn(STORE)),
    suiteByFile('contract'),
  ];
}

/**
 * The parts of `npm run test:full`: each file of tests/full is one, each folder of it one whose files share a process and its
 * browser, and so are the slow unit tests of one package.
 * @param seconds how long tasks took the last time, by name: the longest begin first, behind those not yet measured
 */
export function findLongParts(seconds: Readonly<Record<string, number>> = {}): Part[] {
  const files = [...testsIn('tests/full'), ...FOLDERS.flatMap((folder) => filesIn(folder).filter(isSlow))];
  const parts = Map.groupBy(files, longPartOf);
  const long = [...parts].map(([name, some]) => suite(name, some));
  const secondsOf = ({ name }: Part) => seconds[name] ?? Number.POSITIVE_INFINITY;
  return long.sort((one, other) => secondsOf(other) - secondsOf(one) || 0);
}

/** `many-visits`, `domain-screens`, `slow/plugins/wallet`. */
function longPartOf(file: string): string {
  if (isSlow(file)) return `slow/${file.split('/').slice(0, 2).join('/')}`;
  const path = file.slice('tests/full/'.length);
  return path.includes('/') ? dirname(path) : path.replace(/\.test\.tsx?$/, '');
}

/**
 * What is asked for by name or path.
 * @param wanted names of parts, files and folders
 * @returns the parts with the files that are wanted, and what names nothing
 */
export function selectParts(
  parts: readonly Part[],
  wanted: readonly string[],
): { chosen: Part[]; unknown: string[] } {
  const unused = new Set(wanted);
  const chosen: Part[] = [];
  for (const part of parts) {
    if (wanted.includes(part.name)) {
      unused.delete(part.name);
      chosen.push(part);
      continue;
    }
    const tasks = part.tasks.flatMap((task): Task[] => {
      const files = task.files?.filter((file) => {
        const path = wanted.find((entry) => isUnder(file, entry));
        if (path !== undefined) unused.delete(path);
        return path !== undefined;
      });
      return files?.length ? [{ ...task, files }] : [];
    });
    if (tasks.length > 0) chosen.push({ ...part, tasks });
  }
  const hasTests = chosen.some(({ tasks }) => tasks.some(({ files }) => files));
  if (hasTests && !chosen.includes(BUILD)) chosen.unshift(BUILD);
  return { chosen, unknown: [...unused] };
}

/**
 * What a change may have broken: the tests that changed, unit tests that import what changed, slow ones beside it, and
 * browser tests that name a screen that changed.
 * @param changed files relative to the project
 * @param base the commit since which they changed
 */
export function affectedParts(parts: readonly Part[], changed: readonly string[], base: string): Part[] {
  const areas = new Set(changed.map(areaOf));
  const screens = changed.flatMap((file) => /^plugins\/[^/]+\/screens\/(\w+)\//.exec(file)?.[1] ?? []);
  const names = new RegExp(`\\b(${screens.join('|')})\\b`);
  const isAffected = (file: string) =>
    changed.includes(file) ||
    (isSlow(file) && areas.has(areaOf(file))) ||
    (/^tests\/(e2e|full)\//.test(file) &&
      screens.length > 0 &&
      names.test(readFileSync(join(projectRoot, file), 'utf8')));
  return parts.flatMap((part): Part[] => {
    if (part.name === 'unit' || part.name === 'store')
      return [{ ...part, tasks: part.tasks.map((task) => ({ ...task, changedSince: base })) }];
    const tasks = part.tasks.flatMap((task) => {
      const files = task.files?.filter(isAffected);
      return files?.length ? [{ ...task, files }] : [];
    });
    if (part === BUILD || part.tasks.every(({ files }) => files === undefined)) return [part];
    return tasks.length > 0 ? [{ ...part, tasks }] : [];
  });
}

/** `plugins/wallet/chain`, `runtime/visit/journal`. */
function areaOf(file: string): string {
  return dirname(file).split('/').slice(0, 3).join('/');
}

function isUnder(file: string, entry: string): boolean {
  const path = entry.replace(/^\.\//, '').replace(/\/$/, '');
  return file === path || file.startsWith(`${path}/`);
}

/** Every test beside what it tests. */
function unitTests(): string[] {
  return [
    ...['runtime', 'host', 'plugins', 'scripts', 'tests/plugins'].flatMap(testsIn),
    ...readdirSync(join(projectRoot, 'tests'))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `tests/${name}`),
  ];
}

/** Unit tests in some processes: one alone would still run when all else is done. */
function unitSuite(): Part {
  const files = unitTests().filter((file) => !file.startsWith(`${STORE}/`));
  const groups = Object.groupBy(
    files,
    (file) => /^(runtime\/visit|runtime|plugins)\//.exec(file)?.[1] ?? 'others',
  );
  const tasks = Object.entries(groups).map(([group, some = []]) => ({
    part: 'unit',
    name: `unit/${group.replace('/', '-')}`,
    files: some,
  }));
  return { name: 'unit', tasks, isAlone: false };
}

function check(name: string, ...command: string[]): Part {
  return { name, tasks: [{ part: name, name, command }], isAlone: false };
}

function suite(name: string, files: readonly string[]): Part {
  return { name, tasks: [{ part: name, name, files }], isAlone: false };
}

/** How a test file says that it shares what it runs on with the others of its process. */
const SHARES = /\bshare(Product|ServersProduct|System)\(|\bopenPlace\(\)/;

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
  const tasks = [
    // The longest of them begins first.
    { part: name, name: `${name}/shared`, files: shared },
    ...some.map((files, at) => ({ part: name, name: `${name}/own-${at + 1}`, files })),
  ];
  return { name, tasks: tasks.filter(({ files }) => files.length > 0), isAlone: false };
}

/** A process for all files that share a system; the others, which mostly wait, run beside it in one each. */
function suiteByFile(name: string): Part {
  const { shared, own } = filesOf(name);
  const together = shared.length > 0 ? [{ part: name, name: `${name}/shared`, files: shared }] : [];
  return {
    name,
    tasks: [
      ...together,
      ...own.map((file) => ({ part: name, name: file.slice('tests/'.length), files: [file] })),
    ],
    isAlone: false,
  };
}

function filesOf(name: string): { shared: string[]; own: string[] } {
  const { shared = [], own = [] } = Object.groupBy(testsIn(`tests/${name}`), (file) =>
    SHARES.test(readFileSync(join(projectRoot, file), 'utf8')) ? 'shared' : 'own',
  );
  return { shared, own };
}

/** The test files of a folder but for slow ones. */
function testsIn(folder: string): string[] {
  return filesIn(folder).filter((file) => !isSlow(file));
}

/** All test files of a folder, relative to the project. */
function filesIn(folder: string): string[] {
  const path = join(projectRoot, folder);
  if (!existsSync(path)) return [];
  return [...new Bun.Glob('**/*.test.{ts,tsx}').scanSync(path)]
    .filter((file) => !/(^|\/)(node_modules|\.[^/]*)\//.test(file))
    .map((file) => `${folder}/${file}`)
    .sort();
}
