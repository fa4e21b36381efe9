import { join } from 'node:path';
import { rangeFaults } from './exact-versions.ts';
import { LONGEST_FUNCTION, longFunctions } from './long-functions.ts';
import { documentFaults } from './named-documents.ts';

/** A hand-written file past this many lines does two things. */
const LONGEST_FILE = 400;
/** What must not stand in the repository: addresses of package registries, paths of one machine. */
const FORBIDDEN = [
  /registry\.(npmjs|yarnpkg)\.(org|com)/,
  /deb\.debian\.org/,
  // Not a folder of ours that is called so: `../home/parts/`.
  /(?<![.\w-])\/(home|root|Users)\/[a-z]+\//,
];
/** The file that names them. */
const SELF = 'scripts/structure/file-faults.ts';

/**
 * What is wrong with the files of a git repository, new ones among them, and how many were looked at.
 * @param stillLong functions from before the limit, `file name`: each that is short by now is a fault, so the list shrinks only
 */
export async function fileFaults(
  root: string,
  stillLong: readonly string[] = [],
): Promise<{ checked: number; faults: string[] }> {
  const listed = Bun.spawnSync(['git', 'ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  const faults: string[] = [];
  const waiting = new Set(stillLong);
  let checked = 0;
  for (const file of listed.stdout.toString().split('\n').filter(Boolean)) {
    const handle = Bun.file(join(root, file));
    if (!(await handle.exists()) || /\.(png|ico|mmdb|woff2)$/.test(file)) continue;
    checked += 1;
    const text = await handle.text();
    faults.push(
      ...faultsOf(file, text, waiting),
      ...documentFaults(root, file, text),
      ...rangeFaults(file, text),
    );
  }
  for (const known of waiting) faults.push(`${known} is not too long any more: take it from still-long.json`);
  return { checked, faults };
}

/** @param waiting functions that may be too long; those that are found are taken out */
function faultsOf(file: string, text: string, waiting: Set<string>): string[] {
  const faults: string[] = [];
  const lines = text.split('\n').length - 1;
  if (/\.(tsx?|mjs|cjs|css)$/.test(file) && lines > LONGEST_FILE)
    faults.push(`${file}: ${lines} lines, at most ${LONGEST_FILE}: split it by responsibility`);
  if (/\.tsx?$/.test(file))
    for (const { name, line, lines: length } of longFunctions(file, text))
      if (!waiting.delete(`${file} ${name}`))
        faults.push(
          `${file}:${line}: ${name} has ${length} lines, at most ${LONGEST_FUNCTION}: give its parts names of their own`,
        );
  if (file !== SELF)
    for (const pattern of FORBIDDEN)
      if (pattern.test(text)) faults.push(`${file}: contains ${pattern.source}`);
  return faults;
}
