import { Database } from 'bun:sqlite';

/**
 * Moves committed pages from the write-ahead log into the database file, on a thread of its own so that the disk's
 * work does not hold up the server. Message in: the file's path. Message out: the log's pages that are moved by now.
 */
declare const self: Worker;

self.onmessage = (event: MessageEvent<string>) => {
  const database = new Database(event.data, { readwrite: true });
  try {
    database.run('PRAGMA synchronous = NORMAL');
    const result = database.query<{ checkpointed: number }, []>('PRAGMA wal_checkpoint(PASSIVE)').get();
    self.postMessage({ checkpointed: Math.max(0, result?.checkpointed ?? 0) });
  } finally {
    database.close();
  }
};
