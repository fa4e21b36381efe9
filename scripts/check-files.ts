import { join } from 'node:path';
import { projectRoot } from './process.ts';

/** A hand-written file past this many lines does two things. */
const LONGEST_FILE = 400;
/** What must not stand in the repository: addresses of package registries, paths of one machine. */
const FORBIDDEN = [
  /registry\.(npmjs|yarnpkg)\.(org|com)/,
  /deb\.debian\.org/,
  // Not a folder of ours that is called so: `../home/parts/`.
  /(?<![.\w-])\/(home|root|Users)\/[a-z]+\//,
];
const SELF = 'scripts/check-files.ts';

const listed = Bun.spawnSync(['git', 'ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
});
const files = listed.stdout.toString().split('\n').filter(Boolean);
const faults: string[] = [];
let checked = 0;
for (const file of files) {
  const handle = Bun.file(join(projectRoot, file));
  if (!(await handle.exists()) || /\.(png|ico|mmdb|woff2)$/.test(file)) continue;
  const text = await handle.text();
  checked += 1;
  if (/\.(tsx?|mjs|cjs|css)$/.test(file)) {
    const lines = text.split('\n').length - 1;
    if (lines > LONGEST_FILE)
      faults.push(`${file}: ${lines} lines, at most ${LONGEST_FILE}: split it by responsibility`);
  }
  if (file === SELF) continue;
  for (const pattern of FORBIDDEN) if (pattern.test(text)) faults.push(`${file}: contains ${pattern.source}`);
}
for (const fault of faults) console.error(fault);
if (checked === 0) faults.push('no file was checked');
if (faults.length > 0) process.exit(1);
console.log(`files: ${checked} checked`);
