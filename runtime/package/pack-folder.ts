import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '@waypost/contract';
import { readPluginFiles } from '@waypost/sdk/conformance/release';
import { bundleProgram, bundleServer, SERVER_BUNDLE } from './bundle-server.ts';
import { describeFiles, INTEGRITY_FILE } from './integrity.ts';
import { MANIFEST_FILE, openArchive, readManifest } from './open-archive.ts';
import { packageErrors } from './package-errors.ts';
import { writeArchive } from './write-archive.ts';

const BUNDLED = /\.m?js$/;

/**
 * Packs a plugin's folder: manifest, server and its own programs bundled into one file each, built remote, words. Nothing else of the folder
 * gets into the archive. The same folder gives the same bytes.
 * @throws AppError as {@link openArchive}; `archive_server_not_built` with the bundler's messages in `errors`
 */
export async function packFolder(folder: string): Promise<Uint8Array> {
  const manifest = readManifest(await readIfThere(join(folder, MANIFEST_FILE)));
  const files = new Map<string, Uint8Array>();
  const isBundled = BUNDLED.test(manifest.server);
  const server = isBundled
    ? await readIfThere(join(folder, manifest.server))
    : await bundleServer(folder, manifest.server);
  if (server === undefined) throw packageErrors.serverMissing.create({ path: manifest.server });
  const processes = await packProcesses(folder, manifest, files);
  const packed = { ...manifest, ...(isBundled ? {} : { server: SERVER_BUNDLE }), ...processes };
  files.set(packed.server, server);
  files.set(MANIFEST_FILE, new TextEncoder().encode(`${JSON.stringify(packed, undefined, 2)}\n`));
  for (const [path, content] of await readPluginFiles(folder, manifest.remote))
    if (path !== MANIFEST_FILE) files.set(path, content);
  const archive = await writeArchive(files.set(INTEGRITY_FILE, describeFiles(files)));
  // What nobody could install must not leave the author's machine.
  await openArchive(archive);
  return archive;
}

/** Its programs, each bundled into one file; those that are no sources are taken as they are. */
async function packProcesses(
  folder: string,
  manifest: Manifest,
  files: Map<string, Uint8Array>,
): Promise<Pick<Manifest, 'processes'>> {
  if (manifest.processes === undefined) return {};
  const packed = Object.entries(manifest.processes).map(async ([name, process]) => {
    const isBundled = BUNDLED.test(process.entry);
    const entry = isBundled ? process.entry : `process-${name}.js`;
    const content = isBundled
      ? await readIfThere(join(folder, entry))
      : await bundleProgram(folder, process.entry);
    if (content === undefined) throw packageErrors.serverMissing.create({ path: entry });
    files.set(entry, content);
    return [name, { ...process, entry }] as const;
  });
  return { processes: Object.fromEntries(await Promise.all(packed)) };
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
