const DAY_MS = 86_400_000;

/** What is in the bin, in a form that an index by the time of removal answers. */
export const BINNED = { remove_time: { $gt: new Date(0) } } as const;

/** When a code that was removed is deleted for good; the job that does it comes by once an hour. */
export function purgeTimeOf(removed: Date, days: number): Date {
  return new Date(removed.getTime() + days * DAY_MS);
}

/** Codes that were removed by then are deleted for good at `now`. */
export function purgeLimit(now: number, days: number): Date {
  return new Date(now - days * DAY_MS);
}
