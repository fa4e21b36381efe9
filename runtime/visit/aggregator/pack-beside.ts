/** How often it is looked for days to be packed. */
const LOOK_MS = 30_000;
/** How long a stop waits for the day in hand. One that is left half packed is packed again. */
const STOP_MS = 10_000;

export interface Packing {
  /** Begins with a day where it is time to and none is in hand. `visits`: what the round before has counted. */
  begin(visits: number): void;
  /** Resolves when no day is in hand any more, or after ten seconds. */
  end(): Promise<void>;
}

/** Packs the sums of days that are over, one at a time, beside the counting: nobody waits for the store to add up a day. */
export function packBeside(options: {
  /** Answers whether there was a day to be packed: there may be more. */
  closeOneDay(): Promise<boolean>;
  /** Whether so much waits that it is gone on with at once, whatever else there is to do. */
  isBehind(): boolean;
  /** Figures are read from the sums themselves meanwhile. */
  failed(error: unknown): void;
}): Packing {
  let inHand: Promise<void> | undefined;
  let dueAt = performance.now();
  let isIdle = false;
  let hasFailed = false;

  const pack = async (): Promise<void> => {
    hasFailed = false;
    const hasMore = await options.closeOneDay().catch((error: unknown) => {
      hasFailed = true;
      options.failed(error);
      return false;
    });
    // Whatever else there is to do: one day is soon packed.
    dueAt = performance.now() + (hasMore && (isIdle || options.isBehind()) ? 0 : LOOK_MS);
    inHand = undefined;
  };

  return {
    begin(visits) {
      isIdle = visits === 0;
      const isDue = performance.now() >= dueAt || (!hasFailed && options.isBehind());
      if (inHand === undefined && isDue) inHand = pack();
    },
    async end() {
      if (inHand === undefined) return;
      let timer: Timer | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      await Promise.race([inHand, late]);
      clearTimeout(timer);
    },
  };
}
