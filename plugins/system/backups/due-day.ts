/**
 * The day whose backup should be there by now: today once the time of day has come, else yesterday. Days and times are the
 * zone's, so that a clock that is put back makes no second one.
 * @param time such as `03:30`
 * @returns such as `2026-11-23`
 */
export function dueDay(time: string, timeZone: string, now: Date): string {
  const today = partsOf(now, timeZone);
  if (today.time >= time) return today.day;
  const [year = 0, month = 1, day = 1] = today.day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day - 1)).toISOString().slice(0, 10);
}

function partsOf(now: Date, timeZone: string): { day: string; time: string } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}
