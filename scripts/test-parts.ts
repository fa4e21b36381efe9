import { readdirSync } from 'node:fs';
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
    suiteByFile('e2e'),
    suite('security', './tests/security'),
    suite('unit', ...runtimeFolders(), './host', './plugins', './scripts'),
    suite('platform', './tests/platform'),
    suite('crash', './tests/crash'),
    suiteByFile('contract'),
    suite('store', STORE),
  ];
}

/** The long rounds of `npm run test:full`: each file of tests/full is a part of its own, so that one can be run alone. */
export function findLongParts(): Part[] {
  const { tasks } = suiteByFile('full');
  const long = tasks.map((task) => {
    const name = task.name.replace(/^full\/|\.test\.tsx?$/g, '');
    return { name, tasks: [{ ...task, part: name }], isAlone: false };
  });
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

/** A process for each file: files that mostly wait run beside others. */
function suiteByFile(name: string): Part {
  const files = [...new Bun.Glob('**/*.test.{ts,tsx}').scanSync(join(projectRoot, 'tests', name))].sort();
  return {
    name,
    tasks: files.map((file) => ({
      part: name,
      name: `${name}/${file}`,
      command: ['bun', 'test', `./tests/${name}/${file}`],
      isSuite: true,
    })),
    isAlone: false,
  };
}
