/**
 * The hours of a day on which an address came: the day (yyyymmdd) times 2^24, and a bit for each hour, hour 0 lowest.
 * Kept for an address's last two days, so that it counts once an hour, also where the visits around midnight are folded
 * out of order.
 */
export type DayHours = number;

const BITS = 2 ** 24;
const KEPT_DAYS = 2;

export const dayHours = (day: number, hours: number): DayHours => day * BITS + hours;
const dayOf = (one: DayHours): number => Math.floor(one / BITS);
const bitsOf = (one: DayHours): number => one % BITS;

/** Whether a mark covers the hours of a day. */
export function coversHours(mark: DayHours | undefined, day: number, hours: number): boolean {
  return mark !== undefined && dayOf(mark) === day && (hours & ~bitsOf(mark)) === 0;
}

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
  const kept = new Map((recent ?? []).map((one) => [dayOf(one), bitsOf(one)]));
  const added = new Map<number, number>();
  for (const [day, hours] of add) {
    const known = kept.get(day);
    if (known === undefined && days.includes(day)) continue;
    const fresh = hours & ~(known ?? 0);
    if (fresh !== 0) added.set(day, fresh);
    kept.set(day, hours | (known ?? 0));
  }
  return {
    recent: [...kept]
      .map(([day, hours]) => dayHours(day, hours))
      .sort((first, second) => second - first)
      .slice(0, KEPT_DAYS),
    added,
  };
}

/** The hours whose bits are set. */
export function hoursOf(bits: number): number[] {
  return Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => (bits & (1 << hour)) !== 0);
}
