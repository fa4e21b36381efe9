import type { DeviceKind } from '@waypost/sdk';

/**
 * Marks say that an address came to a scope on a day: three words of the scope's id, four of the address, the day (yyyymmdd), and
 * what is said of it (its hours, a bit each, hour 0 lowest, and above them the kind of its device). Rows stand in the order of their
 * bytes, so that all days of an address on a scope stand together. Words are little endian, as every machine is that runs this.
 */
export type MarkRows = Uint32Array<ArrayBuffer>;

export const KEY_WORDS = 7;
const DAY = KEY_WORDS;
const SAID = DAY + 1;
export const ROW_WORDS = SAID + 1;

/** How packed rows of a kind are laid: their key comes first, and they stand in its order. */
export interface RowLayout {
  keyWords: number;
  rowWords: number;
}
export const MARK_LAYOUT: RowLayout = { keyWords: KEY_WORDS, rowWords: ROW_WORDS };

const HOURS = 2 ** 24 - 1;
const KINDS: readonly DeviceKind[] = ['desktop', 'phone', 'tablet', 'other'];

/** One mark as it is read and made. */
export interface Mark {
  /** The scope's id and the address, as bytes in latin1 text. */
  key: string;
  day: number;
  /** A bit for each hour. */
  hours: number;
  kind: DeviceKind;
}

/** Of a day whose hours are not known: none of them is new. */
export const ALL_HOURS = HOURS;

/** Packs marks, of which no two are of the same address, scope and day. */
export function packMarks(marks: readonly Mark[]): MarkRows {
  const rows = new Uint32Array(marks.length * ROW_WORDS);
  const sorted = marks.toSorted((one, other) =>
    one.key === other.key ? one.day - other.day : one.key < other.key ? -1 : 1,
  );
  let at = 0;
  for (const { key, day, hours, kind } of sorted) {
    writeKey(rows, at, key);
    rows[at + DAY] = day;
    rows[at + SAID] = (hours | (KINDS.indexOf(kind) << 24)) >>> 0;
    at += ROW_WORDS;
  }
  return rows;
}

/** Writes a key's words: their order as numbers is that of the key's bytes. */
export function writeKey(words: Uint32Array, at: number, key: string, keyWords = KEY_WORDS): void {
  for (let word = 0; word < keyWords; word++) {
    const byte = word * 4;
    words[at + word] =
      ((key.charCodeAt(byte) << 24) |
        (key.charCodeAt(byte + 1) << 16) |
        (key.charCodeAt(byte + 2) << 8) |
        key.charCodeAt(byte + 3)) >>>
      0;
  }
}

export function keyAt(rows: MarkRows, at: number, keyWords = KEY_WORDS): string {
  const bytes = Buffer.allocUnsafe(keyWords * 4);
  for (let word = 0; word < keyWords; word++) bytes.writeUInt32BE(rows[at + word] as number, word * 4);
  return bytes.toString('latin1');
}

export function markAt(rows: MarkRows, at: number): Omit<Mark, 'key'> {
  const said = rows[at + SAID] as number;
  return {
    day: rows[at + DAY] as number,
    hours: said & HOURS,
    kind: KINDS[said >>> 24] as DeviceKind,
  };
}

/** The last day of which there is a mark; 0 where there is none. */
export function lastDayOf(rows: MarkRows): number {
  let last = 0;
  for (let at = DAY; at < rows.length; at += ROW_WORDS) last = Math.max(last, rows[at] as number);
  return last;
}

/** A number below 2^32 of some words, by which keys are told apart where two may have the same. */
export function hashOfWords(words: Uint32Array, at: number, length: number): number {
  let hash = 0x9e3779b9;
  for (let word = 0; word < length; word++) {
    hash = Math.imul(hash ^ (words[at + word] as number), 0xcc9e2d51);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

/** Which of two comes first, by their first `words` words. */
export function compareWords(
  one: Uint32Array,
  oneAt: number,
  other: Uint32Array,
  otherAt: number,
  words: number,
): number {
  for (let word = 0; word < words; word++) {
    const left = one[oneAt + word] as number;
    const right = other[otherAt + word] as number;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/**
 * Rows of both as one. What is said of the same day is put together: the hours of both, and the kind that the older one says, by
 * which the address was counted.
 */
export function mergeMarks(older: MarkRows, newer: MarkRows): MarkRows {
  const merged = new Uint32Array(older.length + newer.length);
  let [left, right, at] = [0, 0, 0];
  while (left < older.length || right < newer.length) {
    const order =
      left >= older.length ? 1 : right >= newer.length ? -1 : compareWords(older, left, newer, right, SAID);
    const [from, start] = order <= 0 ? [older, left] : [newer, right];
    for (let word = 0; word < ROW_WORDS; word++) merged[at + word] = from[start + word] as number;
    if (order === 0) {
      const hours = (newer[right + SAID] as number) & HOURS;
      merged[at + SAID] = ((merged[at + SAID] as number) | hours) >>> 0;
    }
    if (order <= 0) left += ROW_WORDS;
    if (order >= 0) right += ROW_WORDS;
    at += ROW_WORDS;
  }
  return merged.slice(0, at);
}

/** Where the first row is whose key is not before the one at `keyAt`; the end of the rows where there is none. */
export function firstRowOf(
  rows: MarkRows,
  keys: Uint32Array,
  keyAt: number,
  { keyWords, rowWords }: RowLayout = MARK_LAYOUT,
): number {
  let [low, high] = [0, rows.length / rowWords];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareWords(rows, middle * rowWords, keys, keyAt, keyWords) < 0) low = middle + 1;
    else high = middle;
  }
  return low * rowWords;
}
