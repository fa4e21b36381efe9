import { expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dir, '../..');
/** Packages that run something when they are installed, and why that is known to be harmless. */
const WITH_SCRIPTS = new Map([
  ['bun', 'fetches the binary of this machine; package.json pins its version'],
  ['cpu-features', 'would build a look at the processor for ssh2, which does without'],
  ['ssh2', 'would build a faster cipher; it has one without'],
]);
/** Those whose scripts run all the same. Bun has a list of its own where package.json names nobody. */
const RUN = ['bun'];

interface Manifest {
  name?: string;
  version?: string;
  scripts?: Record<string, string>;
  workspaces?: string[];
  trustedDependencies?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest;
const WORKSPACES = (read(join(root, 'package.json')).workspaces ?? []).flatMap((folder) => [
  ...new Bun.Glob(`${folder}/package.json`).scanSync(root),
]);
const MANIFESTS = ['package.json', 'bun.lock', 'bunfig.toml', ...WORKSPACES];

/** `bun <arguments>` in a folder; nothing is written to it. */
function bun(folder: string, ...options: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...options], {
    cwd: folder,
    timeout: 100_000,
  });
  return { exitCode, text: `${stdout}${stderr}` };
}

test('bun.lock fits every package.json: nobody gets a version that was never looked at', () => {
  expect(bun(root, 'install', '--frozen-lockfile', '--dry-run')).toMatchObject({ exitCode: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'waypost-lock-'));
  try {
    for (const file of MANIFESTS) cpSync(join(root, file), join(folder, file), { recursive: true });
    expect(bun(folder, 'install', '--frozen-lockfile', '--dry-run')).toMatchObject({ exitCode: 0 });
    const manifest = read(join(folder, 'package.json'));
    delete manifest.devDependencies?.knip;
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    // The check itself works: a manifest that was changed behind the lockfile's back is noticed.
    expect(bun(folder, 'install', '--frozen-lockfile', '--dry-run').exitCode).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** One version and no other; under another name it says whose it is (`npm:typescript@7.0.2`). */
const EXACT = /^((npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+[\w.+-]*|workspace:\*)$/;

test('every locked package comes from the registry with a checksum, at one exact version', () => {
  const lock = Bun.JSONC.parse(readFileSync(join(root, 'bun.lock'), 'utf8')) as {
    packages: Record<string, unknown[]>;
  };
  const outside = Object.values(lock.packages).filter(([name]) => !String(name).includes('@workspace:'));
  expect(outside.length).toBeGreaterThan(100);
  const odd = outside.filter(
    ([name, registry, , checksum]) =>
      !/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/.test(String(name)) ||
      registry !== '' ||
      !String(checksum).startsWith('sha512-'),
  );
  expect(odd.map(([name]) => name)).toEqual([]);
  expect(WORKSPACES.length).toBeGreaterThanOrEqual(8);
  for (const file of MANIFESTS.filter((name) => name.endsWith('package.json'))) {
    const { dependencies = {}, devDependencies = {} } = read(join(root, file));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect([file, name, EXACT.test(version)]).toEqual([file, name, true]);
  }
});

test('no package runs anything at installation but those that are known to', () => {
  const found = new Set<string>();
  for (const file of new Bun.Glob('node_modules/**/package.json').scanSync({
    cwd: root,
    dot: true,
    followSymlinks: false,
  })) {
    const folder = dirname(join(root, file));
    // Folders for tests inside a package are never installed as packages.
    if (!/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file)) continue;
    const { name = file, scripts = {} } = read(join(root, file));
    const runs = ['preinstall', 'install', 'postinstall'].some((script) => scripts[script] !== undefined);
    if (runs || new Bun.Glob('binding.gyp').scanSync(folder).next().value !== undefined) found.add(name);
  }
  expect([...found].toSorted()).toEqual([...WITH_SCRIPTS.keys()].toSorted());
  expect(read(join(root, 'package.json')).trustedDependencies).toEqual(RUN);
});

test('no known fault of a severity that matters (bun audit, where its service is reachable)', () => {
  const { exitCode, text } = bun(root, 'audit', '--audit-level=high');
  if (
    /error: (POST|GET) |ConnectionRefused|Unable to connect|ENOTFOUND|timed? ?out/i.test(text) ||
    exitCode === null
  ) {
    process.stdout.write(
      `skipped: bun audit cannot reach its service (${text.trim().split('\n').at(-1)?.slice(0, 80)})\n`,
    );
    return;
  }
  expect(text).not.toMatch(/\b(high|critical)\b/i);
  expect(exitCode).toBe(0);
}, 120_000);
