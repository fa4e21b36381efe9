import { z } from 'zod';

/** A day of the calendar of TIME_ZONE, `2026-03-01`. Nothing here knows hours, so that no change of clocks moves a day. */
export type Day = string;

/** Both days included. */
export interface DaySpan {
  first_day: Day;
  last_day: Day;
}

/** Ranges of days that a screen may offer; the server resolves them, so that the clock of a browser does not matter. */
export const DAY_PRESETS = [
  'today',
  'yesterday',
  '7_days',
  '30_days',
  '90_days',
  'this_month',
  'last_month',
  'all',
  'custom',
] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

/** What a screen offers of them. */
export interface DayRange {
  /** The first is what the screen opens with. */
  presets: readonly [DayPreset, ...DayPreset[]];
  /** Most days of a range. */
  longest: number;
  /** Locale key of the sentence for a range of more days, which both the server and the page say. */
  tooLong: string;
}

const zDayText = z.string().max(20);
/** The days that a call is asked for: part of its body. `resolveDays` of the SDK says what they mean and refuses the rest. */
export const dayRangeShape = {
  /** Left out: what the screen opens with, or the days that are given. */
  range: z.enum(DAY_PRESETS).optional(),
  /** Days of TIME_ZONE, yyyy-mm-dd, both included; with range `custom`. */
  first_day: zDayText.optional(),
  last_day: zDayText.optional(),
};
export interface DayRangeQuery {
  range?: DayPreset | undefined;
  first_day?: string | undefined;
  last_day?: string | undefined;
}

const DAY_MS = 86_400_000;
const DAY_LETTERS = 'yyyy-mm-dd'.length;
const MONTH_LETTERS = 'yyyy-mm'.length;

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = timeOf(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day so many days after another: `addDays('2026-02-28', 1)` is `2026-03-01`. */
export function addDays(day: Day, days: number): Day {
  return new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, DAY_LETTERS);
}

/** Days from the first to the last, both counted. */
export function daysIn({ first_day, last_day }: DaySpan): number {
  return Math.round((timeOf(last_day) - timeOf(first_day)) / DAY_MS) + 1;
}

/** All of them, the first one first. */
export function eachDay(span: DaySpan): Day[] {
  return Array.from({ length: Math.max(0, daysIn(span)) }, (_, at) => addDays(span.first_day, at));
}

/** The first day of the month that a day is in. */
export const monthStart = (day: Day): Day => `${day.slice(0, MONTH_LETTERS)}-01`;

/** The days of a preset; `custom` and `all` have none of their own. */
export function presetDays(preset: Exclude<DayPreset, 'custom' | 'all'>, today: Day): DaySpan {
  const until = (days: number): DaySpan => ({ first_day: addDays(today, 1 - days), last_day: today });
  const yesterday = addDays(today, -1);
  const monthEnd = addDays(monthStart(today), -1);
  const spans: Record<typeof preset, DaySpan> = {
    today: until(1),
    '7_days': until(7),
    '30_days': until(30),
    '90_days': until(90),
    yesterday: { first_day: yesterday, last_day: yesterday },
    this_month: { first_day: monthStart(today), last_day: today },
    last_month: { first_day: monthStart(monthEnd), last_day: monthEnd },
  };
  return spans[preset];
}

/** No figure is older: the product did not exist. */
export const FIRST_DAY: Day = '2020-01-01';

/** Why days that somebody chose cannot be shown, and the field that it is said at. */
export interface DaySpanFault {
  path: keyof DaySpan;
  /** `error.issue.<fault>` among the server's words and `validation.<fault>` among a page's; the last one is `tooLong`. */
  fault: 'days_missing' | 'days_order' | 'days_future' | 'days_early' | 'days_long';
}

/** The first fault of days that somebody chose. */
export function daySpanFault(
  { first_day, last_day }: Pick<DayRangeQuery, 'first_day' | 'last_day'>,
  { today, longest }: { today: Day; longest: number },
): DaySpanFault | undefined {
  if (first_day === undefined || !isDay(first_day)) return { path: 'first_day', fault: 'days_missing' };
  if (last_day === undefined || !isDay(last_day)) return { path: 'last_day', fault: 'days_missing' };
  if (first_day < FIRST_DAY) return { path: 'first_day', fault: 'days_early' };
  if (last_day > today) return { path: 'last_day', fault: 'days_future' };
  if (first_day > last_day) return { path: 'first_day', fault: 'days_order' };
  return daysIn({ first_day, last_day }) > longest ? { path: 'first_day', fault: 'days_long' } : undefined;
}
