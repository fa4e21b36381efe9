import type { mongo } from 'mongoose';
import type { MarkPartDocument, MarkRun } from '../store/marks.ts';
import { type BlockIndex, wordsOfBlock } from './mark-index.ts';
import { blockId, wordsOf } from './mark-parts.ts';
import { compareWords, firstRowOf, KEY_WORDS, type MarkRows, mergeMarks, ROW_WORDS } from './mark-rows.ts';

/** Blocks of a run that are read at once. */
export const READ_BLOCKS = 64;
const NO_ROWS: MarkRows = new Uint32Array();

/** Blocks of a run that are to be read, from `from` on, without `to`. */
export interface RunPart {
  run: MarkRun;
  from: number;
  to: number;
}

export const wholeRun = (run: MarkRun): RunPart => ({ run, from: 0, to: run.blocks });

/** The blocks of a run that may have keys from `first` to `last`, both words of a key. */
export function partWithin(run: MarkRun, index: BlockIndex, first: Uint32Array, last: Uint32Array): RunPart {
  const stride = wordsOfBlock(index);
  const isUpTo = (block: number, key: Uint32Array): boolean =>
    compareWords(index.words, block * stride, key, 0, KEY_WORDS) <= 0;
  const from = Math.max(0, countWhile(run.blocks, (block) => isUpTo(block, first)) - 1);
  const to = Math.max(
    from,
    countWhile(run.blocks, (block) => isUpTo(block, last)),
  );
  return { run, from, to };
}

/** How many of the first numbers hold, of which none does behind one that does not. */
function countWhile(end: number, holds: (number: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows of several runs, the oldest first, put together: some at a time, in their order, all rows of a key at once. */
export async function* mergedRows(
  marks: mongo.Collection<MarkPartDocument>,
  parts: readonly RunPart[],
): AsyncGenerator<MarkRows> {
  const sources = parts.map((part) => ({ ...part, next: part.from, rows: NO_ROWS }));
  for (;;) {
    await Promise.all(
      sources
        .filter(({ rows, next, to }) => rows.length === 0 && next < to)
        .map(async (source) => {
          const end = Math.min(source.to, source.next + READ_BLOCKS);
          source.rows = await readRows(marks, source.run, source.next, end);
          source.next = end;
        }),
    );
    const filled = sources.filter(({ rows }) => rows.length > 0);
    if (filled.length === 0) return;
    // Up to the first end of what was read of a run that goes on: behind it that run may have more of the same.
    let bound: MarkRows | undefined;
    for (const { rows, next, to } of filled) {
      const last = rows.subarray(rows.length - ROW_WORDS);
      if (next < to && (bound === undefined || compareWords(last, 0, bound, 0, KEY_WORDS) < 0)) bound = last;
    }
    let merged = NO_ROWS;
    for (const source of filled) {
      const end = bound === undefined ? source.rows.length : endOf(source.rows, bound);
      merged = mergeMarks(merged, source.rows.subarray(0, end));
      source.rows = source.rows.subarray(end);
    }
    yield merged;
  }
}

/** Where the rows of a key, or those before it, end. */
function endOf(rows: MarkRows, key: MarkRows): number {
  let at = firstRowOf(rows, key, 0);
  while (at < rows.length && compareWords(rows, at, key, 0, KEY_WORDS) === 0) at += ROW_WORDS;
  return at;
}

async function readRows(
  marks: mongo.Collection<MarkPartDocument>,
  run: MarkRun,
  from: number,
  to: number,
): Promise<MarkRows> {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  const blocks = await readBlocksOf(marks, run, numbers);
  const rows = new Uint32Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    rows.set(block, at);
    at += block.length;
  }
  return rows;
}

/** Some blocks of a run, in the order in which they are asked for. @throws MarksMoved where the run is gone */
export async function readBlocksOf(
  marks: mongo.Collection<MarkPartDocument>,
  run: MarkRun,
  numbers: readonly number[],
): Promise<MarkRows[]> {
  const ids = numbers.map((number) => blockId(run.id, number));
  const found = await marks.find({ _id: { $in: ids } }, { batchSize: READ_BLOCKS + 1 }).toArray();
  if (found.length !== ids.length)
    throw new MarksMoved(`blocks of the marks ${run.id.toHexString()} are gone`);
  const blocks = new Map(found.map(({ _id, v }) => [_id, wordsOf(v)]));
  return ids.map((id) => blocks.get(id) as MarkRows);
}

/** What was being read has been put into a larger run meanwhile: it is there. */
export class MarksMoved extends Error {
  override readonly name = 'MarksMoved';
}
