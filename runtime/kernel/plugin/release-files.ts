import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { openArchive, writeRelease } from '../../package/index.ts';
import { type ReleaseDocument, releasesOf } from './store/releases.ts';

/** Releases as files of this machine: `DATA_DIR/plugins/<id>/<release>/`, each written once and never changed. */
export interface ReleaseFiles {
  directoryOf(id: string, release: string): string;
  /** Unpacks a release unless it is there. Errors: of `openArchive`; TypeError when the store's bytes are not what was received */
  unpack(document: ReleaseDocument): Promise<void>;
  /** Deletes what no release of the store stands for, but never what is in use. */
  sweep(isWanted: (id: string, release: string) => boolean): Promise<void>;
  /** Every release that has files here. */
  list(): Promise<{ id: string; release: string }[]>;
}

export function createReleaseFiles(options: { connection: Connection; dataDirectory: string }): ReleaseFiles {
  const root = join(options.dataDirectory, 'plugins');
  const directoryOf = (id: string, release: string) => join(root, id, release);

  async function list(): Promise<{ id: string; release: string }[]> {
    const found: { id: string; release: string }[] = [];
    // A dot: being written, by this process or another.
    for (const id of await names(root))
      for (const release of await names(join(root, id)))
        if (!release.startsWith('.')) found.push({ id, release });
    return found;
  }

  return {
    directoryOf,
    list,
    async unpack(document) {
      const directory = directoryOf(document.plugin, document.release);
      if (await isThere(directory)) return;
      const bytes = await releasesOf(options.connection).archive(document.plugin, document.release);
      const archive = await openArchive(bytes);
      if (archive.sha256 !== document.sha256)
        throw new TypeError(`${document._id}: the store's archive is not the one that was received`);
      await mkdir(join(root, document.plugin), { recursive: true, mode: 0o700 });
      await writeRelease(archive, directory);
    },
    async sweep(isWanted) {
      for (const { id, release } of await list())
        if (!isWanted(id, release)) await rm(directoryOf(id, release), { recursive: true, force: true });
      for (const id of await names(root))
        if ((await names(join(root, id))).length === 0)
          await rm(join(root, id), { recursive: true, force: true });
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function names(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
