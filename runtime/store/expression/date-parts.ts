import { StoreError } from '../value/errors.ts';
import { type Document, int32, isNullish, typeNameOf, type Value } from '../value/index.ts';
import { dayOfYear, isoDayOfWeek, isoWeek, isoWeekStart, isoWeekYear, utc, week } from './calendar.ts';
import { compileDateOperand, compileZone, instantOfValue } from './date-operand.ts';
import { compilePart, namedParts, wholeOf } from './operands.ts';
import { instantOf, localDate } from './time-zone.ts';
import type { OperatorCompiler, OperatorTable } from './types.ts';

const part =
  (read: (local: Date) => Value): OperatorCompiler =>
  (operand, context, name) => {
    const dateOf = compileDateOperand(operand, context, name);
    return (root) => {
      const date = dateOf(root);
      return date === undefined ? null : read(localDate(date.instant, date.zone));
    };
  };

const toParts: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, {
    required: ['date'],
    optional: ['timezone', 'iso8601'],
    codes: [40524, 40520, 40522],
  });
  const date = compilePart(parts, 'date', context);
  const zoneOf = compileZone(parts, context);
  const iso = compilePart(parts, 'iso8601', context, false);
  return (root) => {
    const value = date(root);
    const zone = zoneOf(root);
    const isIso = iso(root);
    if (isNullish(value) || zone === undefined || isNullish(isIso)) return null;
    if (typeof isIso !== 'boolean')
      throw new StoreError(40521, `iso8601 must evaluate to a bool, found ${typeNameOf(isIso)}`);
    return describe(localDate(instantOfValue(value), zone), isIso);
  };
};

const describe = (local: Date, isIso: boolean): Document => {
  const days: [string, number][] = isIso
    ? [
        ['isoWeekYear', isoWeekYear(local)],
        ['isoWeek', isoWeek(local)],
        ['isoDayOfWeek', isoDayOfWeek(local)],
      ]
    : [
        ['year', local.getUTCFullYear()],
        ['month', local.getUTCMonth() + 1],
        ['day', local.getUTCDate()],
      ];
  const time: [string, number][] = [
    ['hour', local.getUTCHours()],
    ['minute', local.getUTCMinutes()],
    ['second', local.getUTCSeconds()],
    ['millisecond', local.getUTCMilliseconds()],
  ];
  return new Map([...days, ...time].map(([name, value]) => [name, int32(value)]));
};

const TIME_PARTS: [name: string, size: number][] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
];

const fromParts: OperatorCompiler = (operand, context, name) => {
  const optional = [
    'year',
    'month',
    'day',
    'isoWeekYear',
    'isoWeek',
    'isoDayOfWeek',
    'hour',
    'minute',
    'second',
    'millisecond',
    'timezone',
  ];
  const parts = namedParts(operand, name, { required: [], optional, codes: [40519, 40518] });
  const isIso = parts.has('isoWeekYear');
  checkCombination(parts, isIso);
  const dayNames = isIso ? ['isoWeekYear', 'isoWeek', 'isoDayOfWeek'] : ['year', 'month', 'day'];
  const names = [...dayNames, ...TIME_PARTS.map(([key]) => key)];
  const evaluates = names.map((key, index) => ({
    key,
    evaluate: compilePart(parts, key, context, int32(index < 3 ? 1 : 0)),
  }));
  const zoneOf = compileZone(parts, context);
  return (root) => {
    const values = evaluates.map(({ key, evaluate }) => ({ key, value: evaluate(root) }));
    const zone = zoneOf(root);
    if (zone === undefined || values.some(({ value }) => isNullish(value))) return null;
    const numbers = values.map(({ key, value }) => partOf(value, key));
    const [year = 1, second = 1, third = 1, ...time] = numbers;
    if (year < 0 || year > 9999)
      throw new StoreError(
        isIso ? 31095 : 40523,
        `'${dayNames[0]}' must evaluate to an integer in the range 0 to 9999, found ${year}`,
      );
    const start = isIso
      ? isoWeekStart(year, second) + (third - 1) * 86_400_000
      : utc(year, second - 1, third);
    const local = time.reduce((total, value, index) => total + value * (TIME_PARTS[index]?.[1] ?? 0), start);
    return new Date(instantOf(local, zone));
  };
};

/** What parts may be at most, on either side of 0 (kMaxValueForDatePart in expression.h); these may be more. */
const GREATEST_PART = 32_767;
const UNBOUNDED = new Set(['year', 'isoWeekYear', 'second', 'millisecond']);

const partOf = (value: Value | undefined, key: string): number => {
  const number = wholeOf(value, `'${key}' must evaluate to an integer`, 40515);
  if (UNBOUNDED.has(key) || (number <= GREATEST_PART && number >= -GREATEST_PART - 1)) return number;
  throw new StoreError(
    31034,
    `'${key}' must evaluate to a value in the range [-32768, 32767]; value ${number} is not in range`,
  );
};

const checkCombination = (parts: Document, isIso: boolean): void => {
  if (!isIso && !parts.has('year'))
    throw new StoreError(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
  const mixed = isIso ? ['year', 'month', 'day'] : ['isoWeek', 'isoDayOfWeek'];
  if (mixed.some((key) => parts.has(key))) {
    throw new StoreError(
      isIso ? 40525 : 40489,
      '$dateFromParts does not allow mixing natural dates with ISO dates',
    );
  }
};

export const DATE_PARTS: OperatorTable = new Map<string, OperatorCompiler>([
  ['$year', part((local) => int32(local.getUTCFullYear()))],
  ['$month', part((local) => int32(local.getUTCMonth() + 1))],
  ['$dayOfMonth', part((local) => int32(local.getUTCDate()))],
  ['$hour', part((local) => int32(local.getUTCHours()))],
  ['$minute', part((local) => int32(local.getUTCMinutes()))],
  ['$second', part((local) => int32(local.getUTCSeconds()))],
  ['$millisecond', part((local) => int32(local.getUTCMilliseconds()))],
  ['$dayOfYear', part((local) => int32(dayOfYear(local)))],
  ['$dayOfWeek', part((local) => int32(local.getUTCDay() + 1))],
  ['$week', part((local) => int32(week(local)))],
  ['$isoDayOfWeek', part((local) => int32(isoDayOfWeek(local)))],
  ['$isoWeek', part((local) => int32(isoWeek(local)))],
  // MongoDB gives the ISO year as a long.
  ['$isoWeekYear', part((local) => BigInt(isoWeekYear(local)))],
  ['$dateToParts', toParts],
  ['$dateFromParts', fromParts],
]);
