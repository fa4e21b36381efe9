import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationFile } from '@waypost/sdk';
import { createCollection } from './collect-garbage.ts';
import { fileTooLarge } from './errors.ts';

/** Largest result, bytes: a disk that is full stops the visits' journal. */
export const RESULT_LIMIT_BYTES = 512 * 1024 * 1024;
/** Pieces are gathered up to this size, so that a row is not a write. */
const BUFFER_BYTES = 64 * 1024;

export interface ResultWriter extends OperationFile {
  /** Writes what is left; answers the size in bytes. */
  close(): Promise<number>;
}

/** Result files under DATA_DIR/operations, each named by its operation's id. */
export interface ResultFiles {
  create(id: string): Promise<ResultWriter>;
  /** Path of a file that is there. */
  find(id: string): string | undefined;
  remove(id: string): Promise<void>;
  /** Ids of the files that are there. */
  list(): Promise<string[]>;
}

export function createResultFiles(directory: string, limitBytes = RESULT_LIMIT_BYTES): ResultFiles {
  const pathOf = (id: string): string => {
    if (!/^[0-9a-f]{24}$/.test(id)) throw new TypeError('not the id of an operation');
    return join(directory, id);
  };
  return {
    async create(id) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = await open(pathOf(id), 'w', 0o600);
      const collect = createCollection();
      let size = 0;
      let isClosed = false;
      let pieces: (string | Uint8Array)[] = [];
      let waiting = 0;
      const flush = async (): Promise<void> => {
        const bytes = joined(pieces);
        pieces = [];
        waiting = 0;
        await file.writeFile(bytes);
        collect(bytes.length);
      };
      return {
        async write(piece) {
          const bytes = Buffer.byteLength(piece);
          size += bytes;
          if (size > limitBytes) throw fileTooLarge.create();
          pieces.push(piece);
          waiting += bytes;
          if (waiting >= BUFFER_BYTES) await flush();
        },
        async close() {
          if (isClosed) return size;
          isClosed = true;
          try {
            await flush();
            await file.datasync();
          } finally {
            await file.close();
          }
          return size;
        },
      };
    },
    find: (id) => (existsSync(pathOf(id)) ? pathOf(id) : undefined),
    remove: (id) => rm(pathOf(id), { force: true }),
    async list() {
      if (!existsSync(directory)) return [];
      return (await readdir(directory)).filter((name) => /^[0-9a-f]{24}$/.test(name));
    },
  };
}

/** Rows are text: they become bytes together, for a buffer of its own costs each more than its text. */
function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  if (pieces.every((piece) => typeof piece === 'string')) return Buffer.from(pieces.join(''));
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
