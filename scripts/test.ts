import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { installBrowser } from './browser.ts';
import { installNameServer } from './name-server.ts';
import { printLast, projectRoot } from './process.ts';
import { installProxy } from './proxy.ts';
import { affectedParts, BUILD, findLongParts, findParts, type Part, selectParts } from './test-parts.ts';
import { runParts } from './test-run.ts';

/** Seconds that each slow part took the last time it ran here. */
const TIMES = join(projectRoot, '.cache/test-seconds.json');
const readTimes = () =>
  z.record(z.string(), z.number()).parse(existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {});

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).map((arg) => (arg === '--affected' ? '--affected=' : arg)),
  options: { full: { type: 'boolean' }, affected: { type: 'string' } },
  allowPositionals: true,
});
const [quick, long] = [findParts(), findLongParts(readTimes())];
const all = [...quick, ...long];
const chosen = choose();
const files = chosen.flatMap(({ tasks }) => tasks).flatMap(({ files = [] }) => files);
const asksFor = (...folders: string[]) =>
  files.some((file) => folders.some((folder) => file.startsWith(folder)));
if (asksFor('tests/e2e/', 'tests/security/', 'tests/full/') && !installBrowser()) process.exit(1);
/** A name server of others' making, and a proxy of others' making. */
if (files.length > 0 && !installNameServer()) process.exit(1);
if (asksFor('tests/contract/', 'tests/e2e/', 'tests/full/') && !installProxy()) process.exit(1);

const { passed, failed, seconds } = await runParts(chosen, (text) => process.stdout.write(text));
mkdirSync(dirname(TIMES), { recursive: true });
writeFileSync(TIMES, JSON.stringify({ ...readTimes(), ...seconds }, undefined, 2));
await printLast(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

/** The parts that the command line asks for; ends the process where it names nothing that there is. */
function choose(): Part[] {
  if (values.affected !== undefined) {
    const base = values.affected || git('merge-base', 'HEAD', 'main').trim();
    const changed = git('diff', '--name-only', base) + git('ls-files', '--others', '--exclude-standard');
    return affectedParts(all, changed.split('\n').filter(Boolean), base);
  }
  if (positionals.length === 0) return values.full ? [BUILD, ...long] : quick;
  const { chosen, unknown } = selectParts(all, positionals);
  if (unknown.length === 0) return chosen;
  const names = all.map(({ name }) => name).join(', ');
  console.error(`No test is named ${unknown.join(', ')}. Expected a file, a folder or any of: ${names}.`);
  process.exit(2);
}

function git(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['git', ...command], { cwd: projectRoot });
  if (exitCode !== 0) throw new Error(`git ${command.join(' ')}: ${stderr.toString()}`);
  return stdout.toString();
}
