import {
  closeSync,
  existsSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { acquireLock, type ProcessLock } from '../../process/process-lock.ts';

const PRIVATE_FILE = 0o600;
const PRIVATE_DIRECTORY = 0o700;

/**
 * The system calls that writer and aggregator of a journal meet through, one a function, so that a simulation can stand
 * between any two of them. Each throws the file system's error.
 */
export interface JournalFiles {
  openToRead(path: string): number;
  /** Makes a file that must not be there yet, and opens it to be written. */
  make(path: string): number;
  /** Answers how many bytes were read. */
  read(file: number, into: Uint8Array, length: number, position: number): number;
  /** Answers how many bytes were written: fewer than asked for is no error. */
  write(file: number, bytes: Uint8Array, part: { from: number; length: number; position: number }): number;
  size(file: number): number;
  truncate(file: number, length: number): void;
  /** Asks the disk to keep what was written, off the event loop. */
  sync(file: number, done: (error: Error | null) => void): void;
  close(file: number): void;
  unlink(path: string): void;
  rename(from: string, to: string): void;
  exists(path: string): boolean;
  /** Names in a directory, in no order. */
  list(directory: string): string[];
  makeDirectory(path: string): void;
  /** Removes a directory that is empty. */
  removeDirectory(path: string): void;
  /** Asks the disk to keep which names a directory holds. */
  syncDirectory(path: string): void;
  /** As `acquireLock`. */
  lock(path: string): ProcessLock | undefined;
}

/** The real ones. */
export const systemFiles: JournalFiles = {
  openToRead: (path) => openSync(path, 'r'),
  make: (path) => openSync(path, 'wx', PRIVATE_FILE),
  read: (file, into, length, position) => readSync(file, into, 0, length, position),
  write: (file, bytes, { from, length, position }) => writeSync(file, bytes, from, length, position),
  size: (file) => fstatSync(file).size,
  truncate: ftruncateSync,
  sync: fdatasync,
  close: closeSync,
  unlink: unlinkSync,
  rename: renameSync,
  exists: existsSync,
  list: (directory) => readdirSync(directory),
  makeDirectory: (path) => void mkdirSync(path, { recursive: true, mode: PRIVATE_DIRECTORY }),
  removeDirectory: (path) => rmdirSync(path),
  syncDirectory(path) {
    const directory = openSync(path, 'r');
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  },
  lock: acquireLock,
};
