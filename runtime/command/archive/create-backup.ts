import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkStore, FILE_NAME } from '@waypost/store/archive';
import { ArchiveError } from './archive-error.ts';
import type { BackupSource } from './backup-source.ts';
import { JOURNAL, journalFiles, keptFiles, mayGo, WORK_PREFIX } from './data-files.ts';
import { leftElsewhere } from './left-elsewhere.ts';
import { FORMAT, MANIFEST_PATH, type Manifest, PRODUCT_VERSION, verifyArchive } from './manifest.ts';
import { type TarWriter, writeTar } from './tar.ts';

/**
 * Writes one archive of an installation: its documents, visits of this DATA_DIR that are not aggregated yet, keys and files. The product
 * may serve meanwhile: the documents are those of one moment, and the journals hold what was not aggregated at it. The archive is opened
 * and checked before it gets its name.
 * @throws ArchiveError
 */
export async function createBackup(input: {
  dataDirectory: string;
  target: string;
  now: Date;
  source: BackupSource;
}): Promise<Manifest> {
  const { dataDirectory, source } = input;
  const target = resolve(input.target);
  if (existsSync(target)) throw new ArchiveError(`${target} exists already; choose another name`);
  if (!existsSync(dirname(target))) throw new ArchiveError(`the folder ${dirname(target)} does not exist`);
  const mark = `${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  const links = join(dataDirectory, `${WORK_PREFIX}backup-${mark}`);
  const copy = `${target}.${mark}.store`;
  const part = `${target}.${mark}.part`;
  try {
    const segments = linkJournals(dataDirectory, links);
    const uncounted = await source.copyTo(copy, () => void linkJournals(dataDirectory, links, segments));
    const report = checkStore(copy);
    if (report.problems.length > 0)
      throw new ArchiveError(`the store is damaged, nothing was written:\n${report.problems.join('\n')}`);
    const { collections, documents, indexes } = report;
    const manifest = await fill(writeTar(part), {
      files: [
        { path: `store/${FILE_NAME}`, file: copy },
        ...keptFiles(dataDirectory).map((path) => ({
          path,
          file: join(dataDirectory, path),
          mayBeGone: mayGo(path),
        })),
        ...[...segments].map((path) => ({ path: join(JOURNAL, path), file: join(links, path) })),
      ],
      about: {
        time: input.now.toISOString(),
        store: { collections, documents, indexes },
        elsewhere: leftElsewhere(uncounted, segments),
      },
      journals: segments.size,
    });
    await verifyArchive(part);
    renameSync(part, target);
    return manifest;
  } finally {
    for (const path of [links, copy, `${copy}-wal`, `${copy}-shm`, part])
      rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Holds on to the journals' files by links, before and after the moment whose documents are taken: what the aggregator stores and deletes
 * in between is still here, and the checkpoints among the documents say how much of it is aggregated already. No other order would do:
 * journals that are read afterwards alone lack what was counted and deleted in between, and are too short for the checkpoints.
 */
function linkJournals(dataDirectory: string, links: string, known = new Set<string>()): Set<string> {
  const directory = join(dataDirectory, JOURNAL);
  for (const path of journalFiles(directory)) {
    if (known.has(path)) continue;
    mkdirSync(dirname(join(links, path)), { recursive: true });
    try {
      linkSync(join(directory, path), join(links, path));
      known.add(path);
    } catch (error) {
      // Aggregated and deleted since the directory was listed: the store has it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return known;
}

async function fill(
  tar: TarWriter,
  input: {
    /** `mayBeGone`: nobody misses it once it is not there any more. */
    files: readonly { path: string; file: string; mayBeGone?: boolean }[];
    about: Pick<Manifest, 'time' | 'store' | 'elsewhere'>;
    journals: number;
  },
): Promise<Manifest> {
  try {
    const entries: Manifest['entries'] = [];
    for (const { path, file, mayBeGone } of input.files) {
      const content = await tar.addFile(path, file);
      if (content !== undefined) entries.push({ path, ...content });
      else if (!mayBeGone) throw new ArchiveError(`${file} went away while the backup was written`);
    }
    const manifest: Manifest = {
      format: FORMAT,
      version: PRODUCT_VERSION,
      ...input.about,
      journals: input.journals,
      hasSecretKey: entries.some(({ path }) => path === 'secret.key'),
      entries,
    };
    await tar.addText(MANIFEST_PATH, `${JSON.stringify(manifest, null, 2)}\n`);
    await tar.finish();
    return manifest;
  } catch (error) {
    await tar.abandon();
    throw error;
  }
}
