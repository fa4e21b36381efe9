/**
 * What the server and a reader thread tell each other while the thread computes and hears no messages: which commands
 * were killed lately, and which one keeps the thread with one document for longer.
 */
export interface Signals {
  readonly memory: SharedArrayBuffer;
  kill(id: number): void;
  isKilled(id: number): boolean;
  /** `id`: the request that keeps the thread. */
  setOccupied(id: number): void;
  /** That request, or NOBODY. */
  occupiedBy(): number;
}

/** No request has this number. */
export const NOBODY = 0;

/** Killed commands that are remembered; each is told by a message as well, which is heard between two slices. */
const REMEMBERED = 16;

/** Over new memory, or over that which the other side has made. */
export const openSignals = (memory = new SharedArrayBuffer(4 * (REMEMBERED + 1))): Signals => {
  const cells = new Int32Array(memory);
  let next = 0;
  return {
    memory,
    kill: (id) => {
      Atomics.store(cells, next % REMEMBERED, id);
      next += 1;
    },
    isKilled: (id) => {
      for (let at = 0; at < REMEMBERED; at += 1) if (Atomics.load(cells, at) === id) return true;
      return false;
    },
    setOccupied: (id) => {
      Atomics.store(cells, REMEMBERED, id);
    },
    occupiedBy: () => Atomics.load(cells, REMEMBERED),
  };
};
