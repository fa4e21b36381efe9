/** A time of day on a clock, as people read it there. */
export interface TimeOfDay {
  /** 0 to 23 */
  hour: number;
  /** 0 to 59 */
  minute: number;
}

/** The time of day that the clocks of a time zone show at a moment (milliseconds since 1970). */
export function timeOfDay(timeZone: string, time: number): TimeOfDay {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(time);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0);
  return { hour: part('hour'), minute: part('minute') };
}

/**
 * The day that it is in a time zone at a moment (milliseconds since 1970): `2026-03-01`, as `z.iso.date()` keeps days.
 */
export function dayOf(timeZone: string, time: number): string {
  let format = dayFormats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    dayFormats.set(timeZone, format);
  }
  return format.format(time);
}

/** Making one takes longer than a command of the store; there are as many as time zones that somebody names. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Today of the operator, by the platform's time zone: what a file that is made now is named after. */
export function todayOf({
  platform,
  clock,
}: {
  platform: { timeZone: string };
  clock: { now(): number };
}): string {
  return dayOf(platform.timeZone, clock.now());
}

const MINUTE_MS = 60_000;
/** No clock is further away from Greenwich. */
const FURTHEST_MS = 15 * 60 * MINUTE_MS;

/**
 * The first moment (milliseconds since 1970) of a day such as `2026-03-01` in a time zone, whatever its clocks do that night.
 */
export function dayStart(timeZone: string, day: string): number {
  const near = Date.parse(`${day}T00:00:00Z`);
  let [before, start] = [(near - FURTHEST_MS) / MINUTE_MS, (near + FURTHEST_MS) / MINUTE_MS];
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (dayOf(timeZone, middle * MINUTE_MS) < day) before = middle;
    else start = middle;
  }
  return start * MINUTE_MS;
}

/** hh:mm */
export function timeText({ hour, minute }: TimeOfDay): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/**
 * How much of a day's sums by hour (hour 0 first) came until a time of day, as a whole number: the hours before it, and of
 * its own hour the part that is over, as if the visits of an hour came evenly. To hold a day that goes on against an
 * earlier one.
 */
export function sumUntil(hours: readonly number[], { hour, minute }: TimeOfDay): number {
  const whole = hours.slice(0, hour).reduce((sum, value) => sum + value, 0);
  return Math.round(whole + ((hours[hour] ?? 0) * minute) / 60);
}
