import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkStore, FILE_NAME } from '@waypost/store/archive';
import { storeDirectory } from '../../process/paths.ts';
import { ArchiveError } from './archive-error.ts';
import { JOURNAL, journalFiles, REPLACED_PREFIX, WORK_PREFIX } from './data-files.ts';
import { type Manifest, verifyArchive } from './manifest.ts';
import { contentOf, readTar } from './tar.ts';

/** Where a restore has put what was there before. */
export interface Restored {
  manifest: Manifest;
  /** undefined: DATA_DIR was empty. */
  replaced: string | undefined;
}

/**
 * Puts a backup into DATA_DIR; the caller holds its lock. The archive's hashes, and the store in it, are checked before
 * anything is touched. What is there is moved aside, never deleted.
 * @throws ArchiveError when the archive is damaged, or data is there and `isForced` is not set.
 */
export async function restoreBackup(input: {
  dataDirectory: string;
  source: string;
  isForced: boolean;
  now: Date;
}): Promise<Restored> {
  const { dataDirectory, source, now } = input;
  if (!existsSync(source)) throw new ArchiveError(`there is no file ${source}`);
  const manifest = await verifyArchive(source);
  const hasData =
    existsSync(join(storeDirectory(dataDirectory), FILE_NAME)) ||
    journalFiles(join(dataDirectory, JOURNAL)).length > 0;
  if (hasData && !input.isForced)
    throw new ArchiveError(
      `${dataDirectory} holds data. --force moves it aside (it is kept in a folder "${REPLACED_PREFIX}…" there) and restores.`,
    );
  const work = join(dataDirectory, `${WORK_PREFIX}restore-${process.pid}`);
  rmSync(work, { recursive: true, force: true });
  try {
    await extract(source, manifest, work);
    const { problems } = checkStore(join(work, 'store', FILE_NAME));
    if (problems.length > 0)
      throw new ArchiveError(
        `the store in ${source} is damaged, nothing was changed:\n${problems.join('\n')}`,
      );
    const replaced = moveAside(dataDirectory, now);
    for (const name of readdirSync(work)) renameSync(join(work, name), join(dataDirectory, name));
    return { manifest, replaced };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Writes the files that the manifest names; each is compared once more, for the archive was read again. */
async function extract(source: string, manifest: Manifest, work: string): Promise<void> {
  const wanted = new Map(manifest.entries.map(({ path, sha256 }) => [path, sha256]));
  await readTar(source, async (path, content) => {
    const sha256 = wanted.get(path);
    if (sha256 === undefined) return;
    wanted.delete(path);
    const target = join(work, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const output = await open(target, 'wx', 0o600);
    try {
      const written = await contentOf(content, (chunk) => output.writeFile(chunk));
      if (written.sha256 !== sha256)
        throw new ArchiveError(`${source} is damaged: ${path} is not what was written`);
      await output.sync();
    } finally {
      await output.close();
    }
    // A journal whose writer's lock is free is aggregated to its end and removed by the next aggregator.
    if (path.startsWith(`${JOURNAL}/`))
      writeFileSync(join(dirname(target), 'writer.lock'), '', { mode: 0o600 });
  });
  for (const path of wanted.keys()) throw new ArchiveError(`${source} is damaged: ${path} is missing`);
}

/** Locks of the command itself stay; whatever else is there makes room. */
const STAYS = /^launcher\./;

function moveAside(dataDirectory: string, now: Date): string | undefined {
  const names = readdirSync(dataDirectory).filter(
    (name) => !STAYS.test(name) && !name.startsWith(WORK_PREFIX) && !name.startsWith(REPLACED_PREFIX),
  );
  if (names.length === 0) return undefined;
  const aside = join(dataDirectory, `${REPLACED_PREFIX}${now.toISOString().replaceAll(/[:.]/g, '-')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of names) renameSync(join(dataDirectory, name), join(aside, name));
  return aside;
}
