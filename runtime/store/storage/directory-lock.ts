import { Database } from 'bun:sqlite';
import { join } from 'node:path';

/** Holds a data directory for one process; given up by itself when the process ends, however it ends. */
export interface DirectoryLock {
  release(): void;
}

export const LOCK_NAME = 'store.lock';

/**
 * Takes the directory for this process. The lock is SQLite's own, on an empty file.
 * @throws Error when another process holds it.
 */
export const lockDirectory = (directory: string): DirectoryLock => {
  const database = new Database(join(directory, LOCK_NAME), { create: true });
  try {
    database.run('PRAGMA locking_mode = EXCLUSIVE');
    database.run('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw new Error(`another store process uses ${directory}`, { cause });
  }
  return { release: () => database.close() };
};
