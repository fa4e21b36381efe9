import { Database } from 'bun:sqlite';

/**
 * Moves committed pages from the write-ahead log into the database file, on a thread of its own so that the disk's
 * work does not hold up the server. Message in: the file's path. Message out: pages in the log, pages moved.
 */
declare const self: Worker;

self.onmessage = (event: MessageEvent<string>) => {
  const database = new Database(event.data, { readwrite: true });
  try {
    database.run('PRAGMA synchronous = NORMAL');
    const result = database.query('PRAGMA wal_checkpoint(PASSIVE)').get() as {
      log: number;
      checkpointed: number;
    };
    self.postMessage({ log: result.log, checkpointed: result.checkpointed });
  } finally {
    database.close();
  }
};
