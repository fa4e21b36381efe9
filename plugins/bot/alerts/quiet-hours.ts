import { timeOfDay } from '@waypost/sdk';

/** Hours of each day in which somebody hears nothing. */
export interface QuietHours {
  /** Minutes of the day, 0 to 1439. Where the end is before the beginning, they go over midnight. */
  from: number;
  to: number;
  /** IANA name of the zone whose clocks they go by. */
  timeZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** The fields of a binding as hours; undefined: it has none. */
export const quietHoursOf = (
  {
    quiet_from,
    quiet_to,
    time_zone,
  }: { quiet_from: number | null; quiet_to: number | null; time_zone: string },
  platformZone: string,
): QuietHours | undefined =>
  quiet_from === null || quiet_to === null
    ? undefined
    : { from: quiet_from, to: quiet_to, timeZone: time_zone || platformZone };

/**
 * When the quiet hours end that a moment lies in (milliseconds since 1970); undefined: it lies in none. Where the clocks are put
 * forward or back meanwhile, it is the end that the clocks show then.
 */
export function quietUntil({ from, to, timeZone }: QuietHours, now: number): number | undefined {
  const minute = minuteOfDay(timeZone, now);
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return undefined;
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const end = start + minutesBetween(minute, to) * MINUTE_MS;
  const shown = minuteOfDay(timeZone, end);
  const late = minutesBetween(to, shown);
  return end + (late === 0 ? 0 : late < DAY_MINUTES / 2 ? -late : minutesBetween(shown, to)) * MINUTE_MS;
}

const minutesBetween = (from: number, to: number): number => (to - from + DAY_MINUTES) % DAY_MINUTES;

function minuteOfDay(timeZone: string, time: number): number {
  const { hour, minute } = timeOfDay(timeZone, time);
  return hour * 60 + minute;
}
