import type { DeviceKind } from '@waypost/sdk';

/**
 * A day's visits by what is known of them, as one text: a line for each value, `<letter><value><tab><visits>`. A text,
 * because it changes with every visit and a document of as many fields costs the store and the aggregator twice the time.
 */
export type Breakdown = string;

/** Beside the letters of dimensions.ts: addresses of a day by the kind of device, new visitors (of a code; of a scope) by it, and addresses by hour. */
export const ADDRESSES_BY_KIND = 'K';
export const FRESH_BY_KIND = 'N';
export const NEWCOMERS_BY_KIND = 'A';
export const ADDRESSES_BY_HOUR = 'H';
/** Of an owner's codes together, and of all: addresses, and new visitors, by the hour in which they came first on the day. */
export const ADDRESSES_BY_FIRST_HOUR = 'F';
export const NEWCOMERS_BY_FIRST_HOUR = 'G';
/** Keys that one visit counts under. Lists are shared by many visits and never changed. */
export type ValueKeys = readonly string[];

const keysByHour = (letter: string): readonly ValueKeys[] =>
  Array.from({ length: 24 }, (_, hour) => [letter + hour]);
/** The keys of addresses by hour, hour 0 first. */
export const HOUR_KEYS = keysByHour(ADDRESSES_BY_HOUR);
export const FIRST_HOUR_KEYS = keysByHour(ADDRESSES_BY_FIRST_HOUR);
export const NEWCOMER_HOUR_KEYS = keysByHour(NEWCOMERS_BY_FIRST_HOUR);

/** What is counted under a dimension after its most values: the rest together. */
const REST = '~';
const VALUE_LENGTH = 80;
/** Values of one dimension that one code, or an owner's codes together, keep apart on one day. */
export const CODE_VALUES = 60;
export const SCOPE_VALUES = 400;

export function valueKey(letter: string, value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: line and tab part the lines of `Breakdown`
  return letter + value.slice(0, VALUE_LENGTH).replace(/[\u0000-\u001f]/g, ' ');
}

/** The key of a dimension's values that are counted together. */
export const restKey = (letter: string): string => letter + REST;

const keysByKind = (letter: string): Record<DeviceKind, ValueKeys> => ({
  desktop: [`${letter}desktop`],
  phone: [`${letter}phone`],
  tablet: [`${letter}tablet`],
  other: [`${letter}other`],
});
/** The keys of addresses, and of new visitors, by kind of device. */
export const ADDRESS_KEYS = keysByKind(ADDRESSES_BY_KIND);
export const FRESH_KEYS = keysByKind(FRESH_BY_KIND);
export const NEWCOMER_KEYS = keysByKind(NEWCOMERS_BY_KIND);

/** Visits by key, as `Breakdown` tells them. */
export type ValueSums = Map<string, number>;

/** Adds keys, each for one visit. Where a dimension has `limit` values already, new ones are counted together. */
export function addToBreakdown(breakdown: Breakdown, keys: readonly ValueKeys[], limit: number): Breakdown {
  const sums = readBreakdown(breakdown);
  addKeys(sums, keys, limit);
  return writeBreakdown(sums);
}

/** As addToBreakdown, to sums that are kept. */
export function addKeys(sums: ValueSums, keys: readonly ValueKeys[], limit: number): void {
  const before = sums.size;
  // Lists are the same for many visits, and are told apart faster than the texts in them.
  const times = new Map<ValueKeys, number>();
  for (const some of keys) times.set(some, (times.get(some) ?? 0) + 1);
  for (const [some, visits] of times) for (const key of some) sums.set(key, (sums.get(key) ?? 0) + visits);
  // Only a new value can be one too many, and only where there are that many of all dimensions.
  if (sums.size > before && sums.size > limit) joinRareValues(sums, limit);
}

/** Several breakdowns of one day as one. */
export function mergeBreakdowns(all: readonly Breakdown[], limit: number): Breakdown {
  const sums: ValueSums = new Map();
  for (const breakdown of all) {
    forEachValue(breakdown, (key, visits) => sums.set(key, (sums.get(key) ?? 0) + visits));
    if (sums.size > limit) joinRareValues(sums, limit);
  }
  return writeBreakdown(sums);
}

export function readBreakdown(breakdown: Breakdown): ValueSums {
  const sums: ValueSums = new Map();
  forEachValue(breakdown, (key, visits) => sums.set(key, visits));
  return sums;
}

export function writeBreakdown(sums: ValueSums): Breakdown {
  const pieces: string[] = [];
  for (const [key, visits] of sums) pieces.push(key, '\t', String(visits), '\n');
  // A text put together with `+` would be kept as its hundreds of pieces.
  return pieces.join('');
}

/** Counts values beyond the first `limit` of their dimension together. */
function joinRareValues(sums: Map<string, number>, limit: number): void {
  const values = new Map<string, number>();
  for (const [key, visits] of [...sums]) {
    const letter = key.slice(0, 1);
    const rest = restKey(letter);
    if (key === rest) continue;
    const count = (values.get(letter) ?? 0) + 1;
    values.set(letter, count);
    if (count <= limit) continue;
    sums.delete(key);
    sums.set(rest, (sums.get(rest) ?? 0) + visits);
  }
}

/** The same of one dimension, by its letter: other lines are passed over unread. */
export function forEachValueOf(
  letter: string,
  breakdown: Breakdown,
  visit: (value: string, visits: number) => void,
): void {
  let start = 0;
  while (start < breakdown.length) {
    const end = breakdown.indexOf('\n', start);
    if (breakdown[start] === letter) {
      const tab = breakdown.indexOf('\t', start);
      visit(breakdown.slice(start + 1, tab), Number(breakdown.slice(tab + 1, end)));
    }
    start = end + 1;
  }
}

/** Reads keys and visits of a stored breakdown. */
export function forEachValue(breakdown: Breakdown, visit: (key: string, visits: number) => void): void {
  let start = 0;
  while (start < breakdown.length) {
    const tab = breakdown.indexOf('\t', start);
    const end = breakdown.indexOf('\n', tab);
    visit(breakdown.slice(start, tab), Number(breakdown.slice(tab + 1, end)));
    start = end + 1;
  }
}
