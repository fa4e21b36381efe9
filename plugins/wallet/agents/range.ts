import { z } from 'zod';

/** Days that people choose from; docs/product.md, "Statistics". */
export const RANGES = [
  ...(['30_days', 'today', 'yesterday', '7_days', '90_days'] as const),
  ...(['this_month', 'last_month', 'custom'] as const),
] as const;
export type Range = (typeof RANGES)[number];

/** Days of TIME_ZONE by the calendar, yyyy-mm-dd, both included. */
export interface DaySpan {
  first_day: string;
  last_day: string;
}
/** Days of one question: a quarter of a year. What lies farther back is told by months. */
export const LONGEST = 92;
/** No sum is older. */
export const FIRST_DAY = '2020-01-01';

const DAY_MS = 86_400_000;
const DAY_LETTERS = 'yyyy-mm-dd'.length;
const MONTH_LETTERS = 'yyyy-mm'.length;

export const rangeShape = {
  /** Left out: the last 30 days, or the days that are given. */
  range: z.enum(RANGES).optional(),
  first_day: z.string().max(20).optional(),
  last_day: z.string().max(20).optional(),
};

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const addDays = (day: string, days: number): string =>
  new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, DAY_LETTERS);
const daysIn = ({ first_day, last_day }: DaySpan): number =>
  Math.round((timeOf(last_day) - timeOf(first_day)) / DAY_MS) + 1;
export const eachDay = (span: DaySpan): string[] =>
  Array.from({ length: Math.max(0, daysIn(span)) }, (_, at) => addDays(span.first_day, at));
const monthStart = (day: string): string => `${day.slice(0, MONTH_LETTERS)}-01`;

/** Whether a text is a day that the calendar has. */
function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(timeOf(text))) return false;
  return new Date(timeOf(text)).toISOString().startsWith(text);
}

/** Days of a preset. */
export function daysOf(range: Exclude<Range, 'custom'>, today: string): DaySpan {
  const last = (days: number): DaySpan => ({ first_day: addDays(today, 1 - days), last_day: today });
  const yesterday = addDays(today, -1);
  const monthEnd = addDays(monthStart(today), -1);
  const spans: Record<typeof range, DaySpan> = {
    ...{ today: last(1), '7_days': last(7), '30_days': last(30), '90_days': last(90) },
    yesterday: { first_day: yesterday, last_day: yesterday },
    this_month: { first_day: monthStart(today), last_day: today },
    last_month: { first_day: monthStart(monthEnd), last_day: monthEnd },
  };
  return spans[range];
}

/** What is wrong with days that somebody chose: a word behind `wallet.fault.days_`; and at which of them it is said. */
export interface DayFault {
  path: keyof DaySpan;
  fault: 'missing' | 'order' | 'future' | 'early' | 'long';
}

export function dayFault(
  { first_day, last_day }: { first_day?: string | undefined; last_day?: string | undefined },
  today: string,
): DayFault | undefined {
  if (!isDay(first_day)) return { path: 'first_day', fault: 'missing' };
  if (!isDay(last_day)) return { path: 'last_day', fault: 'missing' };
  if (first_day < FIRST_DAY) return { path: 'first_day', fault: 'early' };
  if (last_day > today) return { path: 'last_day', fault: 'future' };
  if (first_day > last_day) return { path: 'first_day', fault: 'order' };
  return daysIn({ first_day, last_day }) > LONGEST ? { path: 'first_day', fault: 'long' } : undefined;
}
