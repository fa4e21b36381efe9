/**
 * The hours of a day on which an address came: the day (yyyymmdd) times 2^24, and a bit for each hour, hour 0 lowest.
 * Kept for an address's last two days, so that it counts once an hour, also where the visits around midnight are aggregated
 * out of order.
 */
export type DayHours = number;

const BITS = 2 ** 24;
const KEPT_DAYS = 2;

export const dayHours = (day: number, hours: number): DayHours => day * BITS + hours;
export const oneHour = (day: number, hour: number): DayHours => dayHours(day, 1 << hour);
export const dayOf = (one: DayHours): number => Math.floor(one / BITS);
export const bitsOf = (one: DayHours): number => one % BITS;

/** The lowest of some hours, which are at least one. */
export const firstHour = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** Whether a mark covers the hours of `one`. */
export function coversHours(mark: DayHours | undefined, one: DayHours): boolean {
  return mark !== undefined && dayOf(mark) === dayOf(one) && (bitsOf(one) & ~bitsOf(mark)) === 0;
}

/** A condition on an element of such hours: of a day, and none of them before `hour`. */
export const hoursOf = (day: number, hour: number): Record<string, number> => ({
  $gte: dayHours(day, 0),
  $lt: dayHours(day + 1, 0),
  $bitsAllClear: 2 ** hour - 1,
});

/** Adds hours to those of an address. */
export function addDayHours(hours: DayHours[], one: DayHours): void {
  const at = hours.findIndex((known) => dayOf(known) === dayOf(one));
  const known = hours[at];
  if (known === undefined) hours.push(one);
  else hours[at] = dayHours(dayOf(one), bitsOf(known) | bitsOf(one));
}

export interface AddedHours {
  /** The days to keep, newest first. */
  recent: readonly DayHours[];
  /** Hours that are new, by day. */
  added: DayHours[];
}

/**
 * Adds hours to those that are known; `recent` is missing where an address was last seen before hours were kept.
 * @param days every day on which the address was seen before; hours of one that is no longer kept are taken for known
 */
export function addHours(
  recent: readonly DayHours[] | undefined,
  days: readonly number[],
  add: readonly DayHours[],
): AddedHours {
  // Most addresses are new, or were here in this hour.
  if (recent === undefined && days.length === 0) return { recent: newest(add), added: [...add] };
  const kept = [...(recent ?? [])];
  const added: DayHours[] = [];
  for (const one of add) {
    const day = dayOf(one);
    const at = kept.findIndex((known) => dayOf(known) === day);
    const known = kept[at];
    if (known === undefined && days.includes(day)) continue;
    const fresh = bitsOf(one) & ~(known === undefined ? 0 : bitsOf(known));
    if (fresh === 0) continue;
    added.push(dayHours(day, fresh));
    if (known === undefined) kept.push(one);
    else kept[at] = known + fresh;
  }
  return { recent: newest(kept), added };
}

function newest(hours: readonly DayHours[]): DayHours[] {
  return [...hours].sort((first, second) => second - first).slice(0, KEPT_DAYS);
}
