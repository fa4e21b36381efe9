const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 24 * MINUTES_AN_HOUR;

/** Minutes since midnight as `09:05`; empty for anything else. */
export function clockOf(minute: unknown): string {
  if (typeof minute !== 'number' || !Number.isInteger(minute) || minute < 0 || minute >= MINUTES_A_DAY)
    return '';
  const [hours, minutes] = [Math.floor(minute / MINUTES_AN_HOUR), minute % MINUTES_AN_HOUR];
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** `09:05` as minutes since midnight. */
export function minuteOf(clock: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock) ?? [];
  return hours === undefined ? undefined : Number(hours) * MINUTES_AN_HOUR + Number(minutes);
}
