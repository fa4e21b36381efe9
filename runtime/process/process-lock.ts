import { Database } from 'bun:sqlite';

/** In the folder of a program that the launcher starts apart: who has it may change what is in there. */
export const APART_LOCK = 'process.lock';

export interface ProcessLock {
  release(): void;
}

/** What is held is kept from the collector, which would close it and let go of the lock. */
const held = new Set<Database>();

/**
 * Takes the lock file `path` for as long as this process lives, or returns undefined when a living process has it.
 * It is SQLite's own file lock: the system frees it however the process ends, and no process id can be mistaken.
 */
export function acquireLock(path: string): ProcessLock | undefined {
  const database = new Database(path, { create: true });
  try {
    database.run('PRAGMA busy_timeout = 0');
    database.run('PRAGMA journal_mode = MEMORY');
    database.run('PRAGMA locking_mode = EXCLUSIVE');
    database.run('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && (error as { code?: string }).code?.startsWith('SQLITE_BUSY'))
      return undefined;
    throw error;
  }
  held.add(database);
  return {
    release: () => {
      held.delete(database);
      database.close();
    },
  };
}
