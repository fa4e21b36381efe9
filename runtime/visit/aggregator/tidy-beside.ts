import { MarksMoved } from '../marks/merged-rows.ts';

/** How long a stop waits for the runs in hand. What is left half done is done again, and its parts are deleted later. */
const STOP_MS = 2000;
/** How long nothing is tried after a failure. */
const REST_MS = 5000;

export interface Tidying {
  /** Begins to put runs of marks together where that is due and none are in hand. */
  begin(): void;
  /** Resolves when none are in hand any more, or after two seconds. */
  end(): Promise<void>;
}

/** Puts runs of marks together beside the counting. */
export function tidyBeside(options: {
  isDue(): boolean;
  /** Answers whether there was something to be done: there may be more. */
  putTogether(): Promise<boolean>;
  /** Nothing is lost: there are more runs to be looked into. */
  failed(error: unknown): void;
}): Tidying {
  let inHand: Promise<void> | undefined;
  let isEnding = false;
  let restsUntil = 0;

  /** Where runs were folded, or put together by another, meanwhile there are others now. */
  const goOn = async (): Promise<boolean> => {
    try {
      return await options.putTogether();
    } catch (error) {
      if (error instanceof MarksMoved) return false;
      throw error;
    }
  };
  const tidy = async (): Promise<void> => {
    try {
      while (!isEnding && (await goOn()));
    } catch (error) {
      restsUntil = performance.now() + REST_MS;
      options.failed(error);
    } finally {
      inHand = undefined;
    }
  };

  return {
    begin() {
      if (inHand === undefined && options.isDue() && performance.now() >= restsUntil) inHand = tidy();
    },
    async end() {
      isEnding = true;
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
