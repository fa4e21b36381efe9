import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buildRemote, buildShell } from '@waypost/host-sdk/build';
import { findRemotes } from './build/find-remotes.ts';
import { type FileSize, precompress } from './build/precompress.ts';
import { contentHash } from './build/stamp.ts';

/** Builds the shell and every plugin that has a remote, those only whose sources changed. */

const root = join(import.meta.dirname, '../..');
const cache = join(root, '.cache/ui');
/** What every build depends on beside its own folder. */
const COMMON = ['host/sdk', 'runtime/contract', 'bun.lock', 'package.json'];

interface Package {
  name: string;
  directory: string;
  sources: readonly string[];
  build: () => Promise<{ output: string }>;
}

const force = process.argv.includes('--force');
const onlyAt = process.argv.indexOf('--only');
const only = onlyAt === -1 ? undefined : process.argv[onlyAt + 1];

const packages = (await findPackages()).filter(({ name }) => only === undefined || name === only);
if (packages.length === 0) fail(`nothing is named ${only ?? ''}`);
for (const one of packages) await buildIfStale(one);

async function findPackages(): Promise<Package[]> {
  const shell = join(root, 'host/shell');
  const found: Package[] = [
    {
      name: 'shell',
      directory: shell,
      sources: ['host/shell', 'locales', ...COMMON],
      build: async () =>
        buildShell({ directory: shell, version: await versionOf(join(shell, 'package.json')) }),
    },
  ];
  for (const { directory, id, version } of await findRemotes(root)) {
    found.push({
      name: id,
      directory,
      sources: [relative(root, directory), ...COMMON],
      build: () => buildRemote({ directory, id, version }),
    });
  }
  return found;
}

async function buildIfStale({ name, directory, sources, build }: Package): Promise<void> {
  const hash = await contentHash(root, sources);
  const stamp = join(cache, `${name}.hash`);
  const isFresh =
    !force &&
    existsSync(join(directory, 'dist')) &&
    existsSync(stamp) &&
    (await readFile(stamp, 'utf8')) === hash;
  if (isFresh) {
    say(`${name}: up to date`);
    return;
  }
  const begun = performance.now();
  try {
    const { output } = await build();
    const sizes = await precompress(output);
    await mkdir(cache, { recursive: true });
    await writeFile(stamp, hash);
    say(`${name}: built in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${describe(sizes)}`);
  } catch (error) {
    fail(`${name}: the build failed\n${error instanceof Error ? error.message : String(error)}`);
  }
}

function describe(sizes: readonly FileSize[]): string {
  const sum = (pick: (size: FileSize) => number) => sizes.reduce((total, size) => total + pick(size), 0);
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} KB`;
  return `${sizes.length} files, ${kilobytes(sum(({ raw }) => raw))}, brotli ${kilobytes(sum(({ brotli }) => brotli))}`;
}

async function versionOf(file: string): Promise<string> {
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
