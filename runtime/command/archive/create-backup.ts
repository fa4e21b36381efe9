import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkStore, copyStore, FILE_NAME } from '@waypost/store/archive';
import { storeDirectory } from '../../process/paths.ts';
import { ArchiveError } from './archive-error.ts';
import { JOURNAL, journalFiles, keptFiles, WORK_PREFIX } from './data-files.ts';
import { FORMAT, MANIFEST_PATH, type Manifest, PRODUCT_VERSION, verifyArchive } from './manifest.ts';
import { type TarWriter, writeTar } from './tar.ts';

/**
 * Writes one archive of everything that DATA_DIR holds: the embedded store, visits not aggregated yet, keys. The product
 * may serve meanwhile: the store is read as a snapshot by this process. The archive is opened and checked before it
 * gets its name.
 * @throws ArchiveError
 */
export async function createBackup(input: {
  dataDirectory: string;
  target: string;
  now: Date;
}): Promise<Manifest> {
  const { dataDirectory } = input;
  const target = resolve(input.target);
  const file = join(storeDirectory(dataDirectory), FILE_NAME);
  if (!existsSync(file)) throw new ArchiveError(`there is no embedded store in ${dataDirectory}`);
  if (existsSync(target)) throw new ArchiveError(`${target} exists already; choose another name`);
  if (!existsSync(dirname(target))) throw new ArchiveError(`the folder ${dirname(target)} does not exist`);
  const mark = `${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  const links = join(dataDirectory, `${WORK_PREFIX}backup-${mark}`);
  const copy = `${target}.${mark}.store`;
  const part = `${target}.${mark}.part`;
  try {
    const segments = linkJournals(dataDirectory, links);
    copyStore(file, copy);
    linkJournals(dataDirectory, links, segments);
    const report = checkStore(copy);
    if (report.problems.length > 0)
      throw new ArchiveError(`the store is damaged, nothing was written:\n${report.problems.join('\n')}`);
    const { collections, documents, indexes } = report;
    const manifest = await fill(writeTar(part), {
      files: [
        { path: `store/${FILE_NAME}`, file: copy },
        ...keptFiles(dataDirectory).map((path) => ({ path, file: join(dataDirectory, path) })),
        ...[...segments].map((path) => ({ path: join(JOURNAL, path), file: join(links, path) })),
      ],
      about: { time: input.now.toISOString(), store: { collections, documents, indexes } },
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
 * Holds on to the journals' files by links, before and after the store is copied: what the aggregator stores and deletes
 * in between is still here, and the store's own checkpoints say how much of it is aggregated already.
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
    files: readonly { path: string; file: string }[];
    about: Pick<Manifest, 'time' | 'store'>;
    journals: number;
  },
): Promise<Manifest> {
  try {
    const entries: Manifest['entries'] = [];
    for (const { path, file } of input.files) entries.push({ path, ...(await tar.addFile(path, file)) });
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
