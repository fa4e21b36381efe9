import { BLOCK_ROWS } from '../marks/mark-index.ts';
import { hashOfWords, type MarkRows } from '../marks/mark-rows.ts';
import { ownerHashAt, SUM_LAYOUT } from './sum-rows.ts';

const { rowWords: ROW_WORDS } = SUM_LAYOUT;
/** Places for rows; of a run of more blocks there is none. */
const ROWS = 2 ** 21;
export const MOST_BLOCKS = ROWS / BLOCK_ROWS;

/**
 * Where in a run the rows of each owner may be, so that few codes of somebody are not looked for among those of all: hashes of owners and places, in their
 * order, 8 bytes a row.
 */
export type OwnerRows = Float64Array<ArrayBuffer>;

/** @param blocks all blocks of a run, in their order */
export function ownerRows(blocks: readonly MarkRows[]): OwnerRows {
  const places: number[] = [];
  for (const [block, words] of blocks.entries())
    for (let at = 0; at < words.length; at += ROW_WORDS)
      places.push(placeOf(ownerHashAt(words, at), block * BLOCK_ROWS + at / ROW_WORDS));
  return new Float64Array(places).sort();
}

/** Blocks, and rows in them, that may be of an owner, given as words of a key; some are not. */
export function rowsOfOwner(rows: OwnerRows, owner: Uint32Array): { block: number; row: number }[] {
  const hash = hashOfWords(owner, 0, owner.length);
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as number) < placeOf(hash, 0)) low = middle + 1;
    else high = middle;
  }
  const found: { block: number; row: number }[] = [];
  for (; low < rows.length && (rows[low] as number) < placeOf(hash + 1, 0); low++) {
    const place = (rows[low] as number) % ROWS;
    found.push({ block: Math.floor(place / BLOCK_ROWS), row: place % BLOCK_ROWS });
  }
  return found;
}

const placeOf = (hash: number, place: number): number => hash * ROWS + place;
