const DAY_MS = 24 * 3_600_000;
/** Days before an end at which is told of it. */
export const REMINDER_DAYS = [30, 14, 7, 1] as const;

/** What was told last: of which end (ISO), at how many days before it. */
export interface Reminded {
  until: string;
  days: number;
}

/**
 * Whether it is time to tell of an end. What is renewed by itself is renewed when a third of its life is left: of that end
 * is told only once it is nearer than it should have come.
 * @param seen.until undefined: nothing new is known of the end
 * @returns undefined where there is nothing new to say; `reminded` undefined: the end is far again
 */
export function reminder(
  before: Reminded | undefined,
  seen: { until: Date | undefined; lifetimeMs: number | undefined; now: Date },
): { reminded: Reminded | undefined; isNew: boolean } | undefined {
  if (seen.until === undefined) return undefined;
  const leftMs = seen.until.getTime() - seen.now.getTime();
  const mostMs = (seen.lifetimeMs ?? Number.POSITIVE_INFINITY) / 3;
  const days = REMINDER_DAYS.filter((one) => one * DAY_MS < mostMs && leftMs <= one * DAY_MS).at(-1);
  if (days === undefined) return { reminded: undefined, isNew: false };
  const reminded = { until: seen.until.toISOString(), days };
  // What is over fails, and is told as that.
  const isNew = leftMs > 0 && (before?.until !== reminded.until || days < before.days);
  return { reminded, isNew };
}
