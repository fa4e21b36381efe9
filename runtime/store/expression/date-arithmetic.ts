import { StoreError } from '../value/errors.ts';
import { type Document, isNullish, isNumber, toWholeNumber, typeNameOf, type Value } from '../value/index.ts';
import { daysInMonth, utc } from './calendar.ts';
import { compileZone, instantOfValue } from './date-operand.ts';
import { compilePart, namedParts, type PartCodes } from './operands.ts';
import { instantOf, localDate, type TimeZone } from './time-zone.ts';
import type { Context, Evaluate, OperatorCompiler, OperatorTable } from './types.ts';

const DAY = 86_400_000;

/** Units of a fixed length, in milliseconds. */
const FIXED_UNITS: Record<string, number> = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000 };
/** Units of the calendar, in days or months. */
const DAY_UNITS: Record<string, number> = { day: 1, week: 7 };
const MONTH_UNITS: Record<string, number> = { month: 1, quarter: 3, year: 12 };

const UNITS = new Set([FIXED_UNITS, DAY_UNITS, MONTH_UNITS].flatMap((units) => Object.keys(units)));

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

interface DateArguments {
  instant: number;
  /** The code of the error for what is no date. */
  dateCode: number;
  zone: TimeZone;
  unit: string;
  extra: Value | undefined;
  startOfWeek: number;
}

const unitOf = (value: Value, name: string): string => {
  if (typeof value !== 'string')
    throw new StoreError(5439013, `${name} requires 'unit' to be a string, but got ${typeNameOf(value)}`);
  if (UNITS.has(value)) return value;
  throw new StoreError(
    5439014,
    `${name} parameter 'unit' value cannot be recognized as a time unit: ${value}`,
  );
};

const weekdayOf = (value: Value, name: string): number => {
  if (typeof value !== 'string')
    throw new StoreError(
      5439015,
      `${name} requires 'startOfWeek' to be a string, but got ${typeNameOf(value)}`,
    );
  const index = WEEKDAYS.findIndex(
    (day) => day === value.toLowerCase() || day.slice(0, 3) === value.toLowerCase(),
  );
  if (index < 0)
    throw new StoreError(
      5439016,
      `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${value}`,
    );
  return index;
};

/** What the operators have in common; null wherever a part is nullish. */
const dateOperator =
  (
    dateName: string,
    extraName: string,
    options: { extraDefault?: Value; hasWeek: boolean; codes: PartCodes; dateCode: number },
    apply: (given: DateArguments, name: string) => Value,
  ): OperatorCompiler =>
  (operand, context, name) => {
    const optional = ['timezone', ...(options.hasWeek ? ['startOfWeek'] : [])];
    const hasDefault = options.extraDefault !== undefined;
    const required = hasDefault ? [dateName, 'unit'] : [dateName, extraName, 'unit'];
    if (hasDefault) optional.push(extraName);
    const parts = namedParts(operand, name, { required, optional, codes: options.codes });
    const { extraDefault, dateCode } = options;
    const read = readerOf(parts, { dateName, extraName, extraDefault, dateCode, name }, context);
    return (root) => {
      const given = read(root);
      return given === undefined ? null : apply(given, name);
    };
  };

interface Names {
  dateName: string;
  extraName: string;
  extraDefault: Value | undefined;
  dateCode: number;
  name: string;
}

const readerOf = (
  parts: Document,
  { dateName, extraName, extraDefault, dateCode, name }: Names,
  context: Context,
): ((root: Document) => DateArguments | undefined) => {
  const date = compilePart(parts, dateName, context);
  const unit = compilePart(parts, 'unit', context);
  const extra: Evaluate = compilePart(parts, extraName, context, extraDefault);
  const startOfWeek = compilePart(parts, 'startOfWeek', context, 'sunday');
  const zoneOf = compileZone(parts, context);
  return (root) => {
    const values = [date(root), unit(root), extra(root)];
    // What is missing comes before what is wrong.
    if (values.some(isNullish)) return undefined;
    const [dateValue, unitValue, extraValue] = values as [Value, Value, Value];
    const unitName = unitOf(unitValue, name);
    const weekday = unitName === 'week' ? startOfWeek(root) : 'sunday';
    if (isNullish(weekday)) return undefined;
    const firstDay = weekdayOf(weekday, name);
    const zone = zoneOf(root);
    if (zone === undefined) return undefined;
    const instant = instantOfValue(dateValue, dateCode);
    return { instant, dateCode, zone, unit: unitName, extra: extraValue, startOfWeek: firstDay };
  };
};

/** Moves an instant by whole units: fixed ones by elapsed time, those of the calendar by the zone's clock. */
export const addUnits = (instant: number, amount: number, unit: string, zone: TimeZone): number => {
  const fixed = FIXED_UNITS[unit];
  if (fixed !== undefined) return instant + amount * fixed;
  const local = localDate(instant, zone);
  const days = DAY_UNITS[unit];
  if (days !== undefined) return instantOf(local.getTime() + amount * days * DAY, zone);
  const months = local.getUTCMonth() + amount * (MONTH_UNITS[unit] as number);
  const year = local.getUTCFullYear() + Math.floor(months / 12);
  const month = ((months % 12) + 12) % 12;
  const day = Math.min(local.getUTCDate(), daysInMonth(year, month));
  return instantOf(utc(year, month, day, ((local.getTime() % DAY) + DAY) % DAY), zone);
};

