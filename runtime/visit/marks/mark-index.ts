import { compareWords, MARK_LAYOUT, type MarkRows, type RowLayout } from './mark-rows.ts';

/**
 * What is kept in memory of the blocks of a run: of each the first key, and a filter that says of most keys which the block has not
 * that it has them not. 220 bytes for 128 rows; 28 where there are no filters, because nobody asks for whole keys.
 */
export interface BlockIndex {
  blocks: number;
  words: Uint32Array<ArrayBuffer>;
  /** Words of a key. */
  keyWords: number;
}

export const BLOCK_ROWS = 128;
const FILTER_WORDS = 48;
const FILTER_BITS = FILTER_WORDS * 32;
/** Of a full block of different keys one in 270 is taken for one that it has. */
const PROBES = 6;

/** Cuts rows into blocks; all rows of a key stand in one, as all days of an address on a scope do. */
export function cutBlocks(
  rows: MarkRows,
  layout: RowLayout = MARK_LAYOUT,
): { blocks: MarkRows[]; index: BlockIndex } {
  const { keyWords, rowWords } = layout;
  const blocks: MarkRows[] = [];
  let start = 0;
  while (start < rows.length) {
    let end = Math.min(rows.length, start + BLOCK_ROWS * rowWords);
    while (end < rows.length && compareWords(rows, end - rowWords, rows, end, keyWords) === 0)
      end += rowWords;
    blocks.push(rows.slice(start, end));
    start = end;
  }
  return { blocks, index: indexOf(blocks, layout) };
}

function indexOf(blocks: readonly MarkRows[], { keyWords, rowWords }: RowLayout): BlockIndex {
  const stride = keyWords + FILTER_WORDS;
  const words = new Uint32Array(blocks.length * stride);
  let at = 0;
  for (const block of blocks) {
    words.set(block.subarray(0, keyWords), at);
    for (let row = 0; row < block.length; row += rowWords) {
      hash(block, row, keyWords);
      note(words, at + keyWords);
    }
    at += stride;
  }
  return { blocks: blocks.length, words, keyWords };
}

/** Two numbers of a key, from which the places in a filter are made. */
let [first, second] = [0, 0];

function hash(words: Uint32Array, at: number, keyWords: number): void {
  let one = 0x9e3779b9;
  let two = 0x85ebca6b;
  for (let word = 0; word < keyWords; word++) {
    const value = words[at + word] as number;
    one = Math.imul(one ^ value, 0xcc9e2d51);
    one ^= one >>> 15;
    two = Math.imul(two ^ value, 0x1b873593);
    two ^= two >>> 13;
  }
  first = Math.imul(one ^ (one >>> 16), 0x7feb352d) >>> 0;
  // Odd, so that the probes of a key lie apart.
  second = (Math.imul(two ^ (two >>> 15), 0x846ca68b) | 1) >>> 0;
}

/** Puts the key that was hashed last into a filter. */
function note(filter: Uint32Array, start: number): void {
  let place = first;
  for (let probe = 0; probe < PROBES; probe++) {
    const bit = place % FILTER_BITS;
    const word = start + (bit >>> 5);
    filter[word] = ((filter[word] as number) | (1 << (bit & 31))) >>> 0;
    place = (place + second) >>> 0;
  }
}

/** Whether a filter may have the key that was hashed last. */
function mayHave(filter: Uint32Array, start: number): boolean {
  let place = first;
  for (let probe = 0; probe < PROBES; probe++) {
    const bit = place % FILTER_BITS;
    if (((filter[start + (bit >>> 5)] as number) & (1 << (bit & 31))) === 0) return false;
    place = (place + second) >>> 0;
  }
  return true;
}

/**
 * Calls `found` with each of the keys, which stand in order, that a run may have, and with the one block that it then has it in. Goes on from
 * the block of the key before: many keys are looked for at once.
 */
export function lookFor(
  index: BlockIndex,
  keys: Uint32Array,
  found: (key: number, block: number) => void,
): void {
  const { words, keyWords } = index;
  const stride = keyWords + FILTER_WORDS;
  let block = 0;
  for (let key = 0, at = 0; at < keys.length; key++, at += keyWords) {
    block = lastBlockUpTo(index, block, keys, at);
    if (compareWords(words, block * stride, keys, at, keyWords) > 0) continue;
    hash(keys, at, keyWords);
    if (mayHave(words, block * stride + keyWords)) found(key, block);
  }
}

/** The last block from `from` on that does not begin behind the key; `from` itself where all do. */
function lastBlockUpTo(
  { blocks, words, keyWords }: BlockIndex,
  from: number,
  keys: Uint32Array,
  at: number,
): number {
  const stride = keyWords + FILTER_WORDS;
  const isBehind = (block: number): boolean =>
    block >= blocks || compareWords(words, block * stride, keys, at, keyWords) > 0;
  let step = 1;
  let low = from;
  while (!isBehind(low + step)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(blocks, low + step);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isBehind(middle)) high = middle;
    else low = middle;
  }
  return low;
}

/** Words of one block in an index. */
export const wordsOfBlock = ({ blocks, words }: Omit<BlockIndex, 'keyWords'>): number =>
  words.length / Math.max(1, blocks);

/** An index without its filters: enough to find a range of keys. */
export function withoutFilters({ blocks, words, keyWords }: BlockIndex): BlockIndex {
  const keys = new Uint32Array(blocks * keyWords);
  for (let block = 0; block < blocks; block++) {
    const at = block * (keyWords + FILTER_WORDS);
    keys.set(words.subarray(at, at + keyWords), block * keyWords);
  }
  return { blocks, words: keys, keyWords };
}

/** The indexes of blocks that stand behind each other as one. */
export function joinIndexes(parts: readonly BlockIndex[], { keyWords }: RowLayout = MARK_LAYOUT): BlockIndex {
  const words = new Uint32Array(parts.reduce((sum, part) => sum + part.words.length, 0));
  let at = 0;
  for (const part of parts) {
    words.set(part.words, at);
    at += part.words.length;
  }
  return { blocks: parts.reduce((sum, { blocks }) => sum + blocks, 0), words, keyWords };
}
