/**
 * Hours of a day on which an address came, as bits, hour 0 lowest. Kept for an address's last two days, so that it
 * counts once an hour, also where the visits around midnight are folded out of order.
 */
export interface DayHours {
  day: number;
  hours: number;
}

const KEPT_DAYS = 2;

/**
 * Adds hours by day to those that are known; `recent` is missing where an address was last seen before hours were kept.
 * @param days every day on which the address was seen before; hours of one that is no longer kept are taken for known
 * @returns the days to keep, newest first, and the hours of each day that are new
 */
export function addHours(
  recent: readonly DayHours[] | undefined,
  days: readonly number[],
  add: ReadonlyMap<number, number>,
): { recent: DayHours[]; added: Map<number, number> } {
  const kept = new Map((recent ?? []).map(({ day, hours }) => [day, hours]));
  const added = new Map<number, number>();
  for (const [day, hours] of add) {
    const known = kept.get(day);
    if (known === undefined && days.includes(day)) continue;
    const fresh = hours & ~(known ?? 0);
    if (fresh !== 0) added.set(day, fresh);
    kept.set(day, hours | (known ?? 0));
  }
  const sorted = [...kept].sort(([first], [second]) => second - first).slice(0, KEPT_DAYS);
  return { recent: sorted.map(([day, hours]) => ({ day, hours })), added };
}

/** The hours whose bits are set. */
export function hoursOf(bits: number): number[] {
  return Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => (bits & (1 << hour)) !== 0);
}
