import { StoreError } from '../value/errors.ts';
import type { Effort } from './effort.ts';

/**
 * Processor time that the evaluation of one document may take on the thread that serves everybody: with what its garbage
 * costs afterwards still less than half of what others may wait. Code that was never run takes ten times as long as it
 * will later, and more where other processes take its caches: the first looks (50,000 steps, 3 ms once the code is warm) have
 * more, so that nobody is refused for being first. Of 8 ms a write of 20,000 steps was refused once beside 20 busy processes.
 */
const MOST_MILLISECONDS = 3;
const FIRST_LOOKS = 100;
const MOST_FIRST_MILLISECONDS = 20;
/** 200,000 steps: more than fit into the time. What says beforehand that it takes them is not begun, and leaves no garbage. */
const MOST_LOOKS = 400;
/** How long a reader thread may work on one document. */
const MOST_READER_MILLISECONDS = 10_000;
/**
 * What computes longer than this over one document steps aside: it works for one part of the time and rests for two, so
 * that neither it nor the collection of what it throws away takes the processors from those who only want an answer.
 */
const UNDISTURBED_MILLISECONDS = 5;
const WORK_MILLISECONDS = 1;
const REST_MILLISECONDS = 2;
/** From here on a reader thread counts as occupied: others begin elsewhere. */
const OCCUPIED_AFTER_MILLISECONDS = 50;
/**
 * Values of a reader thread at which it gives up what it evaluates: MongoDB gives one stage that collects 100 MB
 * (https://www.mongodb.com/docs/manual/core/aggregation-pipeline-limits). And how often it looks: that takes up to 2 ms.
 */
const MOST_MEMORY_BYTES = 100 * 1024 * 1024;
const MEMORY_LOOK_MILLISECONDS = 40;

/** What bounds one document's evaluation. */
export type Limit = Pick<Effort, 'begin' | 'look'>;

/** Not 262, ExceededTimeLimit: drivers take that for a passing state and send the command again. */
const tooLong = (): StoreError =>
  new StoreError(
    50,
    'operation exceeded time limit: evaluating an expression over one document takes too long for the embedded store',
  );

/**
 * Bounds one document's evaluation on the thread that serves everybody, where it cannot go elsewhere (writes,
 * transactions). One serves all operations: only one evaluates at a time. `processor`: milliseconds this thread has run,
 * so that nobody is refused because the machine is busy.
 */
export const serverLimit = ({ processor }: { processor: () => number }): Limit => {
  let began: number | undefined;
  let looks = 0;
  return {
    begin: () => {
      began = undefined;
      looks = 0;
    },
    look: (due = 1) => {
      looks += due;
      if (looks > MOST_LOOKS) throw tooLong();
      const now = processor();
      began ??= now;
      if (now - began > (looks > FIRST_LOOKS ? MOST_MILLISECONDS : MOST_FIRST_MILLISECONDS)) throw tooLong();
    },
  };
};

/** Bounds one document's evaluation on a reader thread, by time and by what its values take. */
export const readerLimit = (input: {
  now: () => number;
  /** Bytes that the values of this thread take. */
  memory: () => number;
  /** Gives back what is not used any more. */
  collect: () => void;
  /** Whether the command was killed by somebody whose messages are not heard now. */
  isKilled: () => boolean;
  /** Told when others should not wait for this thread. */
  occupied: () => void;
  /** Stands still for so many milliseconds. */
  rest: (milliseconds: number) => void;
}): Limit => {
  let began: number | undefined;
  let restedAt = 0;
  let nextMemoryLook = 0;
  const lookAtMemory = (now: number): void => {
    nextMemoryLook = now + MEMORY_LOOK_MILLISECONDS;
    if (input.memory() < MOST_MEMORY_BYTES) return;
    input.collect();
    if (input.memory() > MOST_MEMORY_BYTES) {
      throw new StoreError(146, 'evaluating an expression over one document takes too much memory');
    }
    nextMemoryLook = input.now() + MEMORY_LOOK_MILLISECONDS;
  };
  return {
    begin: () => {
      began = undefined;
    },
    look: () => {
      if (input.isKilled()) throw new StoreError(11601, 'operation was interrupted');
      const now = input.now();
      began ??= now;
      if (now > nextMemoryLook) lookAtMemory(now);
      if (now - began > OCCUPIED_AFTER_MILLISECONDS) input.occupied();
      if (now - began > MOST_READER_MILLISECONDS) throw tooLong();
      if (now - began < UNDISTURBED_MILLISECONDS || now - restedAt < WORK_MILLISECONDS) return;
      input.rest(REST_MILLISECONDS);
      restedAt = input.now();
    },
  };
};
