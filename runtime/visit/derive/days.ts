const QUARTER_MS = 15 * 60 * 1000;
const DAY_MS = 86_400_000;
const CACHED_QUARTERS = 4096;

/** A moment as statistics are cut: the day of TIME_ZONE as the number yyyymmdd, and its hour. */
export interface DayHour {
  day: number;
  hour: number;
}

/** The same with the minute of the hour at which the moment's quarter begins: 0, 15, 30 or 45. */
export interface DayQuarter extends DayHour {
  quarter: number;
}

/**
 * Makes the function that gives day and hour of a moment in `timeZone`. Every time zone's offset is a multiple of 15
 * minutes, so that one answer serves a quarter of an hour.
 */
export function createDays(timeZone: string): (time: number) => DayQuarter {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  const cache = new Map<number, DayQuarter>();
  return (time) => {
    const quarter = Math.floor(time / QUARTER_MS);
    const known = cache.get(quarter);
    if (known !== undefined) return known;
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(quarter * QUARTER_MS)) parts[type] = Number(value);
    const found = {
      day: (parts.year as number) * 10_000 + (parts.month as number) * 100 + (parts.day as number),
      hour: parts.hour as number,
      quarter: parts.minute as number,
    };
    if (cache.size >= CACHED_QUARTERS) cache.clear();
    cache.set(quarter, found);
    return found;
  };
}

/** The same by whatever zone is in force at the moment of asking; none is asked for before that. */
export function followDays(zoneNow: () => string): (time: number) => DayQuarter {
  let known: { zone: string; dayHourOf: (time: number) => DayQuarter } | undefined;
  return (time) => {
    const zone = zoneNow();
    if (known?.zone !== zone) known = { zone, dayHourOf: createDays(zone) };
    return known.dayHourOf(time);
  };
}

/** The times of some days, both included: from `from`, before `until`. */
export function timesOfDays(
  { first, last }: { first: number; last: number },
  dayHourOf: (time: number) => DayHour,
): { from: Date; until: Date } {
  return {
    from: beginning((day) => day >= first, first, dayHourOf),
    until: beginning((day) => day > last, last, dayHourOf),
  };
}

/** When an hour of a day begins, or the first one behind it that there is. */
export function beginningOf(day: number, hour: number, dayHourOf: (time: number) => DayHour): Date {
  let time = beginning((one) => one >= day, day, dayHourOf).getTime();
  for (let known = dayHourOf(time); known.day === day && known.hour < hour; known = dayHourOf(time))
    time += QUARTER_MS;
  return new Date(time);
}

/** The first quarter of an hour whose day fits, looked for around `day`. */
function beginning(fits: (day: number) => boolean, day: number, dayHourOf: (time: number) => DayHour): Date {
  const utc = utcOf(day);
  // No zone is farther from UTC than 15 hours.
  let time = utc - 15 * 4 * QUARTER_MS;
  while (!fits(dayHourOf(time).day) && time < utc + 40 * 4 * QUARTER_MS) time += QUARTER_MS;
  return new Date(time);
}

/** The day that many days later by the calendar; earlier, where `by` is negative. */
export function shiftDay(day: number, by: number): number {
  const date = new Date(utcOf(day) + by * DAY_MS);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

/** When a day begins in UTC, milliseconds since 1970. */
export const utcOf = (day: number): number =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);

/** An hour as one number, yyyymmddhh. */
export const hourNumber = ({ day, hour }: DayHour): number => day * 100 + hour;

/** The day and the hour of such a number. */
export const dayOfHour = (number: number): DayHour => ({
  day: Math.floor(number / 100),
  hour: number % 100,
});

/** yyyy-mm-dd */
export function formatDay(day: number): string {
  const text = String(day).padStart(8, '0');
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}
