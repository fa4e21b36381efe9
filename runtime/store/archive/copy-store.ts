import { Database } from 'bun:sqlite';

/**
 * Copies the last committed state of a store's file to `target`, which must not exist. The store may serve meanwhile:
 * it is read as another process's snapshot. The copy is compact and needs no write-ahead log. Blocks the calling thread.
 * @throws SQLiteError when the file cannot be read or the disk is full.
 */
export const copyStore = (file: string, target: string): void => {
  const database = new Database(file, { readwrite: true });
  try {
    database.run('VACUUM INTO ?', [target]);
  } finally {
    database.close();
  }
};
