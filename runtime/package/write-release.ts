import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { OpenedArchive } from './open-archive.ts';

/**
 * Unpacks a verified archive into `directory`, which comes into being whole or not at all. Where it exists already
 * (another process was faster) it is left as it is.
 * @param directory named after the release's content, so that what exists is the same
 */
export async function writeRelease(archive: OpenedArchive, directory: string): Promise<void> {
  const parent = dirname(directory);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(join(parent, `.${basename(directory)}-`));
  try {
    for (const [path, content] of archive.files) {
      const file = join(draft, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { flag: 'wx' });
    }
    await rename(draft, directory).catch(unlessThere);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}
