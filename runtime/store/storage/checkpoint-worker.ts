import { Database } from 'bun:sqlite';

/** What is to be moved: what nobody reads or writes just now, or everything, after which the log is empty. */
export interface CheckpointRequest {
  file: string;
  isEmptying: boolean;
}

/**
 * Moves committed pages from the write-ahead log into the database file, on a thread of its own so that the disk's
 * work does not hold up the server. Message out: the log's pages that are moved by now.
 */
declare const self: Worker;

/** How long readers are waited for when the log is emptied: the server's own read for microseconds. */
const READERS_MILLISECONDS = 20;

const move = (database: Database, mode: 'PASSIVE' | 'TRUNCATE'): number => {
  const result = database.query<{ checkpointed: number }, []>(`PRAGMA wal_checkpoint(${mode})`).get();
  return Math.max(0, result?.checkpointed ?? 0);
};

/** Whoever writes first into an empty log waits until the disk has its head: better this thread than the server. */
const beginLog = (database: Database): void => {
  const version =
    database.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
  database.run(`PRAGMA user_version = ${version}`);
};

self.onmessage = ({ data: { file, isEmptying } }: MessageEvent<CheckpointRequest>) => {
  const database = new Database(file, { readwrite: true });
  try {
    database.run('PRAGMA synchronous = NORMAL');
    if (isEmptying) database.run(`PRAGMA busy_timeout = ${READERS_MILLISECONDS}`);
    const checkpointed = move(database, isEmptying ? 'TRUNCATE' : 'PASSIVE');
    if (isEmptying) beginLog(database);
    self.postMessage({ checkpointed });
  } finally {
    database.close();
  }
};
