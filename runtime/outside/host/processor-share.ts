/** What a process may use of the processor. */
export interface ShareLimits {
  /** Milliseconds of work for each millisecond that passes, on the average: 1 is one core. */
  processorShare: number;
  /** What it may work above that at once, milliseconds: a burst is no fault. */
  processorBurstMs: number;
  /** The same while it starts and loads its plugin. */
  processorStartMs: number;
}

/** A credit of work that grows with time and that work takes from. */
export interface ProcessorShare {
  /**
   * Tells what was worked since the last time.
   * @returns milliseconds to pause until the debt is paid; 0: it may go on
   */
  took(workedMs: number, passedMs: number): number;
  /** It has started: from now on the smaller burst holds. */
  started(): void;
  /** Whether the whole burst is there again: it has worked less than its share for long enough. */
  isRested(): boolean;
}

export function createProcessorShare(limits: ShareLimits): ProcessorShare {
  const { processorShare, processorBurstMs, processorStartMs } = limits;
  let most = Math.max(processorStartMs, processorBurstMs);
  let credit = most;
  return {
    took(workedMs, passedMs) {
      credit = Math.min(most, credit + passedMs * processorShare - workedMs);
      return credit >= 0 ? 0 : -credit / processorShare;
    },
    started() {
      most = processorBurstMs;
      credit = Math.min(most, credit);
    },
    isRested: () => credit === most,
  };
}
