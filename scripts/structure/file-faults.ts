import { join } from 'node:path';
import { rangeFaults } from './exact-versions.ts';
import { LONGEST_FUNCTION, longFunctions } from './long-functions.ts';
import { lookFaults } from './looks-at-once.ts';
import { documentFaults } from './named-documents.ts';
import { sortFaults } from './open-sorts.ts';
import { castFaults } from './row-casts.ts';

/** A hand-written file past this many lines does two things. */
const LONGEST_FILE = 400;
/** What must not stand in the repository: addresses of package registries, paths of one machine. */
const FORBIDDEN = [
  /registry\.(npmjs|yarnpkg)\.(org|com)/,
  /deb\.debian\.org/,
  // Not a folder of ours that is called so: `../home/parts/`.
  /(?<![.\w-])\/(home|root|Users)\/[a-z]+\//,
];
/** An object that is written only to be spread: the compiler looks for no misspelt field in it. */
const PACKED = /\.\.\.\{/;
/** The file that names them. */
const SELF = 'scripts/structure/file-faults.ts';

/** What is wrong with the files of a git repository, new ones among them, and how many were looked at. */
export async function fileFaults(root: string): Promise<{ checked: number; faults: string[] }> {
  const listed = Bun.spawnSync(['git', 'ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  const faults: string[] = [];
  let checked = 0;
  for (const file of listed.stdout.toString().split('\n').filter(Boolean)) {
    const handle = Bun.file(join(root, file));
    if (!(await handle.exists()) || /\.(png|ico|mmdb|woff2)$/.test(file)) continue;
    checked += 1;
    const text = await handle.text();
    faults.push(...faultsOf(file, text), ...documentFaults(root, file, text), ...rangeFaults(file, text));
    faults.push(...sortFaults(file, text), ...lookFaults(file, text), ...castFaults(file, text));
  }
  return { checked, faults };
}

function faultsOf(file: string, text: string): string[] {
  const faults: string[] = [];
  const lines = text.split('\n').length - 1;
  if (/\.(tsx?|mjs|cjs|css)$/.test(file) && lines > LONGEST_FILE)
    faults.push(`${file}: ${lines} lines, at most ${LONGEST_FILE}: split it by responsibility`);
  if (/\.tsx?$/.test(file))
    for (const { name, line, lines: length } of longFunctions(file, text))
      faults.push(
        `${file}:${line}: ${name} has ${length} lines, at most ${LONGEST_FUNCTION}: give its parts names of their own`,
      );
  if (/\.tsx?$/.test(file) && PACKED.test(text))
    faults.push(`${file}: spreads an object where its fields can stand: their names are not checked then`);
  if (file !== SELF)
    for (const pattern of FORBIDDEN)
      if (pattern.test(text)) faults.push(`${file}: contains ${pattern.source}`);
  return faults;
}
