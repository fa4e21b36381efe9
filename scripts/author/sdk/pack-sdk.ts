import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { bundleEntries } from './bundle-entries.ts';
import { emitTypes, takeTypes } from './emit-types.ts';
import { SDK_PACKAGES, type SdkPackage } from './sdk-packages.ts';

const zPackage = z.looseObject({
  name: z.string(),
  version: z.string(),
  exports: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});

/** What gets into a package: sources and style sheets, none of the tests. */
const SOURCE = /\.(ts|tsx|css)$/;
const NOT_SHIPPED = /\.test\.tsx?$|^testing$|^node_modules$|^\./;

/**
 * Packs the SDK with `npm pack`: one `.tgz` a package, usable without this project. Types are declarations, the code
 * is TypeScript, which bun and the build preset read as it is. Packed once for each state of the sources.
 * @param root the project
 * @returns paths of the archives, by package name
 * @throws Error when the compiler or npm fails
 */
export async function packSdk(root: string): Promise<Readonly<Record<string, string>>> {
  const folder = join(root, '.cache/sdk', fingerprint(root));
  if (!existsSync(folder)) {
    const work = mkdtempSync(join(tmpdir(), 'waypost-sdk-'));
    try {
      const types = join(work, 'types');
      const archives = join(work, 'archives');
      mkdirSync(archives);
      await emitTypes(root, types);
      for (const sdkPackage of SDK_PACKAGES) {
        const staged = stage(root, work, sdkPackage);
        takeTypes(types, staged, sdkPackage);
        await bundleEntries(root, staged, sdkPackage);
        await npmPack(staged, archives);
      }
      keep(archives, folder);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return Object.fromEntries(SDK_PACKAGES.map(({ name }) => [name, join(folder, archiveName(root, name))]));
}

/** Milliseconds after which what was packed from other sources is cleared away: nobody reads it any more. */
const OUTDATED = 24 * 3_600_000;

/** Puts the archives in place in one step; where another process was faster, its own are the same. */
function keep(archives: string, folder: string): void {
  const all = dirname(folder);
  mkdirSync(all, { recursive: true });
  for (const name of readdirSync(all))
    if (Date.now() - statSync(join(all, name)).mtimeMs > OUTDATED)
      rmSync(join(all, name), { recursive: true, force: true });
  const draft = `${folder}.${process.pid}`;
  cpSync(archives, draft, { recursive: true });
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Name that npm gives the archive of a package: `waypost-sdk-0.1.0.tgz`. */
function archiveName(root: string, name: string): string {
  const sdkPackage = SDK_PACKAGES.find((candidate) => candidate.name === name);
  const { version } = readPackage(join(root, sdkPackage?.folder ?? ''));
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

/** Copies a package's sources and rewrites its package.json for the world outside the workspaces. */
function stage(root: string, work: string, sdkPackage: SdkPackage): string {
  const source = join(root, sdkPackage.folder);
  const staged = join(work, sdkPackage.folder);
  const own = sdkPackage.own ?? {};
  const left = Object.values(own).flatMap((folder) => (folder === undefined ? [] : `${folder}/`));
  for (const path of sourcesBelow(source)) {
    if (left.some((folder) => path.startsWith(folder))) continue;
    mkdirSync(dirname(join(staged, path)), { recursive: true });
    cpSync(join(source, path), join(staged, path));
  }
  cpSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  writeFileSync(join(staged, 'README.md'), readmeOf(sdkPackage));
  const { devDependencies: _, private: __, ...given } = readPackage(source);
  const versions = Object.fromEntries(
    SDK_PACKAGES.map(({ name, folder }) => [name, readPackage(join(root, folder)).version]),
  );
  const isOurs = (name: string) => versions[name] !== undefined;
  const named = Object.entries(given.dependencies);
  const described = {
    ...given,
    description: sdkPackage.about,
    exports: Object.fromEntries(
      Object.entries(given.exports)
        .filter(([name]) => !(name in own))
        .map(([name, path]) => [name, exportOf(path, sdkPackage)]),
    ),
    dependencies: Object.fromEntries(named.filter(([name]) => !isOurs(name))),
    // Peers: the plugin names them by file. As dependencies they would be asked of a registry, which does not have them.
    peerDependencies: Object.fromEntries(
      named.filter(([name]) => isOurs(name)).map(([name]) => [name, versions[name]]),
    ),
    engines: { bun: '>=1.4' },
  };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(described, undefined, 2)}\n`);
  return staged;
}

function exportOf(path: string, { bundled }: SdkPackage): string | { types: string; default: string } {
  if (path.endsWith('.d.ts') || !/\.tsx?$/.test(path)) return path;
  const isBundled = bundled !== undefined && path.startsWith(`./${bundled.folder}/`);
  return {
    types: path.replace(/^\.\//, './types/').replace(/\.tsx?$/, '.d.ts'),
    default: isBundled ? path.replace(/\.ts$/, '.js') : path,
  };
}

function readmeOf({ name, about }: SdkPackage): string {
  return `# ${name}\n\n${about}\n\nPart of Waypost's plugin SDK. Start with \`waypost plugin new\`; the guide stands in docs/plugins of the product.\n`;
}

async function npmPack(staged: string, target: string): Promise<void> {
  const npm = Bun.spawn(['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', target], {
    cwd: staged,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const messages = await new Response(npm.stderr).text();
  if ((await npm.exited) !== 0) throw new Error(`npm pack failed: ${messages}`);
}

function readPackage(folder: string) {
  return zPackage.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

const OF_NO_BUNDLE = /\.test\.ts$|(^|\/)(node_modules|tests|acceptance|decisions)\//;

/** Changes whenever something that is packed does, or the way it is packed. */
function fingerprint(root: string): string {
  const hash = new Bun.CryptoHasher('sha256');
  for (const path of sourcesBelow(import.meta.dir)) hash.update(readFileSync(join(import.meta.dir, path)));
  for (const { folder } of SDK_PACKAGES)
    for (const path of ['package.json', ...sourcesBelow(join(root, folder))])
      hash.update(`${folder}/${path}\0`).update(readFileSync(join(root, folder, path)));
  // What is bundled is made of the floors, their words and their packages.
  for (const path of [...new Bun.Glob('{runtime,locales}/**/*.{ts,json}').scanSync({ cwd: root })].sort())
    if (!OF_NO_BUNDLE.test(path)) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  hash.update(readFileSync(join(root, 'bun.lock')));
  return hash.digest('hex').slice(0, 16);
}

function sourcesBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !NOT_SHIPPED.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return sourcesBelow(folder, path);
      return SOURCE.test(entry.name) ? [path] : [];
    });
}
