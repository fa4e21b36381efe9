import { nextDay } from '@waypost/sdk';
import type { PERIODS } from './calls.ts';

/** First and last day, as `2026-03-01`. */
export interface Days {
  first_day: string;
  last_day: string;
}

const MONTH_LETTERS = 'yyyy-mm'.length;
const monthOf = (day: string): string => day.slice(0, MONTH_LETTERS);

/** The days of a statement. `today`: in the platform's time zone. This month ends today. */
export function daysOf(
  {
    period,
    first_day,
    last_day,
  }: { period: (typeof PERIODS)[number] } & Partial<Record<keyof Days, string | undefined>>,
  today: string,
): Days {
  if (period === 'range') return { first_day: first_day ?? today, last_day: last_day ?? today };
  const first = `${monthOf(today)}-01`;
  if (period === 'this_month') return { first_day: first, last_day: today };
  const last = nextDay(first, -1);
  return { first_day: `${monthOf(last)}-01`, last_day: last };
}
