/** Knows whether anybody but the one who asks now would notice that the thread waits. */
export interface Speakers {
  /** A connection has sent a command. */
  spoke(connection: number): void;
  /** Whether one connection alone has sent commands for a while. */
  isOneAlone(): boolean;
}

/** For how long a connection that has sent a command counts, milliseconds. */
const PRESENT_MILLISECONDS = 1000;

/** @param now monotonic, milliseconds */
export const createSpeakers = (now: () => number): Speakers => {
  let last: number | undefined;
  /** When somebody else than the last speaker spoke last. */
  let other = Number.NEGATIVE_INFINITY;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    spoke: (connection) => {
      const at = now();
      if (last !== undefined && connection !== last) other = lastAt;
      last = connection;
      lastAt = at;
    },
    isOneAlone: () => now() - other > PRESENT_MILLISECONDS,
  };
};
