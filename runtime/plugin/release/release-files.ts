import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive, writeRelease } from '../../package/index.ts';
import type { ReleaseDocument } from '../store/releases.ts';

/** Releases as files of this machine: `DATA_DIR/plugins/<id>/<release>/`, each written once and never changed. */
export interface ReleaseFiles {
  directoryOf(id: string, release: string): string;
  /** Unpacks a release unless it is there. Errors: of `openArchive`; TypeError when the store's bytes are not what was received */
  unpack(document: ReleaseDocument): Promise<void>;
  /**
   * Deletes what is not wanted: releases that have gone, and everything of plugins that have. Nothing else of a plugin
   * is touched: a release of it may just be unpacked.
   */
  sweep(wanted: {
    plugin(id: string): boolean;
    release(id: string, release: string): boolean;
  }): Promise<void>;
  /** Every release that has files here. */
  list(): Promise<{ id: string; release: string }[]>;
}

export function createReleaseFiles(options: {
  /** Reads an archive from the store. */
  archive(id: string, release: string): Promise<Uint8Array>;
  dataDirectory: string;
}): ReleaseFiles {
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
      const bytes = await options.archive(document.plugin, document.release);
      const archive = await openArchive(bytes);
      if (archive.sha256 !== document.sha256)
        throw new TypeError(`${document._id}: the store's archive is not the one that was received`);
      await writeRelease(archive, directory);
    },
    async sweep(wanted) {
      const remove = (path: string) => rm(path, { recursive: true, force: true });
      for (const id of await names(root)) if (!wanted.plugin(id)) await remove(join(root, id));
      for (const { id, release } of await list())
        if (!wanted.release(id, release)) await remove(directoryOf(id, release));
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
