import { addDays, type Day } from '@waypost/contract';
import { dayStart } from './day-part.ts';
import { clocksAhead } from './table/table-value.ts';

/** Year first: only this order means the same day everywhere. */
const DATE = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日)(?=$|[T\s])/i;
const TIME = /^(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** No clock is further away from Greenwich. */
const FURTHEST_MINUTES = 15 * 60;

/**
 * The end that somebody wrote into a file or a command: `2027-01-31` (the last moment of that day), `2027/1/31 18:00` (by the
 * clocks of the time zone), or ISO 8601 with an offset. Undefined for every other form: `03/04/2027` is two days, and the day
 * numbers of spreadsheets are no dates.
 */
export function readEnd(text: string, timeZone: string): Date | undefined {
  const trimmed = text.trim();
  const [written, year, , month, day, chineseMonth, chineseDay] = DATE.exec(trimmed) ?? [];
  const date = dateOf(Number(year), Number(month ?? chineseMonth), Number(day ?? chineseDay));
  if (written === undefined || date === undefined) return undefined;
  if (written === trimmed) return new Date(dayStart(timeZone, addDays(date, 1)) - 1);
  const time = TIME.exec(trimmed.slice(written.length));
  const sinceMidnight = time === null ? undefined : millisecondsOf(time.slice(1, 5));
  if (time === null || sinceMidnight === undefined) return undefined;
  const clocks = Date.parse(`${date}T00:00:00Z`) + sinceMidnight;
  const [, , , , , offset] = time;
  if (offset === undefined) return new Date(momentAt(timeZone, clocks));
  const ahead = offsetMinutes(offset);
  return ahead === undefined ? undefined : new Date(clocks - ahead * MINUTE_MS);
}

/** Since midnight; undefined for a time of day that no clock shows. */
function millisecondsOf([hour, minute, second = '0', fraction = '']: readonly (string | undefined)[]) {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return (
    hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3))
  );
}

/** `2027-01-31`; undefined for a day that no calendar has. */
function dateOf(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  // A year below 1970 is a slip: nothing here ended then.
  const isReal = year >= 1970 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

function offsetMinutes(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || 0)];
  const size = hours * 60 + minutes;
  if (minutes > 59 || size > FURTHEST_MINUTES) return undefined;
  return offset.startsWith('-') ? -size : size;
}

/** The moment at which clocks show a time, given as if they were Greenwich's; the first of two, and behind a gap as far into it. */
function momentAt(timeZone: string, clocks: number): number {
  const ahead = clocksAhead(timeZone);
  const far = FURTHEST_MINUTES * MINUTE_MS;
  const candidates = [ahead(clocks - far), ahead(clocks + far)].map((by) => clocks - by);
  return candidates.find((time) => time + ahead(time) === clocks) ?? Math.max(...candidates);
}
