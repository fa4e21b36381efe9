import type { TodayStatistics } from '@waypost/sdk';

/** The hour of a moment in a time zone, 0 to 23. */
export function hourIn(timeZone: string, time: number): number {
  const text = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(time);
  return Number.parseInt(text, 10);
}

/** Visits of the last 24 hours up to `hour` of today, the oldest first. */
export function lastDay(
  today: Pick<TodayStatistics, 'hours' | 'yesterday_hours'>,
  hour: number,
): { hour: number; view_number: number }[] {
  return Array.from({ length: 24 }, (_, index) => {
    const at = (hour + 1 + index) % 24;
    const source = at <= hour ? today.hours : today.yesterday_hours;
    return { hour: at, view_number: source[at] ?? 0 };
  });
}