const add =
  (sign: 1 | -1) =>
  ({ instant, zone, unit, extra }: DateArguments, name: string): Value => {
    const amount = isNumber(extra) ? toWholeNumber(extra) : undefined;
    if (amount === undefined) throw new StoreError(5166405, `${name} expects integer amount of time units`);
    const result = new Date(addUnits(instant, sign * amount, unit, zone));
    if (Number.isNaN(result.getTime())) throw new StoreError(5166406, `${name} overflowed`);
    return result;
  };

/** How many boundaries of the unit lie between two instants on the zone's clock. */
const difference = ({ instant, dateCode, zone, unit, extra, startOfWeek }: DateArguments): Value => {
  const end = instantOfValue(extra as Value, dateCode);
  const fixed = FIXED_UNITS[unit];
  const first = localDate(instant, zone);
  const last = localDate(end, zone);
  if (fixed !== undefined) {
    if (fixed <= 1000) return BigInt(Math.floor(end / fixed) - Math.floor(instant / fixed));
    // The clock counts what was skipped or repeated at changes of the offset; elapsed time does not.
    const shift = Math.trunc((zone.offsetAt(instant) - zone.offsetAt(end)) / fixed);
    return BigInt(Math.floor(last.getTime() / fixed) - Math.floor(first.getTime() / fixed) + shift);
  }
  if (unit === 'day') return BigInt(dayNumber(last) - dayNumber(first));
  if (unit === 'week') return BigInt(weekNumber(last, startOfWeek) - weekNumber(first, startOfWeek));
  const size = MONTH_UNITS[unit] as number;
  return BigInt(Math.floor(monthNumber(last) / size) - Math.floor(monthNumber(first) / size));
};

const dayNumber = (local: Date): number => Math.floor(local.getTime() / DAY);
/** Day 0 of the epoch was a Thursday, the fourth day from Sunday. */
const weekNumber = (local: Date, startOfWeek: number): number =>
  Math.floor((dayNumber(local) + 4 - startOfWeek) / 7);
const monthNumber = (local: Date): number => local.getUTCFullYear() * 12 + local.getUTCMonth();

/** Bins are counted from here, on the zone's clock (kDefaultReferencePoint in date_time_support.cpp): a Saturday. */
const REFERENCE = Date.UTC(2000, 0, 1);
const REFERENCE_WEEKDAY = 6;

const truncate = ({ instant, zone, unit, extra, startOfWeek }: DateArguments, name: string): Value => {
  const size = isNumber(extra) ? toWholeNumber(extra) : undefined;
  if (size === undefined) throw new StoreError(5439017, `${name} requires 'binSize' to be a 64-bit integer`);
  if (size <= 0)
    throw new StoreError(5439018, `${name} requires 'binSize' to be greater than 0, but got value ${size}`);
  const fixed = FIXED_UNITS[unit];
  if (fixed !== undefined) {
    const start = instantOf(REFERENCE, zone);
    return new Date(start + binned(instant - start, fixed * size));
  }
  const local = localDate(instant, zone);
  if (unit in DAY_UNITS) {
    const first = unit === 'week' ? REFERENCE + ((startOfWeek - REFERENCE_WEEKDAY + 7) % 7) * DAY : REFERENCE;
    const bin = size * (DAY_UNITS[unit] as number) * DAY;
    return new Date(instantOf(first + binned(dayNumber(local) * DAY - first, bin), zone));
  }
  const months = binned(monthNumber(local) - 2000 * 12, size * (MONTH_UNITS[unit] as number));
  return new Date(instantOf(utc(2000, months, 1), zone));
};

const binned = (distance: number, size: number): number => Math.floor(distance / size) * size;

const ADDITION = {
  hasWeek: false,
  codes: [5166400, 5166401, 5166402] as PartCodes,
  dateCode: 5166403,
};
const DIFFERENCE = {
  hasWeek: true,
  codes: [5166301, 5166302, 5166303, 5166304, 5166305] as PartCodes,
  dateCode: 5166307,
};
const TRUNCATION = {
  hasWeek: true,
  extraDefault: 1,
  codes: [5439007, 5439008, 5439009, 5439010] as PartCodes,
  dateCode: 5439012,
};

export const DATE_ARITHMETIC: OperatorTable = new Map<string, OperatorCompiler>([
  ['$dateAdd', dateOperator('startDate', 'amount', ADDITION, add(1))],
  ['$dateSubtract', dateOperator('startDate', 'amount', ADDITION, add(-1))],
  ['$dateDiff', dateOperator('startDate', 'endDate', DIFFERENCE, difference)],
  ['$dateTrunc', dateOperator('date', 'binSize', TRUNCATION, truncate)],
]);
