const MINUTES_AN_HOUR = 60;

/** Minutes since midnight as `09:05`; empty for anything else. */
export function clockOf(minute: unknown): string {
  if (typeof minute !== 'number' || !Number.isInteger(minute) || minute < 0 || minute >= 24 * MINUTES_AN_HOUR)
    return '';
  const parts = [Math.floor(minute / MINUTES_AN_HOUR), minute % MINUTES_AN_HOUR];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** `09:05` as minutes since midnight. */
export function minuteOf(clock: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock) ?? [];
  return hours === undefined ? undefined : Number(hours) * MINUTES_AN_HOUR + Number(minutes);
}
