import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { LOCALES } from '@waypost/contract';
import { bundleServer, SERVER_BUNDLE } from './bundle-server.ts';
import { describeFiles, INTEGRITY_FILE } from './integrity.ts';
import { MANIFEST_FILE, openArchive, readManifest } from './open-archive.ts';
import { packageErrors } from './package-errors.ts';
import { writeArchive } from './write-archive.ts';

/** Files beside the plugin's own that readers of an archive look for. */
const PAPERS = ['README.md', 'LICENSE', 'CHANGELOG.md'];

/**
 * Packs a plugin's folder: manifest, server bundled into one file, built remote, words. Nothing else of the folder
 * gets into the archive. The same folder gives the same bytes.
 * @throws AppError as {@link openArchive}; `archive_server_not_built` with the bundler's messages in `errors`
 */
export async function packFolder(folder: string): Promise<Uint8Array> {
  const manifest = readManifest(await readIfThere(join(folder, MANIFEST_FILE)));
  const files = new Map<string, Uint8Array>();
  const isBundled = /\.m?js$/.test(manifest.server);
  const server = isBundled
    ? await readIfThere(join(folder, manifest.server))
    : await bundleServer(folder, manifest.server);
  if (server === undefined) throw packageErrors.serverMissing.create({ path: manifest.server });
  const packed = isBundled ? manifest : { ...manifest, server: SERVER_BUNDLE };
  files.set(packed.server, server);
  files.set(MANIFEST_FILE, new TextEncoder().encode(`${JSON.stringify(packed, undefined, 2)}\n`));
  if (manifest.remote !== undefined)
    for (const path of await filesBelow(join(folder, manifest.remote)))
      files.set(`${manifest.remote}/${path}`, await readFile(join(folder, manifest.remote, path)));
  for (const path of [...(await wordFiles(folder)), ...PAPERS]) {
    const content = await readIfThere(join(folder, path));
    if (content !== undefined) files.set(path, content);
  }
  const archive = await writeArchive(files.set(INTEGRITY_FILE, describeFiles(files)));
  // What nobody could install must not leave the author's machine.
  await openArchive(archive);
  return archive;
}

async function wordFiles(folder: string): Promise<string[]> {
  const screens = (await foldersIn(join(folder, 'screens'))).map((name) => `screens/${name}`);
  return ['locales', ...screens].flatMap((place) => LOCALES.map((locale) => `${place}/${locale}.json`));
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(nothing([]));
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Paths of all files below a folder, with `/` between their parts; links are not followed. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nothing([]));
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function readIfThere(file: string): Promise<Uint8Array | undefined> {
  return readFile(file).catch(nothing(undefined));
}

function nothing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return fallback;
    throw error;
  };
}
