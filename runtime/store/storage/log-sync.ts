import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { openSyncSignals } from './sync-signals.ts';

/** Brings the write-ahead log to the disk. One sync at a time. */
export interface LogSync {
  /**
   * Calls `done` when everything that is in the log now is on the disk: before this returns when the disk is quick,
   * later when it is not. An error means that nobody knows what is there.
   */
  start(done: (error: unknown) => void): void;
  /** Waits for the sync under way; its `done` has been called when this returns. */
  wait(): void;
  close(): void;
}

/** How long a sync is waited for on the spot, milliseconds: most end sooner, and others wait no longer than this. */
const QUICK_MILLISECONDS = 1;
/** How long it is waited for in each later turn of the event loop, after others were served. */
const BITE_MILLISECONDS = 0.5;

/**
 * Syncs `file` on a thread of its own, so that whoever does not wait for the disk is answered meanwhile. The thread
 * tells of the end through shared memory: a message takes a third of the time of such a sync, and Bun 1.4.5 loses some
 * of a thread that never returns to its own event loop.
 * @param isOneAlone whether nobody else would notice a wait: then it is done on the spot, which spares two changes of thread
 */
export const openLogSync = (
  file: string,
  log: (event: string, error: unknown) => void,
  isOneAlone: () => boolean,
): LogSync => {
  const signals = openSyncSignals();
  let descriptor: number | undefined;
  let worker: Worker | undefined;
  let isThreadUp = false;
  let number = 0;
  let pending: ((error: unknown) => void) | undefined;

  const finish = (error: unknown): void => {
    const done = pending;
    pending = undefined;
    done?.(error);
  };
  const waitFor = (milliseconds: number): void => {
    if (pending !== undefined && signals.waitFor(number, milliseconds)) finish(signals.error());
  };
  const waitInBites = (waited: number): void =>
    void setImmediate(() => {
      if (number === waited) waitFor(BITE_MILLISECONDS);
      if (number === waited && pending !== undefined) waitInBites(waited);
    });
  const startThread = (opened: number): void => {
    worker = new Worker(new URL('./sync-worker.ts', import.meta.url).href, { smol: true });
    worker.onmessage = () => {
      isThreadUp = true;
    };
    worker.onerror = (event) => {
      isThreadUp = false;
      log('the thread that syncs the log ended', event.message);
      finish(new Error(event.message));
    };
    worker.postMessage({ memory: signals.memory, descriptor: opened });
  };
  /** The log's file stays the same while a connection is open; it is there since the first commit. */
  const open = (): number => {
    if (descriptor === undefined) {
      descriptor = openSync(file, 'r');
      startThread(descriptor);
    }
    return descriptor;
  };
  const syncHere = (opened: number): unknown => {
    try {
      fdatasyncSync(opened);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  return {
    start: (done) => {
      pending = done;
      const opened = open();
      if (!isThreadUp || isOneAlone()) {
        finish(syncHere(opened));
        return;
      }
      number = signals.ask();
      const asked = number;
      waitFor(QUICK_MILLISECONDS);
      if (pending !== undefined && number === asked) waitInBites(asked);
    },
    wait: () => waitFor(Number.POSITIVE_INFINITY),
    close: () => {
      signals.end();
      worker?.terminate();
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
};
