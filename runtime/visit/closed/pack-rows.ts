import mongoose, { type mongo } from 'mongoose';

const { Binary } = mongoose.mongo;
const ID_BYTES = 12;
const WORD_BYTES = 4;
const ID_WORDS = ID_BYTES / WORD_BYTES;
const MOST = 2 ** 32 - 1;

/** How rows of a kind are laid: ids first, then figures, all of one length; little endian, as every machine is that runs this. */
export interface Layout {
  ids: number;
  figures: number;
}
export const OWNER_ROWS: Layout = { ids: 1, figures: 5 };
export const LINK_ROWS: Layout = { ids: 2, figures: 3 };

/** Rows of ids and figures, sorted by the bytes of their ids. */
export interface Rows {
  layout: Layout;
  count: number;
  /** Three words an id, one a figure. */
  words: Uint32Array;
}

const idWords = ({ ids }: Layout): number => ids * ID_WORDS;
export const rowWords = (layout: Layout): number => idWords(layout) + layout.figures;

export function emptyRows(layout: Layout): Rows {
  return { layout, count: 0, words: new Uint32Array() };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

/** How many bytes rows take where they are kept. */
export const sizeOf = ({ words }: Rows): number => words.byteLength;

/** Packs sums by their ids, hexadecimal, several of them one behind the other. */
export function packRows(layout: Layout, sums: ReadonlyMap<string, readonly number[]>): Rows {
  const size = rowWords(layout);
  const words = new Uint32Array(sums.size * size);
  const bytes = bytesOf(words);
  let at = 0;
  for (const [ids, figures] of [...sums].sort(([left], [right]) => (left < right ? -1 : 1))) {
    bytes.write(ids, at * WORD_BYTES, 'hex');
    for (const [index, figure] of figures.entries()) words[at + idWords(layout) + index] = held(figure);
    at += size;
  }
  return { layout, count: sums.size, words };
}

/** RangeError where a figure is more than a word holds: it must not be told as less. */
export function held(figure: number): number {
  if (!(figure >= 0 && figure <= MOST)) throw new RangeError(`${figure} does not fit into a row`);
  return figure;
}

export const toBinary = ({ words }: Rows): mongo.Binary => new Binary(bytesOf(words));

export function fromBinary(layout: Layout, binary: mongo.Binary): Rows {
  // Where a driver puts bytes they do not begin at a word.
  const words = new Uint32Array(binary.position / WORD_BYTES);
  bytesOf(words).set(binary.buffer.subarray(0, binary.position));
  return { layout, count: words.length / rowWords(layout), words };
}

/** Gives the first id of a row, hexadecimal. */
export function idsOf({ layout, words }: Rows): (row: number) => string {
  const bytes = bytesOf(words);
  const size = rowWords(layout) * WORD_BYTES;
  return (row) => bytes.toString('hex', row * size, row * size + ID_BYTES);
}

export function figureAt({ layout, words }: Rows, row: number, index: number): number {
  return words[row * rowWords(layout) + idWords(layout) + index] as number;
}

/** Whether the id of a row at `index` is the one that `wanted` is, three words. */
export function hasId({ layout, words }: Rows, row: number, index: number, wanted: Uint32Array): boolean {
  const at = row * rowWords(layout) + index * ID_WORDS;
  return words[at] === wanted[0] && words[at + 1] === wanted[1] && words[at + 2] === wanted[2];
}

/** The words of an id, as rows have them. */
export function wordsOfId(id: string): Uint32Array {
  const words = new Uint32Array(ID_WORDS);
  bytesOf(words).write(id, 'hex');
  return words;
}

/** Rows of both, the figures of the same ids added up. */
export function joinRows(left: Rows, right: Rows): Rows {
  return mergeRows(left, right, 1) as Rows;
}

/** What rows came to beyond a part of them; undefined where it is no part of them. */
export function rowsWithout(whole: Rows, part: Rows): Rows | undefined {
  return mergeRows(whole, part, -1);
}

/** `sign`: whether the figures of the right are added, or taken away from those of the left. */
function mergeRows(left: Rows, right: Rows, sign: 1 | -1): Rows | undefined {
  const { layout } = left;
  const size = rowWords(layout);
  const ids = idWords(layout);
  const words = new Uint32Array((left.count + (sign > 0 ? right.count : 0)) * size);
  const [lefts, rights] = [left.words, right.words];
  let [one, other, at] = [0, 0, 0];
  while (one < lefts.length || other < rights.length) {
    const order =
      one >= lefts.length
        ? 1
        : other >= rights.length
          ? -1
          : compareWords(lefts, one, { other: rights, otherAt: other, ids });
    if (order > 0 && sign < 0) return undefined;
    const [from, start] = order <= 0 ? [lefts, one] : [rights, other];
    for (let word = 0; word < size; word++) words[at + word] = from[start + word] as number;
    for (let word = ids; order === 0 && word < size; word++) {
      const figure = (lefts[one + word] as number) + sign * (rights[other + word] as number);
      if (figure < 0) return undefined;
      words[at + word] = held(figure);
    }
    if (order <= 0) one += size;
    if (order >= 0) other += size;
    at += size;
  }
  return { layout, count: at / size, words: words.subarray(0, at) };
}

/** Which ids come first by their bytes: words are little endian, so that the order of two is that of their bytes turned round. */
export function compareWords(
  words: Uint32Array,
  at: number,
  { other, otherAt, ids }: { other: Uint32Array; otherAt: number; ids: number },
): number {
  for (let word = 0; word < ids; word++) {
    const one = words[at + word] as number;
    const two = other[otherAt + word] as number;
    if (one !== two) return turned(one) < turned(two) ? -1 : 1;
  }
  return 0;
}

const turned = (word: number): number =>
  ((word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;
