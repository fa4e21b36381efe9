import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { installBrowser } from './browser.ts';
import { sentFault } from './mongodb/check-sent.ts';
import { SENT_FOLDER } from './mongodb/read-sent.ts';
import { installNameServer } from './name-server.ts';
import { printLast, projectRoot } from './process.ts';
import { installProxy } from './proxy.ts';
import { installSshServer } from './ssh-server.ts';
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
const asksFor = (pattern: RegExp) => files.some((file) => pattern.test(file));
if (asksFor(/^tests\/(e2e|security|full)\//) && !installBrowser()) process.exit(1);
// Peers of others' making: a name server, a proxy, a machine to log in on.
if (files.length > 0 && !installNameServer()) process.exit(1);
if (asksFor(/^tests\/full\/|\.slow\./) && !(installProxy() && installSshServer())) process.exit(1);

if (values.full) {
  // Examples that nobody has seen; who names the seed sees them again.
  process.env.WAYPOST_TEST_SEED ??= String(randomInt(2 ** 31));
  console.log(`WAYPOST_TEST_SEED=${process.env.WAYPOST_TEST_SEED}`);
}
const isWhole = values.full === true && positionals.length === 0;
if (isWhole) {
  // What the embedded stores are sent is written down there, and held against docs/mongodb.md at the end.
  rmSync(SENT_FOLDER, { recursive: true, force: true });
  process.env.WAYPOST_STORE_SENT = SENT_FOLDER;
}
const { passed, failed, seconds } = await runParts(chosen, (text) => process.stdout.write(text));
mkdirSync(dirname(TIMES), { recursive: true });
writeFileSync(TIMES, JSON.stringify({ ...readTimes(), ...seconds }, undefined, 2));
const sent = isWhole ? sentFault() : undefined;
if (sent !== undefined) console.log(`\n${sent}\n`);
const faults = failed + (sent === undefined ? 0 : 1);
await printLast(`${passed} passed, ${faults} failed\n`);
process.exit(faults === 0 ? 0 : 1);

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
