import { StoreError } from '../value/errors.ts';
import { isNullish, typeNameOf } from '../value/index.ts';
import { dayOfYear, isoDayOfWeek, isoWeek, isoWeekYear, week } from './calendar.ts';
import { compileZone, instantOfValue } from './date-operand.ts';
import { compilePart, namedParts } from './operands.ts';
import { localDate, type TimeZone } from './time-zone.ts';
import type { OperatorCompiler } from './types.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const padded = (value: number, width: number): string => String(value).padStart(width, '0');

interface Moment {
  local: Date;
  offset: number;
}

/** What each `%` letter stands for. */
const SPECIFIERS: Record<string, (moment: Moment) => string> = {
  Y: ({ local }) => year(local.getUTCFullYear()),
  G: ({ local }) => year(isoWeekYear(local)),
  m: ({ local }) => padded(local.getUTCMonth() + 1, 2),
  d: ({ local }) => padded(local.getUTCDate(), 2),
  H: ({ local }) => padded(local.getUTCHours(), 2),
  M: ({ local }) => padded(local.getUTCMinutes(), 2),
  S: ({ local }) => padded(local.getUTCSeconds(), 2),
  L: ({ local }) => padded(local.getUTCMilliseconds(), 3),
  j: ({ local }) => padded(dayOfYear(local), 3),
  u: ({ local }) => String(isoDayOfWeek(local)),
  w: ({ local }) => String(local.getUTCDay() + 1),
  U: ({ local }) => padded(week(local), 2),
  V: ({ local }) => padded(isoWeek(local), 2),
  b: ({ local }) => (MONTHS[local.getUTCMonth()] as string).slice(0, 3),
  B: ({ local }) => MONTHS[local.getUTCMonth()] as string,
  z: ({ offset }) => `${sign(offset)}${padded(hours(offset), 2)}${padded(minutes(offset), 2)}`,
  Z: ({ offset }) => `${sign(offset)}${padded(hours(offset) * 60 + minutes(offset), 1)}`,
  '%': () => '%',
};

const year = (value: number): string => {
  if (value < 0 || value > 9999)
    throw new StoreError(
      18537,
      `Could not convert date to string: date component was outside the supported range of 0-9999: ${value}`,
    );
  return padded(value, 4);
};

const sign = (offset: number): string => (offset < 0 ? '-' : '+');
const hours = (offset: number): number => Math.floor(Math.abs(offset) / 3_600_000);
const minutes = (offset: number): number => Math.floor(Math.abs(offset) / 60_000) % 60;

const LETTERS = new Set(Object.keys(SPECIFIERS));

/** StoreError 18535 or 18536 for a format with a `%` that no letter of `letters` follows. */
export const checkFormat = (format: string, letters: ReadonlySet<string> = LETTERS): void => {
  for (const [, letter = ''] of format.matchAll(/%([\s\S]?)/g)) {
    if (letter === '') throw new StoreError(18535, "Unmatched '%' at end of format string");
    if (!letters.has(letter))
      throw new StoreError(18536, `Invalid format character '%${letter}' in format string`);
  }
};

/** Writes an instant by a format of `%` letters that checkFormat has let through. */
export const formatDate = (instant: number, zone: TimeZone, format: string): string => {
  const moment = { local: localDate(instant, zone), offset: zone.offsetAt(instant) };
  return format.replace(/%([\s\S])/g, (_, letter: string) => SPECIFIERS[letter]?.(moment) ?? '');
};

/** `$dateToString`. */
export const dateToString: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, {
    required: ['date'],
    optional: ['format', 'timezone', 'onNull'],
    codes: [18629, 18534, 18628],
  });
  const date = compilePart(parts, 'date', context);
  const format = parts.has('format') ? compilePart(parts, 'format', context) : undefined;
  const onNull = compilePart(parts, 'onNull', context, null);
  const zoneOf = compileZone(parts, context);
  return (root) => {
    const pattern = format?.(root);
    if (!isNullish(pattern) && typeof pattern !== 'string') {
      throw new StoreError(
        18533,
        `$dateToString requires that 'format' be a string, found: ${typeNameOf(pattern)}`,
      );
    }
    // A bad format is refused even where there is no date.
    if (typeof pattern === 'string') checkFormat(pattern);
    const zone = zoneOf(root);
    const value = date(root);
    if (isNullish(value)) return onNull(root);
    if (zone === undefined || (format !== undefined && isNullish(pattern))) return null;
    const standard = zone.isUtc ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L';
    return formatDate(instantOfValue(value), zone, pattern ?? standard);
  };
};
