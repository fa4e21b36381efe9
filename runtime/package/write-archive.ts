import { constants, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { readWhole } from './read-whole.ts';

/**
 * Packs files into a gzipped tar archive. The same files give the same bytes: order by path, no times, no owners.
 * Its limits are those of reading; see {@link openArchive}.
 */
export async function writeArchive(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const archive = pack();
  for (const [name, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
    archive.entry({ name, mode: 0o644, mtime: new Date(0), type: 'file' }, Buffer.from(content));
  archive.finalize();
  return new Uint8Array(gzipSync(await readWhole(archive), { level: constants.Z_BEST_COMPRESSION }));
}
