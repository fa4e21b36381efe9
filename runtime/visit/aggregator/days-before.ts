import type { DeviceKind } from '@waypost/sdk';
import { type Breakdown, forEachValue, type ValueSums, writeBreakdown } from './breakdown.ts';
import { count, type DayTally, emptyDay, entry } from './tally.ts';

/**
 * Addresses of a day by when they came before: a line `<kind><day before><tab><addresses>` each, the day 0 where they never had. An
 * address came within some days for the first time on the one day whose day before lies before them, so that different
 * addresses of any range are a sum of these, and none is looked at. The kind is that of the device by which it is counted on the day.
 */
const LETTERS: Readonly<Record<DeviceKind, string>> = { desktop: 'd', phone: 'p', tablet: 't', other: 'o' };
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as DeviceKind]));
const NEVER = 0;

/** What is stored of an address: its days, in whatever order they were counted, and a letter for the kind of each. */
interface Known {
  days: readonly number[];
  /** Missing where days are of before kinds were kept, and too short where such a release was in use once more. */
  kinds?: string | undefined;
}

/**
 * Counts the days that are new of an address by the day before each, and the day after each anew.
 * @returns the kinds to be stored beside all days, new ones behind those known
 */
export function addCame(
  sums: Map<number, DayTally>,
  known: Known | undefined,
  added: readonly number[],
  kind: DeviceKind,
): string {
  const days = [...(known?.days ?? [])];
  // Of days that a release without kinds has added it is not known which these are.
  let kinds = known?.kinds?.length === days.length ? known.kinds : LETTERS.other.repeat(days.length);
  for (const day of added) {
    let before = NEVER;
    let after = Number.POSITIVE_INFINITY;
    for (const one of days) {
      if (one < day) before = Math.max(before, one);
      else after = Math.min(after, one);
    }
    count(entry(sums, day, emptyDay).came, LETTERS[kind] + before);
    if (after !== Number.POSITIVE_INFINITY) {
      const letter = kinds[days.indexOf(after)] ?? LETTERS.other;
      const { came } = entry(sums, after, emptyDay);
      count(came, letter + before, -1);
      count(came, letter + day);
    }
    days.push(day);
    kinds += LETTERS[kind];
  }
  return kinds;
}

/** The letters of kinds, as they stand beside the days of an address. */
export const lettersOf = (kinds: readonly DeviceKind[]): string =>
  kinds.map((kind) => LETTERS[kind]).join('');

/** The kinds of these letters. */
export const kindsOf = (letters: string): DeviceKind[] =>
  [...letters].map((letter) => KINDS.get(letter) ?? 'other');

/** The text of a day with what a batch adds to it. */
export function withCame(text: Breakdown, added: ReadonlyMap<string, number>): Breakdown {
  return added.size === 0 ? text : joined([text], added);
}

/** Several texts of one day as one. */
export function joined(
  texts: readonly Breakdown[],
  added: ReadonlyMap<string, number> = new Map(),
): Breakdown {
  const sums: ValueSums = new Map(added);
  for (const text of texts) forEachValue(text, (key, addresses) => count(sums, key, addresses));
  for (const [key, addresses] of sums) if (addresses === 0) sums.delete(key);
  return writeBreakdown(sums);
}

/** How many of a day's addresses came for the first time since `first`, and how many there are. */
export function cameSince(
  text: Breakdown,
  first: number,
  only: DeviceKind | undefined,
): { fresh: number; all: number } {
  let [fresh, all] = [0, 0];
  forEachValue(text, (key, addresses) => {
    all += addresses;
    if (Number(key.slice(1)) >= first) return;
    if (only === undefined || KINDS.get(key.slice(0, 1)) === only) fresh += addresses;
  });
  return { fresh, all };
}
