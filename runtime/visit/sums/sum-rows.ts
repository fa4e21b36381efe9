import { CODE_VALUES, mergeBreakdowns } from '../aggregator/breakdown.ts';
import { joined } from '../aggregator/days-before.ts';
import { held } from '../closed/pack-rows.ts';
import {
  compareWords,
  hashOfWords,
  keyAt,
  type MarkRows,
  type RowLayout,
  writeKey,
} from '../marks/mark-rows.ts';

/**
 * Sums of links on one day, as differences: what some batches have added to it. Words of a row: three of the link's id, three of whoever has it, two of when
 * it was visited last (ms since 1970, the higher one first), visits, addresses, new visitors, crawlers and visits that came when the link had
 * expired, and where in the text of its block its own begins and how long that is. Ids are big endian: their order as numbers is that of their bytes.
 */
export const SUM_LAYOUT: RowLayout = { keyWords: 3, rowWords: 15 };
const { keyWords: LINK_WORDS, rowWords: ROW_WORDS } = SUM_LAYOUT;
const [OWNER, LAST, FIGURES, TEXT, TEXT_LENGTH] = [3, 6, 8, 13, 14];
const FIGURE_NAMES = ['views', 'addresses', 'fresh', 'crawlers', 'expired'] as const;
const WORD = 2 ** 32;

/** The numbers of a row. */
export type SumFigures = Record<(typeof FIGURE_NAMES)[number], number>;

/** What is told of a row beside its numbers: texts as breakdown.ts and days-before.ts have them, and visits by hour in the same way. */
export interface SumTexts {
  parts: string;
  came: string;
  hours: string;
  /** Whoever had the link before within these batches. */
  former: readonly string[];
}

/** One row as it is made and read. Ids are raw bytes as latin1 text. */
export interface DaySum extends SumFigures {
  link: string;
  owner: string;
  last: number;
}

/** Rows, and the text of each. */
export interface SumRows {
  words: MarkRows;
  texts: readonly string[];
}

export const NO_SUMS: SumRows = { words: new Uint32Array(), texts: [] };
/** No text that is put into one has it. */
const BETWEEN = '\u0000';

export const textOf = ({ parts, came, hours, former }: SumTexts): string =>
  [parts, came, hours, former.join('')].join(BETWEEN);

export function readText(text: string): SumTexts {
  if (text === '') return { parts: '', came: '', hours: '', former: [] };
  const first = text.indexOf(BETWEEN);
  const second = text.indexOf(BETWEEN, first + 1);
  const third = text.indexOf(BETWEEN, second + 1);
  return {
    parts: text.slice(0, first),
    came: text.slice(first + 1, second),
    hours: text.slice(second + 1, third),
    // Ids are bytes, and may have the one that stands between the others.
    former: text.slice(third + 1).match(/.{12}/gs) ?? [],
  };
}

/** Packs the sums of one day, each of another link. */
export function packSums(sums: readonly (DaySum & SumTexts)[]): SumRows {
  const sorted = sums.toSorted((one, other) => (one.link < other.link ? -1 : 1));
  const words = new Uint32Array(sorted.length * ROW_WORDS);
  for (const [row, sum] of sorted.entries()) {
    const at = row * ROW_WORDS;
    writeKey(words, at, sum.link, LINK_WORDS);
    writeKey(words, at + OWNER, sum.owner, LINK_WORDS);
    writeLast(words, at, sum.last);
    for (const [index, name] of FIGURE_NAMES.entries()) words[at + FIGURES + index] = held(sum[name]);
  }
  return { words, texts: sorted.map(textOf) };
}

function writeLast(words: MarkRows, at: number, last: number): void {
  words[at + LAST] = Math.floor(last / WORD);
  words[at + LAST + 1] = last % WORD;
}

export const lastAt = (words: MarkRows, at: number): number =>
  (words[at + LAST] as number) * WORD + (words[at + LAST + 1] as number);

export function figuresAt(words: MarkRows, at: number): SumFigures {
  const figure = (index: number) => words[at + FIGURES + index] as number;
  return {
    views: figure(0),
    addresses: figure(1),
    fresh: figure(2),
    crawlers: figure(3),
    expired: figure(4),
  };
}

/** What a row says, without its text. */
export const sumAt = (words: MarkRows, at: number): DaySum => ({
  link: keyAt(words, at, LINK_WORDS),
  owner: ownerAt(words, at),
  last: lastAt(words, at),
  ...figuresAt(words, at),
});

