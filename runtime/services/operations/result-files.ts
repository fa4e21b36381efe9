import { existsSync } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationFile } from '@waypost/sdk';
import { diskReserve } from '../disk-reserve.ts';
import { createCollection } from './collect-garbage.ts';
import { diskFull, fileTooLarge } from './errors.ts';

/** Largest result, bytes. */
export const RESULT_LIMIT_BYTES = 512 * 1024 * 1024;
/** Written between two looks at how much is left. */
const LOOK_BYTES = 8 * 1024 * 1024;
/** Pieces are gathered up to this size, so that a row is not a write. */
const BUFFER_BYTES = 64 * 1024;
/** What an operating system says when there is no room: of the disk, of a person's share of it, of the process's limit. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export interface ResultWriter extends Pick<OperationFile, 'write'> {
  /** Everything so far is on the disk; answers the size in bytes. @throws AppError `disk_full` */
  sync(): Promise<number>;
  /** Writes what is left; answers the size in bytes. */
  close(): Promise<number>;
}

/** Result files under DATA_DIR/operations, each named by its operation's id. */
export interface ResultFiles {
  /** `from`: bytes of an earlier run's file that belong to it; what it has beyond them is cut off. @throws AppError `disk_full` */
  create(id: string, from?: number): Promise<ResultWriter>;
  /** Path of a file that is there. */
  find(id: string): string | undefined;
  /** Bytes of a file; 0 when there is none. */
  size(id: string): Promise<number>;
  remove(id: string): Promise<void>;
  /** Ids of the files that are there. */
  list(): Promise<string[]>;
}

export function createResultFiles(
  directory: string,
  {
    limitBytes = RESULT_LIMIT_BYTES,
    reserve = diskReserve,
  }: { limitBytes?: number; reserve?: typeof diskReserve } = {},
): ResultFiles {
  const pathOf = (id: string): string => {
    if (!/^[0-9a-f]{24}$/.test(id)) throw new TypeError('not the id of an operation');
    return join(directory, id);
  };
  const requireRoom = async (): Promise<void> => {
    const disk = await statfs(directory);
    if (disk.bavail * disk.bsize < reserve(disk)) throw diskFull.create();
  };
  return {
    async create(id, from = 0) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await requireRoom();
      const file = await told(() => (from === 0 ? open(pathOf(id), 'w', 0o600) : goOn(pathOf(id), from)));
      return writerOf(file, { size: from, limitBytes, requireRoom });
    },
    find: (id) => (existsSync(pathOf(id)) ? pathOf(id) : undefined),
    size: async (id) => (existsSync(pathOf(id)) ? (await stat(pathOf(id))).size : 0),
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.kept`, { force: true });
    },
    async list() {
      if (!existsSync(directory)) return [];
      return (await readdir(directory)).filter((name) => /^[0-9a-f]{24}$/.test(name));
    },
  };
}

/**
 * An earlier run's file, cut to what belongs to it. It is another one on the disk: a run that was taken for dead and is not
 * writes into its own.
 */
async function goOn(path: string, from: number): Promise<FileHandle> {
  const copy = `${path}.kept`;
  await copyFile(path, copy);
  const file = await open(copy, 'r+', 0o600);
  await file.truncate(from);
  await rename(copy, path);
  await file.close();
  return open(path, 'a', 0o600);
}

function writerOf(
  file: FileHandle,
  given: { size: number; limitBytes: number; requireRoom: () => Promise<void> },
): ResultWriter {
  const collect = createCollection();
  let { size } = given;
  let isClosed = false;
  let pieces: (string | Uint8Array)[] = [];
  let waiting = 0;
  let unseen = 0;
  const flush = async (): Promise<void> => {
    const bytes = joined(pieces);
    pieces = [];
    waiting = 0;
    await told(() => file.writeFile(bytes));
    collect(bytes.length);
    unseen += bytes.length;
    if (unseen < LOOK_BYTES) return;
    unseen = 0;
    await given.requireRoom();
  };
  return {
    async write(piece) {
      const bytes = Buffer.byteLength(piece);
      size += bytes;
      if (size > given.limitBytes) throw fileTooLarge.create();
      pieces.push(piece);
      waiting += bytes;
      if (waiting >= BUFFER_BYTES) await flush();
    },
    async sync() {
      await flush();
      await told(() => file.datasync());
      return size;
    },
    async close() {
      if (isClosed) return size;
      isClosed = true;
      try {
        await flush();
        await told(() => file.datasync());
      } finally {
        await file.close();
      }
      return size;
    },
  };
}

/** What the disk refuses for want of room has a code that people are told. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '')) throw diskFull.create({}, { cause: error });
    throw error;
  }
}

/** Rows are text: they become bytes together, for a buffer of its own costs each more than its text. */
function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  if (pieces.every((piece) => typeof piece === 'string')) return Buffer.from(pieces.join(''));
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
