import { statSync } from 'node:fs';
import type { Connection } from './connection.ts';

/** Keeps the write-ahead log short. */
export interface Checkpoints {
  /** Called after each commit. */
  committed(): void;
  /** Moves everything into the database file; used when the store stops. */
  finish(): void;
  close(): void;
}

/** Log size at which a background checkpoint starts. */
const START_BYTES = 8 * 1024 * 1024;
/** Log size at which the server itself empties the log, because the background cannot keep up. */
const TRUNCATE_BYTES = 512 * 1024 * 1024;
/** Commits between two looks at the log's size. */
const LOOK_EVERY = 16;

/** Starts the thread at the first checkpoint. */
export const createCheckpoints = (input: {
  file: string;
  writer: Connection;
  log: (event: string, error: unknown) => void;
}): Checkpoints => {
  let worker: Worker | undefined;
  let isRunning = false;
  let untilLook = LOOK_EVERY;

  const logBytes = (): number => statSync(`${input.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const start = (): void => {
    if (worker === undefined) {
      worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url).href);
      worker.onmessage = () => {
        isRunning = false;
      };
      worker.onerror = (event) => {
        isRunning = false;
        input.log('a checkpoint failed', event.message);
      };
    }
    isRunning = true;
    worker.postMessage(input.file);
  };

  let movedAt = 0;
  return {
    committed: () => {
      untilLook -= 1;
      if (untilLook > 0) return;
      untilLook = LOOK_EVERY;
      const bytes = logBytes();
      if (bytes > TRUNCATE_BYTES && !isRunning) input.writer.database.run('PRAGMA wal_checkpoint(TRUNCATE)');
      else if (bytes >= START_BYTES && !isRunning && performance.now() - movedAt > 1000) {
        movedAt = performance.now();
        start();
      }
    },
    finish: () => {
      try {
        input.writer.database.run('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch (error) {
        // Nothing is lost: what stays in the log is read from there at the next start.
        input.log('the last checkpoint failed', error);
      }
    },
    close: () => worker?.terminate(),
  };
};
