import { ADDRESS_BYTES, type AddressRange, isVersion4 } from '../sdk/address.ts';

const MAPPED_PREFIX_BITS = 96;
const MAPPED_PREFIX = 0xffffn << 32n;
const WORDS = ADDRESS_BYTES / 4;

/** A range of addresses, and until when it counts: milliseconds since 1970, Infinity for ever. */
export interface BlockedRange extends AddressRange {
  until: number;
}

/** Which addresses are in none, one or several of some ranges. */
export interface BlockedRanges {
  readonly isEmpty: boolean;
  /** Whether the 16 bytes at `offset` are in a range that counts at `now`. Some 14 comparisons for 10,000 ranges. */
  has(bytes: Uint8Array, offset: number, now: () => number): boolean;
}

interface Span<T> {
  from: T;
  to: T;
  until: number;
}

/**
 * Lays the ranges side by side, so that one binary search finds what an address is in. IPv4 is looked up by 32 bits,
 * because nearly every visit comes from there.
 */
export function layBlockedRanges(ranges: readonly BlockedRange[]): BlockedRanges {
  const short: Span<number>[] = [];
  const long: Span<bigint>[] = [];
  for (const range of ranges) {
    const { bits, until, network } = range;
    if (bits >= MAPPED_PREFIX_BITS && isVersion4(network)) short.push({ ...shortSpan(range), until });
    else {
      const span = longSpan(range);
      long.push({ ...span, until });
      // A range as wide as all of IPv4's mapped form has it inside.
      if (span.from <= MAPPED_PREFIX && span.to >= MAPPED_PREFIX + 0xffff_ffffn)
        short.push({ from: 0, to: 0xffff_ffff, until });
    }
  }
  return { isEmpty: ranges.length === 0, has: lookUp(layShort(short), layLong(long)) };
}

/**
 * Ranges of addresses lie within each other or apart, never across: a walk with a stack cuts the outer ones around those
 * inner ones that last longer.
 */
function cutApart<T extends number | bigint>(spans: readonly Span<T>[], step: (at: T, by: 1 | -1) => T) {
  const sorted = [...spans].sort((left, right) =>
    left.from === right.from ? Number(right.to > left.to) * 2 - 1 : left.from < right.from ? -1 : 1,
  );
  const apart: Span<T>[] = [];
  const open: Span<T>[] = [];
  let at: T | undefined;
  const close = (before: T | undefined): void => {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (before !== undefined && top.to >= before) return;
      if (at !== undefined && at <= top.to) apart.push({ from: at, to: top.to, until: top.until });
      at = step(top.to, 1);
      open.pop();
    }
  };
  for (const span of sorted) {
    close(span.from);
    const outer = open.at(-1);
    if (outer !== undefined && outer.until >= span.until) continue;
    if (outer !== undefined && at !== undefined && at < span.from)
      apart.push({ from: at, to: step(span.from, -1), until: outer.until });
    open.push(span);
    at = span.from;
  }
  close(undefined);
  return apart;
}

interface ShortTable {
  from: Uint32Array;
  to: Uint32Array;
  until: Float64Array;
}

function layShort(spans: readonly Span<number>[]): ShortTable {
  const apart = cutApart(spans, (at, by) => at + by);
  return {
    from: Uint32Array.from(apart, ({ from }) => from),
    to: Uint32Array.from(apart, ({ to }) => to),
    until: Float64Array.from(apart, ({ until }) => until),
  };
}

function layLong(spans: readonly Span<bigint>[]): ShortTable {
  const apart = cutApart(spans, (at, by) => at + BigInt(by));
  return {
    from: wordsOf(apart.map(({ from }) => from)),
    to: wordsOf(apart.map(({ to }) => to)),
    until: Float64Array.from(apart, ({ until }) => until),
  };
}

function wordsOf(values: readonly bigint[]): Uint32Array {
  const words = new Uint32Array(values.length * WORDS);
  for (const [row, value] of values.entries())
    for (let word = 0; word < WORDS; word++)
      words[row * WORDS + word] = Number((value >> BigInt(32 * (WORDS - 1 - word))) & 0xffff_ffffn);
  return words;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number)) >>>
    0
  );
}

function lookUp(short: ShortTable, long: ShortTable): BlockedRanges['has'] {
  return (bytes, offset, now) => {
    if (isVersion4(bytes, offset)) {
      const at = lastFrom(short.from.length, (row) => short.from[row] as number, wordAt(bytes, offset + 12));
      return at >= 0 && wordAt(bytes, offset + 12) <= (short.to[at] as number) && counts(short, at, now);
    }
    if (long.until.length === 0) return false;
    const at = lastLong(long.from, bytes, offset);
    return at >= 0 && compare(long.to, at, bytes, offset) >= 0 && counts(long, at, now);
  };
}

function counts({ until }: ShortTable, at: number, now: () => number): boolean {
  return until[at] === Number.POSITIVE_INFINITY || (until[at] as number) > now();
}

/** The last row that does not begin behind the address; -1 when all do. */
function lastFrom(rows: number, fromOf: (row: number) => number, address: number): number {
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fromOf(middle) <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function lastLong(from: Uint32Array, bytes: Uint8Array, offset: number): number {
  let low = 0;
  let high = from.length / WORDS;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(from, middle, bytes, offset) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A row's value against an address: negative, 0 or positive. */
function compare(words: Uint32Array, row: number, bytes: Uint8Array, offset: number): number {
  for (let word = 0; word < WORDS; word++) {
    const difference = (words[row * WORDS + word] as number) - wordAt(bytes, offset + word * 4);
    if (difference !== 0) return difference;
  }
  return 0;
}

function shortSpan({ network, bits }: AddressRange): { from: number; to: number } {
  const size = 2 ** (128 - bits);
  const from = Math.floor(wordAt(network, 12) / size) * size;
  return { from, to: from + size - 1 };
}

function longSpan({ network, bits }: AddressRange): { from: bigint; to: bigint } {
  let value = 0n;
  for (let at = 0; at < ADDRESS_BYTES; at += 4) value = (value << 32n) | BigInt(wordAt(network, at));
  const size = 1n << BigInt(128 - bits);
  const from = (value / size) * size;
  return { from, to: from + size - 1n };
}
