import { Timestamp } from 'bson';

/**
 * Numbers every write of the store: seconds since 1970 × 2^21 plus a counter within the second, so that a number
 * is exact in a JS double until 2106 and maps one to one onto the BSON timestamps that clients see as `operationTime`.
 */
export interface Sequence {
  /** The number of the next write; always larger than every one before, over restarts too. */
  next(): number;
  /** The number of the last write. */
  last(): number;
}

/** Writes within one second before the counter runs into the next second. */
const PER_SECOND = 2 ** 21;

/** Starts after `last` (0 for a new store). `now` gives milliseconds since 1970. */
export const createSequence = (last: number, now: () => number): Sequence => {
  let current = Math.max(last, Math.floor(now() / 1000) * PER_SECOND);
  // The clock is read rarely: the counter alone keeps the order.
  let untilClock = 0;
  return {
    next: () => {
      current += 1;
      if (untilClock-- <= 0) {
        untilClock = 64;
        const floor = Math.floor(now() / 1000) * PER_SECOND + 1;
        if (floor > current) current = floor;
      }
      return current;
    },
    last: () => current,
  };
};

/** The BSON timestamp of a sequence number, as 64 bits. */
export const timestampBits = (sequence: number): bigint => {
  const seconds = Math.floor(sequence / PER_SECOND);
  return (BigInt(seconds) << 32n) | BigInt(sequence - seconds * PER_SECOND);
};

/** The BSON timestamp of a sequence number. */
export const timestampOf = (sequence: number): Timestamp => {
  const seconds = Math.floor(sequence / PER_SECOND);
  return new Timestamp({ t: seconds, i: sequence - seconds * PER_SECOND });
};

/** The sequence number of a BSON timestamp; increments beyond a second's share count as its end. */
export const sequenceOf = (timestamp: Timestamp): number =>
  timestamp.t * PER_SECOND + Math.min(timestamp.i, PER_SECOND - 1);

/** Milliseconds since 1970 of the second in which a write was numbered. */
export const millisecondsOf = (sequence: number): number => Math.floor(sequence / PER_SECOND) * 1000;
