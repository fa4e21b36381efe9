import { addDays } from '@waypost/contract';
import { dayFirst } from '@waypost/host-sdk';
import type { Grain } from '../screens.ts';

export interface PointLabels {
  /** For an axis. */
  short(key: string): string;
  /** For tables and tooltips. */
  long(key: string): string;
  /** "1 – 21 November 2026" */
  span(first_day: string, last_day: string): string;
  /** From the beginning of one point to the end of another: "00:00 – 07:59". */
  stretch(first: string, last: string): string;
  /** Monday first. */
  weekdays: readonly string[];
}

/** A Monday. */
const MONDAY = '2026-01-05';

/** Words for the places on the axis in a language. Days are texts of TIME_ZONE: the browser's own zone must not move them. */
export function pointLabels(locale: string, grain: Grain, isOneDay: boolean): PointLabels {
  const made = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(dayFirst(locale), { timeZone: 'UTC', ...options });
  const day = made({ month: 'short', day: 'numeric' });
  const fullDay = made({ year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' });
  const plainDay = made({ year: 'numeric', month: 'short', day: 'numeric' });
  const month = made({ year: 'numeric', month: 'short' });
  const weekday = made({ weekday: 'short' });
  const at = (text: string): Date => new Date(`${text}T00:00:00Z`);
  const isMonth = (key: string): boolean => key.length === 7;
  const hour = (key: string): string => `${key.slice(-2)}:00`;
  return {
    short(key) {
      if (isMonth(key)) return month.format(at(`${key}-01`));
      if (grain === 'hour_of_day') return key;
      if (grain !== 'hour') return day.format(at(key));
      return isOneDay ? key.slice(-2) : day.format(at(key.slice(0, 10)));
    },
    long(key) {
      if (isMonth(key)) return month.format(at(`${key}-01`));
      if (grain === 'hour_of_day') return `${hour(key)} – ${key}:59`;
      if (grain !== 'hour') return fullDay.format(at(key));
      return `${fullDay.format(at(key.slice(0, 10)))}, ${hour(key)}`;
    },
    span: (first_day, last_day) =>
      first_day === last_day ? fullDay.format(at(first_day)) : rangeOf(plainDay, at(first_day), at(last_day)),
    stretch(first, last) {
      if (isMonth(first)) return `${month.format(at(`${first}-01`))} – ${month.format(at(`${last}-01`))}`;
      if (grain === 'hour_of_day') return `${hour(first)} – ${last}:59`;
      if (grain !== 'hour') return rangeOf(plainDay, at(first), at(last));
      const [day, end] = [first.slice(0, 10), last.slice(0, 10)];
      const hours = `${hour(first)} – ${last.slice(-2)}:59`;
      if (isOneDay) return hours;
      return day === end
        ? `${fullDay.format(at(day))}, ${hours}`
        : `${fullDay.format(at(day))}, ${hour(first)} – ${fullDay.format(at(end))}, ${last.slice(-2)}:59`;
    },
    weekdays: Array.from({ length: 7 }, (_, index) => weekday.format(at(addDays(MONDAY, index)))),
  };
}

/**
 * Two days in one text. Chromium's data for Swahili leaves the month of the first day out even when it is not that of
 * the second: such a text is put together from both days instead.
 */
function rangeOf(format: Intl.DateTimeFormat, first: Date, last: Date): string {
  const months = format.formatRangeToParts(first, last).filter(({ type }) => type === 'month').length;
  return months === 2 || first.getUTCMonth() === last.getUTCMonth()
    ? format.formatRange(first, last)
    : `${format.format(first)} – ${format.format(last)}`;
}
