import type { RangePreset } from './values.ts';

/** Days of TIME_ZONE by the calendar, as yyyy-mm-dd. Nothing here knows hours, so that no change of clocks moves a day. */
export type Day = string;

/** Both days included. */
export interface DaySpan {
  first_day: Day;
  last_day: Day;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dayOf(time) === text;
}

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);

export function addDays(day: Day, days: number): Day {
  return dayOf(timeOf(day) + days * DAY_MS);
}

/** Days from the first to the last, both counted. */
export function daysIn({ first_day, last_day }: DaySpan): number {
  return Math.round((timeOf(last_day) - timeOf(first_day)) / DAY_MS) + 1;
}

export function eachDay({ first_day, last_day }: DaySpan): Day[] {
  return Array.from({ length: Math.max(0, daysIn({ first_day, last_day })) }, (_, index) =>
    addDays(first_day, index),
  );
}

/** Monday 0 … Sunday 6. */
export function weekdayOf(day: Day): number {
  return (new Date(timeOf(day)).getUTCDay() + 6) % 7;
}

const monthStart = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** yyyy-mm-dd ↔ yyyymmdd, the form that figures are kept under. */
export const dayNumber = (day: Day): number => Number(day.replaceAll('-', ''));
export function dayText(day: number): Day {
  const text = String(day).padStart(8, '0');
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}

/** A span as figures are asked for. */
export const numbersOf = ({ first_day, last_day }: DaySpan): { first: number; last: number } => ({
  first: dayNumber(first_day),
  last: dayNumber(last_day),
});

/** The days of a preset; `custom` and `all` have none of their own. */
export function presetDays(preset: Exclude<RangePreset, 'custom' | 'all'>, today: Day): DaySpan {
  switch (preset) {
    case 'today':
      return { first_day: today, last_day: today };
    case 'yesterday':
      return { first_day: addDays(today, -1), last_day: addDays(today, -1) };
    case '7_days':
      return { first_day: addDays(today, -6), last_day: today };
    case '30_days':
      return { first_day: addDays(today, -29), last_day: today };
    case '90_days':
      return { first_day: addDays(today, -89), last_day: today };
    case 'this_month':
      return { first_day: monthStart(today), last_day: today };
    case 'last_month': {
      const last_day = addDays(monthStart(today), -1);
      return { first_day: monthStart(last_day), last_day };
    }
  }
}

/**
 * The period before, of the same length: the days right before, and for months the same days of the month before (its
 * end where it is shorter).
 */
export function periodBefore(span: DaySpan, preset: RangePreset): DaySpan {
  if (preset === 'this_month' || preset === 'last_month') {
    const end = addDays(monthStart(span.first_day), -1);
    const first_day = monthStart(end);
    const last_day = preset === 'last_month' ? end : addDays(first_day, daysIn(span) - 1);
    return { first_day, last_day: [last_day, end].sort()[0] as Day };
  }
  const length = daysIn(span);
  return { first_day: addDays(span.first_day, -length), last_day: addDays(span.first_day, -1) };
}

/** A span that today ends is held against whole days before it from this length on: the rest of a day then weighs little. */
const LONG_ENOUGH = 7;

/** Whether figures that are known by the day only can be held against those of the period before. */
export function isLikeBefore(span: DaySpan, today: Day): boolean {
  return span.last_day < today || daysIn(span) >= LONG_ENOUGH;
}

/** Why a span cannot be shown; a locale key behind `qr.fault.`. */
export type SpanFault = 'range_missing' | 'range_order' | 'range_future' | 'range_early' | 'range_long';

/** No figure is older: the product did not exist. */
export const FIRST_DAY: Day = '2020-01-01';

/** The first fault of days that somebody chose, and the field that it is shown at. */
export function spanFault(
  { first_day, last_day }: { first_day?: string | undefined; last_day?: string | undefined },
  { today, longest }: { today: Day; longest: number },
): { path: 'first_day' | 'last_day'; fault: SpanFault } | undefined {
  if (first_day === undefined || !isDay(first_day)) return { path: 'first_day', fault: 'range_missing' };
  if (last_day === undefined || !isDay(last_day)) return { path: 'last_day', fault: 'range_missing' };
  if (first_day < FIRST_DAY) return { path: 'first_day', fault: 'range_early' };
  if (last_day > today) return { path: 'last_day', fault: 'range_future' };
  if (first_day > last_day) return { path: 'first_day', fault: 'range_order' };
  if (daysIn({ first_day, last_day }) > longest) return { path: 'first_day', fault: 'range_long' };
  return undefined;
}

/** Locale key of a fault. Each length that a screen allows has a sentence: faults of the server take no figures. */
export function faultKey(fault: SpanFault, longest: number): string {
  return fault === 'range_long' ? `qr.fault.range_long_${longest}` : `qr.fault.${fault}`;
}

/** The day that a moment belongs to in a time zone. */
export function dayIn(timeZone: string, time: number): Day {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(time);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The hour that a moment belongs to in a time zone: `yyyy-mm-ddThh`. */
export function hourIn(timeZone: string, time: number): string {
  const hour = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(time);
  return `${dayIn(timeZone, time)}T${hour.padStart(2, '0')}`;
}
