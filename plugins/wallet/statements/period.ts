import { type DaySpan, presetDays } from '@waypost/contract';
import type { PERIODS } from './calls.ts';

/** The days of a statement. `today`: in the platform's time zone. This month ends today. */
export function daysOf(
  {
    period,
    first_day,
    last_day,
  }: { period: (typeof PERIODS)[number] } & Partial<Record<keyof DaySpan, string | undefined>>,
  today: string,
): DaySpan {
  if (period !== 'range') return presetDays(period, today);
  return { first_day: first_day ?? today, last_day: last_day ?? today };
}
