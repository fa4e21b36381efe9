import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, errors } from '@waypost/contract';
import type { FileStore, LocalFilePlace } from '@waypost/sdk';
import { diskReserve } from '../disk-reserve.ts';
import { filePlaceErrors } from './errors.ts';

const PATH = /^([a-z0-9][a-z0-9_-]{0,63})?$/;
const NAME = /^[0-9A-Za-z][0-9A-Za-z._-]*(\/[0-9A-Za-z][0-9A-Za-z._-]*)?$/;

/** Where files are written before they are moved to their place: no file of a place may be called so. */
const DRAFTS = '.drafts';
/** No file takes longer to be written, milliseconds: who wrote an older draft was ended. */
const DRAFT_MS = 3_600_000;

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const UNWRITABLE: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/**
 * A folder of this machine. A file is written beside the others and moved to its place, so that half of one is never found; what
 * a process that was ended left of one is taken away when the place is first written to, an hour later.
 * @param directory DATA_DIR/files
 * @param draw letters that nobody else draws
 */
export function openLocalPlace(
  directory: string,
  { path }: LocalFilePlace,
  draw: () => string,
): Omit<FileStore, 'probe'> {
  if (!PATH.test(path)) throw new TypeError('not the name of a folder');
  const root = join(directory, path);
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new TypeError('not the name of a stored file');
    return join(root, name);
  };
  const drafts = join(root, DRAFTS);
  let isTidy: Promise<void> | undefined;
  return {
    put: (name, bytes) =>
      told(async () => {
        const file = pathOf(name);
        for (const folder of [dirname(file), drafts]) await mkdir(folder, { recursive: true, mode: 0o700 });
        isTidy ??= tidy(drafts);
        await isTidy;
        await requireRoom(root, bytes.length);
        const draft = join(drafts, `${basename(file)}.${draw()}.part`);
        try {
          await writeWhole(draft, bytes);
          await rename(draft, file);
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
      }),
    get: (name) =>
      told(async () => {
        const file = pathOf(name);
        if (!(await stat(file)).isFile()) throw errors.notFound.create();
        return Bun.file(file);
      }),
    remove: (name) => told(() => rm(pathOf(name), { force: true })),
  };
}

/** Takes away what processes that were ended have left. */
async function tidy(drafts: string): Promise<void> {
  const oldest = Date.now() - DRAFT_MS;
  for (const name of await readdir(drafts)) {
    const draft = join(drafts, name);
    // Another process may be at it, too, or have just moved its draft.
    const age = await stat(draft).catch(() => undefined);
    if (age !== undefined && age.mtimeMs < oldest) await rm(draft, { force: true });
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder);
  if (disk.bavail * disk.bsize - bytes < diskReserve(disk)) throw filePlaceErrors.full.create();
}

/** What the system says, as people are told of it. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code } = error as { code?: unknown };
    if (code === 'ENOENT') throw errors.notFound.create({}, { cause: error });
    if (FULL.has(code)) throw filePlaceErrors.full.create({}, { cause: error });
    if (UNWRITABLE.has(code)) throw filePlaceErrors.unwritable.create({}, { cause: error });
    throw error;
  }
}