export const ownerAt = (words: MarkRows, at: number): string => keyAt(words, at + OWNER, LINK_WORDS);

/** Whether a row is of a link that an owner has, given as words of a key. */
export const isOfOwner = (words: MarkRows, at: number, owner: Uint32Array): boolean =>
  compareWords(words, at + OWNER, owner, 0, LINK_WORDS) === 0;

/** Of whoever has the link of a row, as `hashOfWords` of the words of their key. */
export const ownerHashAt = (words: MarkRows, at: number): number =>
  hashOfWords(words, at + OWNER, LINK_WORDS);

/** Rows of both as one: those of a link are added up, and whoever the newer ones say has it. */
export function mergeSums(older: SumRows, newer: SumRows): SumRows {
  const words = new Uint32Array(older.words.length + newer.words.length);
  const texts: string[] = [];
  let [left, right, at] = [0, 0, 0];
  while (left < older.words.length || right < newer.words.length) {
    const order =
      left >= older.words.length
        ? 1
        : right >= newer.words.length
          ? -1
          : compareWords(older.words, left, newer.words, right, LINK_WORDS);
    if (order === 0) {
      copyRow(newer.words, right, words, at);
      const last = Math.max(lastAt(older.words, left), lastAt(newer.words, right));
      writeLast(words, at, last);
      for (let word = FIGURES; word < TEXT; word++)
        words[at + word] = held((words[at + word] as number) + (older.words[left + word] as number));
      const owners = [ownerAt(older.words, left), ownerAt(newer.words, right)] as const;
      texts.push(mergeTexts(older.texts[left / ROW_WORDS], newer.texts[right / ROW_WORDS], owners));
    } else {
      const [from, start] = order < 0 ? [older, left] : [newer, right];
      copyRow(from.words, start, words, at);
      texts.push(from.texts[start / ROW_WORDS] as string);
    }
    if (order <= 0) left += ROW_WORDS;
    if (order >= 0) right += ROW_WORDS;
    at += ROW_WORDS;
  }
  return { words: words.slice(0, at), texts };
}

function copyRow(from: MarkRows, start: number, to: MarkRows, at: number): void {
  for (let word = 0; word < ROW_WORDS; word++) to[at + word] = from[start + word] as number;
}

function mergeTexts(
  older: string | undefined,
  newer: string | undefined,
  [before, now]: readonly [string, string],
): string {
  return textOf(joinTexts(readText(older ?? ''), readText(newer ?? ''), [before, now]));
}

/** What two rows of one link and day say, the older one first. */
export function joinTexts(
  older: SumTexts,
  newer: SumTexts,
  [before, now]: readonly [before: string, now: string],
): SumTexts {
  const former = new Set([...older.former, before, ...newer.former]);
  former.delete(now);
  return {
    parts: mergeBreakdowns([older.parts, newer.parts], CODE_VALUES),
    came: joined([older.came, newer.came]),
    hours: joined([older.hours, newer.hours]),
    former: [...former],
  };
}

/** Puts rows behind each other. */
export function joinSums(all: readonly SumRows[]): SumRows {
  const words = new Uint32Array(all.reduce((length, rows) => length + rows.words.length, 0));
  let at = 0;
  for (const rows of all) {
    words.set(rows.words, at);
    at += rows.words.length;
  }
  return { words, texts: all.flatMap(({ texts }) => texts) };
}

/** The first `rows` of some rows, and the others. */
export const splitSums = ({ words, texts }: SumRows, rows: number): [SumRows, SumRows] => [
  { words: words.subarray(0, rows * ROW_WORDS), texts: texts.slice(0, rows) },
  { words: words.subarray(rows * ROW_WORDS), texts: texts.slice(rows) },
];

/** The text of a block; its rows are told where in it theirs stand. */
export function writeTexts(words: MarkRows, texts: readonly string[]): string {
  let end = 0;
  for (const [row, { length }] of texts.entries()) {
    words[row * ROW_WORDS + TEXT] = end;
    words[row * ROW_WORDS + TEXT_LENGTH] = length;
    end += length;
  }
  return texts.join('');
}

/** A row's text, in that of its block. */
export function textAt(words: MarkRows, at: number, text: string): string {
  const start = words[at + TEXT] as number;
  return text.slice(start, start + (words[at + TEXT_LENGTH] as number));
}
