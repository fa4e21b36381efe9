import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPluginFiles } from '@waypost/sdk/conformance/release';
import { bundleServer, SERVER_BUNDLE } from './bundle-server.ts';
import { describeFiles, INTEGRITY_FILE } from './integrity.ts';
import { MANIFEST_FILE, openArchive, readManifest } from './open-archive.ts';
import { packageErrors } from './package-errors.ts';
import { writeArchive } from './write-archive.ts';

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
  for (const [path, content] of await readPluginFiles(folder, manifest.remote))
    if (path !== MANIFEST_FILE) files.set(path, content);
  const archive = await writeArchive(files.set(INTEGRITY_FILE, describeFiles(files)));
  // What nobody could install must not leave the author's machine.
  await openArchive(archive);
  return archive;
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
