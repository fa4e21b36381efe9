import { StoreError } from '../value/errors.ts';
import { isNullish, typeNameOf } from '../value/index.ts';
import { daysInMonth, isoWeekStart, utc } from './calendar.ts';
import { checkFormat } from './date-format.ts';
import { compileZone } from './date-operand.ts';
import { compilePart, namedParts } from './operands.ts';
import { instantOf, type TimeZone, timeZone, UTC } from './time-zone.ts';
import type { OperatorCompiler } from './types.ts';

const failure = (text: string, reason: string): StoreError =>
  new StoreError(241, `Error parsing date string '${text}'; ${reason}`);

/** Parts of a date as numbers; those that are absent have their least value. */
interface Fields {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  isoYear?: number;
  isoWeek?: number;
  isoDay?: number;
  hour?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
  /** Ahead of UTC, in minutes. */
  offset?: number;
}

const ISO =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?|[A-Za-z_]+(?:\/[A-Za-z_+\-0-9]+)*)?$/;

/** A date in ISO 8601 form, with an optional zone. StoreError 241 for anything else. */
export const parseDate = (text: string, zone?: TimeZone): Date => {
  const parts = ISO.exec(text.trim());
  if (parts === null) throw failure(text, 'it is not in ISO 8601 form');
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', ownZone] = parts;
  if (ownZone !== undefined && zone !== undefined) {
    throw failure(
      text,
      'you cannot pass in a date/time string with time zone information together with a timezone argument',
    );
  }
  const fields: Fields = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
  };
  return assemble(
    text,
    fields,
    ownZone === undefined ? (zone ?? UTC) : timeZone(ownZone.toUpperCase() === 'Z' ? 'UTC' : ownZone),
  );
};

const assemble = (text: string, fields: Fields, zone: TimeZone): Date => {
  const { hour = 0, minute = 0, second = 0, millisecond = 0, offset } = fields;
  if (hour > 23 || minute > 59 || second > 59) throw failure(text, 'the time of day is out of range');
  const local = dayStart(text, fields) + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
  return new Date(offset === undefined ? instantOf(local, zone) : local - offset * 60_000);
};

const dayStart = (text: string, fields: Fields): number => {
  if (fields.isoYear !== undefined)
    return isoWeekStart(fields.isoYear, fields.isoWeek ?? 1) + ((fields.isoDay ?? 1) - 1) * 86_400_000;
  const { year, month = 1, day = 1, dayOfYear } = fields;
  if (year === undefined) throw failure(text, 'it has no year');
  if (dayOfYear !== undefined) return utc(year, 0, dayOfYear);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month - 1))
    throw failure(text, 'the date is out of range');
  return utc(year, month - 1, day);
};

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** By `%` letter: what its text looks like, and what it says. */
const READERS: Record<string, [pattern: string, read: (text: string) => Fields]> = {
  Y: ['\\d{4}', (text) => ({ year: Number(text) })],
  m: ['\\d{1,2}', (text) => ({ month: Number(text) })],
  d: ['\\d{1,2}', (text) => ({ day: Number(text) })],
  j: ['\\d{1,3}', (text) => ({ dayOfYear: Number(text) })],
  H: ['\\d{1,2}', (text) => ({ hour: Number(text) })],
  M: ['\\d{1,2}', (text) => ({ minute: Number(text) })],
  S: ['\\d{1,2}', (text) => ({ second: Number(text) })],
  L: ['\\d{1,3}', (text) => ({ millisecond: Number(text) })],
  G: ['\\d{4}', (text) => ({ isoYear: Number(text) })],
  V: ['\\d{1,2}', (text) => ({ isoWeek: Number(text) })],
  u: ['\\d', (text) => ({ isoDay: Number(text) })],
  b: ['[A-Za-z]{3}', (text) => ({ month: MONTH_NAMES.indexOf(text.toLowerCase()) + 1 })],
  B: ['[A-Za-z]{3,9}', (text) => ({ month: MONTH_NAMES.indexOf(text.slice(0, 3).toLowerCase()) + 1 })],
  z: ['[+-]\\d{2}:?\\d{2}|Z', (text) => ({ offset: offsetMinutes(text) })],
  Z: ['[+-]\\d{1,4}', (text) => ({ offset: Number(text) })],
};

const LETTERS = new Set([...Object.keys(READERS), '%']);

const offsetMinutes = (text: string): number => {
  if (text === 'Z') return 0;
  const digits = text.replace(':', '');
  const size = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return text.startsWith('-') ? -size : size;
};

/** Reads a date by a format of `%` letters that checkFormat has let through. StoreError 241 where the text differs. */
export const parseFormatted = (text: string, format: string, zone: TimeZone): Date => {
  const reads: ((text: string) => Fields)[] = [];
  const source = format.replace(/%([\s\S]?)|[.*+?^${}()|[\]\\/]/g, (whole, letter: string | undefined) => {
    if (letter === undefined) return `\\${whole}`;
    const reader = READERS[letter];
    if (reader === undefined) return '%';
    reads.push(reader[1]);
    return `(${reader[0]})`;
  });
  const found = new RegExp(`^${source}$`).exec(text);
  if (found === null) throw failure(text, `it does not match the format '${format}'`);
  const fields: Fields = Object.assign({}, ...reads.map((read, index) => read(found[index + 1] as string)));
  return assemble(text, fields, zone);
};

/** `$dateFromString`. */
export const dateFromString: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, {
    required: ['dateString'],
    optional: ['format', 'timezone', 'onError', 'onNull'],
    codes: [40540, 40541, 40542],
  });
  const input = compilePart(parts, 'dateString', context);
  const format = parts.has('format') ? compilePart(parts, 'format', context) : undefined;
  const onNull = compilePart(parts, 'onNull', context, null);
  const onError = parts.has('onError') ? compilePart(parts, 'onError', context) : undefined;
  const zoneOf = compileZone(parts, context);
  return (root) => {
    const text = input(root);
    const zone = zoneOf(root);
    const pattern = format?.(root);
    if (!isNullish(pattern) && typeof pattern !== 'string')
      throw new StoreError(
        40684,
        `$dateFromString requires that 'format' be a string, found: ${typeNameOf(pattern)}`,
      );
    if (typeof pattern === 'string') checkFormat(pattern, LETTERS);
    if (isNullish(text)) return onNull(root);
    try {
      if (typeof text !== 'string')
        throw new StoreError(
          241,
          `$dateFromString requires that 'dateString' be a string, found: ${typeNameOf(text)}`,
        );
      if (zone === undefined || (format !== undefined && isNullish(pattern))) return null;
      if (typeof pattern === 'string') return parseFormatted(text, pattern, zone);
      return parseDate(text, parts.has('timezone') ? zone : undefined);
    } catch (error) {
      if (onError !== undefined && error instanceof StoreError && error.code === 241) return onError(root);
      throw error;
    }
  };
};
