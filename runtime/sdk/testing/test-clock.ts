import type { Clock } from '@waypost/sdk';

/** A clock that stands still until somebody sets it. */
export interface HeldClock extends Clock {
  set(time: Date | string | number): void;
}

/** @throws TypeError for a time that is none */
export function createHeldClock(start: Date | string): HeldClock {
  let now = 0;
  const set = (time: Date | string | number) => {
    const next = new Date(time).getTime();
    if (Number.isNaN(next)) throw new TypeError(`the clock cannot be set to ${String(time)}`);
    now = next;
  };
  set(start);
  return { now: () => now, date: () => new Date(now), set };
}
