import type { Disposer } from '@waypost/sdk';

/** How long changes are gathered before they are read, milliseconds: a thousand pasted lines are read once. */
const GATHER_MS = 100;
const NOT_LATER_THAN_MS = 500;

/** A list of the store that a process has in memory. */
export interface FollowedList {
  /** Reads the list from the store. */
  load(): Promise<void>;
  stop(): Promise<void>;
}

/** Reads a list anew soon after any process has changed it. */
export function followList(options: {
  read(): Promise<void>;
  /** Calls back after changes of the list, by any process. */
  follow(onChange: () => void): Disposer;
  /** Told of a list that could not be read: what is known goes on. */
  failed(error: unknown): void;
}): FollowedList {
  let reading: Promise<void> = Promise.resolve();
  let waiting: { timer: Timer; since: number } | undefined;
  /** One at a time: an answer that was on its way while the list changed is not taken for the newer one. */
  const load = (): Promise<void> => {
    const next = reading.then(options.read);
    reading = next.catch(() => undefined);
    return next;
  };
  const gather = (): void => {
    const now = performance.now();
    if (waiting !== undefined && now - waiting.since > NOT_LATER_THAN_MS) return;
    clearTimeout(waiting?.timer);
    const timer = setTimeout(() => {
      waiting = undefined;
      load().catch(options.failed);
    }, GATHER_MS);
    waiting = { timer, since: waiting?.since ?? now };
  };
  const stopFollowing = options.follow(gather);
  return {
    load,
    stop: async () => {
      clearTimeout(waiting?.timer);
      await stopFollowing();
      await reading;
    },
  };
}
