#!/usr/bin/env node
// Plain JavaScript: it runs on node 20 before anything is installed. It brings the pinned bun and the
// dependencies of bun.lock, then hands over to bun.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const commands = {
  start: 'scripts/start.ts',
  test: 'scripts/test.ts',
  'test:full': 'scripts/test.ts',
  'test:mongodb': 'scripts/test-mongodb.ts',
  check: 'scripts/check.ts',
  dev: 'scripts/dev.ts',
  bench: 'scripts/bench.ts',
  soak: 'scripts/soak.ts',
  release: 'scripts/release.ts',
  waypost: 'scripts/author/main.ts',
};

/** Workspace manifests, found without a glob library: node 20 has none. */
function manifests() {
  const found = ['package.json', 'bun.lock', 'bunfig.toml'];
  for (const folder of [
    'runtime',
    'runtime/contract',
    'runtime/sdk',
    'runtime/store',
    'host/sdk',
    'host/shell',
  ])
    found.push(`${folder}/package.json`);
  for (const plugin of readdirSync(join(root, 'plugins'))) found.push(`plugins/${plugin}/package.json`);
  return found.filter((file) => existsSync(join(root, file)));
}

/** Changes whenever what should be installed changes. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of manifests())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function install() {
  const stamp = join(root, 'node_modules', '.waypost-installed');
  const wanted = fingerprint();
  const bun = join(root, 'node_modules', '.bin', 'bun');
  if (existsSync(bun) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return bun;
  const { bun: version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies;
  process.stderr.write(`Installing bun ${version} and the dependencies of bun.lock …\n`);
  // Output goes to stderr: `npm run -s waypost -- … --json` prints one JSON value on stdout and nothing else.
  const result = spawnSync('npx', ['-y', `bun@${version}`, 'install', '--frozen-lockfile'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  if (result.status !== 0) {
    process.stderr.write(
      'The dependencies could not be installed. Check that npm reaches its registry, then run the same command again.\n',
    );
    process.exit(1);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return bun;
}

const [command = 'start', ...rest] = process.argv.slice(2);
const script = commands[command];
if (!script) {
  process.stderr.write(
    `Unknown command "${command}". Expected one of: ${Object.keys(commands).join(', ')}.\n`,
  );
  process.exit(2);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(`node ${process.versions.node} is too old: 20 or newer is needed.\n`);
  process.exit(1);
}
const bun = install();
const child = spawn(bun, [join(root, script), ...(command === 'test:full' ? ['--full'] : []), ...rest], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm that is asked to end ends its shell and tells us nothing: that is heard by the shell's absence.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
