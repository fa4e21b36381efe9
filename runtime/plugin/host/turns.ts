/** Work that is done one piece after another. */
export interface Turns {
  /** Fails as the work does; the next one has its turn all the same. */
  take(work: () => Promise<void>): Promise<void>;
  /** Resolves when everything that was taken so far is done. */
  rest(): Promise<void>;
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    take(work) {
      const run = last.then(work);
      last = run.catch(() => {});
      return run;
    },
    rest: () => last,
  };
}

/**
 * Waits until `isDone`, or the limit is over. It is asked after each end and after the work that follows from it.
 * @param wait.limitMs milliseconds
 */
export async function settled(wait: {
  limitMs: number;
  isDone(): boolean;
  /** Ends of what runs now. */
  ends(): Promise<void>[];
  /** Work that follows from an end; undefined where none is done any more. */
  rest(): Promise<void> | undefined;
}): Promise<void> {
  const limit = Promise.withResolvers<void>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    limit.resolve();
  }, wait.limitMs);
  while (!wait.isDone() && !isLate) {
    await Promise.race([...wait.ends(), limit.promise]);
    await Promise.race([wait.rest(), limit.promise]);
  }
  clearTimeout(timer);
}
