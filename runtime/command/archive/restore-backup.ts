import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkStore, FILE_NAME, renewCollections } from '@waypost/store/archive';
import { storeDirectory } from '../../process/paths.ts';
import { DATABASE_IDENTITIES } from '../../storage/index.ts';
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

/** A database that takes a backup's documents in place of DATA_DIR's own store. */
export interface RestoreDatabase {
  holdsData(): Promise<boolean>;
  /** Writes what it holds, and DATA_DIR, into the archive `file`. */
  keep(file: string): Promise<void>;
  /** Makes it hold what the embedded store of that data directory holds. */
  fill(dataDirectory: string): Promise<void>;
}

/**
 * Puts a backup into DATA_DIR, and into `database` where there is one; the caller holds its lock. The archive's hashes, and the store in
 * it, are checked before anything is touched. What is there is moved aside, never deleted: documents of a database into an archive.
 * @throws ArchiveError when the archive is damaged, or data is there and `isForced` is not set.
 */
export async function restoreBackup(input: {
  dataDirectory: string;
  source: string;
  isForced: boolean;
  now: Date;
  database?: RestoreDatabase | undefined;
  /** Changes what has come out of the archive, before it gets to its place. */
  prepare?: ((directory: string) => Promise<void>) | undefined;
  /** Folders of programs that have to know that all of theirs came out of a backup. */
  marked?: readonly string[];
}): Promise<Restored> {
  const { dataDirectory, source, now, database } = input;
  if (!existsSync(source)) throw new ArchiveError(`there is no file ${source}`);
  const manifest = await verifyArchive(source);
  const hasData =
    existsSync(join(storeDirectory(dataDirectory), FILE_NAME)) ||
    journalFiles(join(dataDirectory, JOURNAL)).length > 0;
  const hasDocuments = (await database?.holdsData()) === true;
  if (hasDocuments && !input.isForced)
    throw new ArchiveError(
      `the database of MONGODB_URI holds data. --force restores, and keeps what is there in an archive in a folder "${REPLACED_PREFIX}…" of ${dataDirectory}.`,
    );
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
    // It is another database from here on, which knows the one that it comes from: `restored` of a plugin's context.
    renewCollections(join(work, 'store', FILE_NAME), DATABASE_IDENTITIES);
    for (const name of input.marked ?? [])
      if (existsSync(join(work, name))) writeFileSync(join(work, name, RESTORED_MARK), '', { mode: 0o600 });
    await input.prepare?.(work);
    const aside = join(dataDirectory, `${REPLACED_PREFIX}${now.toISOString().replaceAll(/[:.]/g, '-')}`);
    if (hasDocuments) {
      mkdirSync(aside, { mode: 0o700 });
      await database?.keep(join(aside, KEPT_ARCHIVE));
    }
    if (database !== undefined) {
      await database.fill(work);
      rmSync(storeDirectory(work), { recursive: true });
    }
    const replaced = moveAside(dataDirectory, aside) || hasDocuments ? aside : undefined;
    for (const name of readdirSync(work)) renameSync(join(work, name), join(dataDirectory, name));
    return { manifest, replaced };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Lies in the folder of a program that is started apart, after a restore, until the program takes it away. */
const RESTORED_MARK = 'restored';
/** What a database held before a restore. */
const KEPT_ARCHIVE = 'before-restore.tar';

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

/** @returns whether there was anything */
function moveAside(dataDirectory: string, aside: string): boolean {
  const names = readdirSync(dataDirectory).filter(
    (name) => !STAYS.test(name) && !name.startsWith(WORK_PREFIX) && !name.startsWith(REPLACED_PREFIX),
  );
  if (names.length === 0) return false;
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of names) renameSync(join(dataDirectory, name), join(aside, name));
  return true;
}
