/**
 * Lets long work share the one thread: it runs in slices, one task a turn of the event loop, so that other
 * connections are served between two slices.
 */
export interface Scheduler {
  /** Starts a slice for a command that begins now. */
  slice(): Slice;
}

/** The time a piece of work may take before it has to let others run. */
export interface Slice {
  isSpent(): boolean;
  /** Lets others run; a new slice begins when this resolves. */
  pause(): Promise<void>;
}

/** Longest time, in milliseconds, that one piece of work keeps the thread. */
export const SLICE_MILLISECONDS = 8;

/** Makes the scheduler. `schedule` runs a callback after input and output of the current turn. */
export const createScheduler = (input: {
  now: () => number;
  schedule: (callback: () => void) => void;
  sliceMilliseconds?: number;
}): Scheduler => {
  const length = input.sliceMilliseconds ?? SLICE_MILLISECONDS;
  const waiting: (() => void)[] = [];
  let isScheduled = false;

  const runNext = (): void => {
    isScheduled = false;
    const next = waiting.shift();
    if (waiting.length > 0) arrange();
    next?.();
  };
  const arrange = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    input.schedule(runNext);
  };

  return {
    slice: () => {
      let ends = input.now() + length;
      return {
        isSpent: () => input.now() >= ends,
        pause: async () => {
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
            arrange();
          });
          ends = input.now() + length;
        },
      };
    },
  };
};
