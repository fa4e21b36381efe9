import type { TodayStatistics } from '@waypost/sdk';

/** What the figures of the live page look back on, milliseconds. */
export const MINUTE_MS = 60_000;
export const HALF_HOUR_MS = 30 * MINUTE_MS;
/** Samples that a window keeps at most: those that are nearer together become one. */
const MAX_SAMPLES = 360;

export interface VisitRate {
  /** Visits counted within the window. */
  visits: number;
  /** How much of the window has been watched, milliseconds: less at the beginning. */
  watched_ms: number;
}

/** Visits of a day until now. */
type DaySum = Pick<TodayStatistics, 'day' | 'view_number'>;

/**
 * Counts visits of a window from sums of the day. Two readers may ask at once: a sum that is older than the last one adds nothing.
 * @returns notes the sum at a moment (milliseconds, only going forward) and answers the rate then
 */
export function createVisitRate(windowMs: number): (sum: DaySum, now: number) => VisitRate {
  /** Visits since the beginning at each moment, oldest first; the first is just outside the window, or the beginning. */
  let samples: { at: number; visits: number }[] = [];
  let last: DaySum | undefined;
  return (sum, now) => {
    const known = samples.at(-1)?.visits ?? 0;
    const added = last === undefined ? 0 : addedSince(last, sum);
    if (last === undefined || added > 0) last = sum;
    const [before, newest] = samples.slice(-2);
    if (before && newest && newest.at - before.at < windowMs / MAX_SAMPLES) samples.pop();
    samples.push({ at: now, visits: known + added });
    const start = now - windowMs;
    const inside = samples.findIndex(({ at }) => at >= start);
    samples = samples.slice(Math.max(0, inside - 1));
    const [first] = samples;
    if (first === undefined) return { visits: 0, watched_ms: 0 };
    return { visits: known + added - first.visits, watched_ms: Math.min(windowMs, now - first.at) };
  };
}

function addedSince(last: DaySum, sum: DaySum): number {
  if (sum.day > last.day) return sum.view_number;
  return sum.day === last.day ? Math.max(0, sum.view_number - last.view_number) : 0;
}

/**
 * Visits of the window: what was counted once it was watched whole, and before that at least what its visitors tell of. Who came
 * for the first time within it has made all visits within it, everybody else at least one.
 * @param recent those who came within the window, the latest of `count`
 * @param window when it begins, and how long it is
 */
export function visitsOfWindow(
  { visits, watched_ms }: VisitRate,
  recent: { count: number; content: readonly { count: number; first_time: string }[] },
  { since, ms }: { since: string; ms: number },
): number {
  if (watched_ms >= ms) return visits;
  const again = recent.content.map(({ count, first_time }) => (first_time >= since ? count - 1 : 0));
  return Math.max(
    visits,
    again.reduce((sum, more) => sum + more, recent.count),
  );
}
