import { addDays, type Day, type DayPreset, type DaySpan, daysIn, monthStart } from '@waypost/contract';

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** Monday 0 … Sunday 6. */
export function weekdayOf(day: Day): number {
  return (new Date(timeOf(day)).getUTCDay() + 6) % 7;
}

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

/**
 * The period before, of the same length: the days right before, and for months the same days of the month before (its
 * end where it is shorter).
 */
export function periodBefore(span: DaySpan, preset: DayPreset): DaySpan {
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
