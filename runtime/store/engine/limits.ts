import type { ChangeLog } from '../storage/change-log.ts';

/** What the store is used for now, beside what it was measured for; docs/embedded-store.md has the figures. */
export interface Usage {
  documents: number;
  fileBytes: number;
  /** Documents written a second, over the last minute. */
  writesPerSecond: number;
}

/** Up to here the store was measured to hold its promises; past it MongoDB is the better place. */
export const LIMITS: Usage = {
  documents: 2_000_000,
  fileBytes: 4 * 1024 * 1024 * 1024,
  writesPerSecond: 1000,
};

/** Share of a limit from which it counts as near. */
const NEAR = 0.8;
const KEPT_SECONDS = 60;

/** The names of limits that are near or passed. */
export const nearLimits = (usage: Usage, limits: Usage = LIMITS): (keyof Usage)[] =>
  (Object.keys(limits) as (keyof Usage)[]).filter((name) => usage[name] >= limits[name] * NEAR);

/** Counts how many documents are written. */
export interface WriteRate {
  /** Called once a second. */
  tick(): void;
  perSecond(): number;
}

export const createWriteRate = (changes: Pick<ChangeLog, 'appended'>): WriteRate => {
  const seconds: number[] = [];
  let last = changes.appended();
  return {
    tick: () => {
      const now = changes.appended();
      seconds.push(now - last);
      last = now;
      if (seconds.length > KEPT_SECONDS) seconds.shift();
    },
    // Always over a whole minute: a short burst after the start is no steady load.
    perSecond: () => Math.round(seconds.reduce((sum, one) => sum + one, 0) / KEPT_SECONDS),
  };
};
