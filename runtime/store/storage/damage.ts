import { SQLiteError } from 'bun:sqlite';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

/** The store's file is not whole: it must not be served, because what is missing would look as if it never was. */
export class DamagedStore extends Error {
  override readonly name = 'DamagedStore';
}

/** https://www.sqlite.org/fileformat.html, section 1.3 */
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;

/**
 * Looks at a file before it is opened: a copy or a disk that ended early leaves fewer pages than the header tells of.
 * With a write-ahead log beside it the log has the last word, and SQLite checks that one itself.
 * @throws DamagedStore
 */
export const refuseTornFile = (file: string): void => {
  if (!existsSync(file)) return;
  const { size } = statSync(file);
  if (size === 0) return;
  const header = Buffer.alloc(HEADER_BYTES);
  const input = openSync(file, 'r');
  const read = readSync(input, header, 0, HEADER_BYTES, 0);
  closeSync(input);
  if (read < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new DamagedStore(`${file} is no store: its header is damaged`);
  const wal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (wal > 0) return;
  const given = header.readUInt16BE(16);
  const pageSize = given === 1 ? 65_536 : given;
  const pages = header.readUInt32BE(28);
  if (size < pages * pageSize)
    throw new DamagedStore(
      `${file} is cut off: it has ${size} bytes, and says that it has ${pages} pages of ${pageSize}`,
    );
};

const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** The damage that SQLite met, as a sentence; undefined when it is something else. */
export const damageOf = (file: string, error: unknown): DamagedStore | undefined => {
  if (error instanceof DamagedStore) return error;
  if (!(error instanceof SQLiteError) || !DAMAGED.has(baseCode(error.code))) return undefined;
  return new DamagedStore(`${file} is damaged: ${error.message}`, { cause: error });
};

const baseCode = (code: string | undefined): string => (code ?? '').split('_').slice(0, 2).join('_');
