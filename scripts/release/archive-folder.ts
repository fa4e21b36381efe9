import { createWriteStream, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** Seconds since 1970 that every file of an archive bears: 2020-01-01. The same content gives the same bytes. */
const TIME = new Date(1_577_836_800_000);

/**
 * Packs a folder into a gzipped tar archive, below one folder of that name. The same files give the same bytes: order by
 * path, one time, no owners, of modes only whether a file may be run.
 */
export async function archiveFolder(folder: string, name: string, archive: string): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(archive));
  for (const path of pathsBelow(folder)) {
    const state = lstatSync(join(folder, path));
    const entry = { name: `${name}/${path}`, mtime: TIME, uid: 0, gid: 0 };
    if (state.isSymbolicLink())
      tar.entry({ ...entry, type: 'symlink', linkname: readlinkSync(join(folder, path)), mode: 0o777 });
    else
      await new Promise<void>((resolve, reject) => {
        const mode = (state.mode & 0o100) === 0 ? 0o644 : 0o755;
        tar.entry({ ...entry, type: 'file', mode }, readFileSync(join(folder, path)), (error) =>
          error ? reject(error) : resolve(),
        );
      });
  }
  tar.finalize();
  await written;
}

/** Files and links, in the order of their names' code units on every machine. */
function pathsBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? pathsBelow(folder, path) : [path];
    });
}
