/** What the server and the thread that syncs the log tell each other through shared memory: quicker than messages. */
export interface SyncSignals {
  readonly memory: SharedArrayBuffer;
  /** Asks for a sync; answers its number. */
  ask(): number;
  /** Blocks until that sync is done, at most so long; answers whether it is. */
  waitFor(number: number, milliseconds: number): boolean;
  /** What a sync failed with. */
  error(): Error | undefined;
  /** Ends the thread. */
  end(): void;
  /** On the thread: blocks until a sync is asked for; undefined: the thread ends. */
  next(): number | undefined;
  /** On the thread: says that it is done. */
  done(number: number, hasFailed: boolean): void;
}

const ASKED = 0;
const DONE = 1;
const FAILED = 2;
const ENDS = 3;
const CELLS = 4;

/** Over new memory, or over that which the other side has made. */
export const openSyncSignals = (memory = new SharedArrayBuffer(4 * CELLS)): SyncSignals => {
  const cells = new Int32Array(memory);
  return {
    memory,
    ask: () => {
      // A 32-bit number that goes round: only equality is looked at.
      const number = (Atomics.load(cells, ASKED) + 1) | 0;
      Atomics.store(cells, ASKED, number);
      Atomics.notify(cells, ASKED);
      return number;
    },
    waitFor: (number, milliseconds) => {
      const before = Atomics.load(cells, DONE);
      if (before !== number) Atomics.wait(cells, DONE, before, milliseconds);
      return Atomics.load(cells, DONE) === number;
    },
    error: () =>
      Atomics.load(cells, FAILED) === 0 ? undefined : new Error('the write-ahead log could not be synced'),
    end: () => {
      Atomics.store(cells, ENDS, 1);
      Atomics.add(cells, ASKED, 1);
      Atomics.notify(cells, ASKED);
    },
    next: () => {
      Atomics.wait(cells, ASKED, Atomics.load(cells, DONE));
      return Atomics.load(cells, ENDS) === 1 ? undefined : Atomics.load(cells, ASKED);
    },
    done: (number, hasFailed) => {
      if (hasFailed) Atomics.store(cells, FAILED, 1);
      Atomics.store(cells, DONE, number);
      Atomics.notify(cells, DONE);
    },
  };
};
