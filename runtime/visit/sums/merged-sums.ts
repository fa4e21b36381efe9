import type { mongo } from 'mongoose';
import { blockId, wordsOf } from '../marks/mark-parts.ts';
import { compareWords, firstRowOf, type MarkRows } from '../marks/mark-rows.ts';
import { MarksMoved } from '../marks/merged-rows.ts';
import type { MarkPartDocument, SumRun } from '../store/marks.ts';
import { joinSums, mergeSums, NO_SUMS, SUM_LAYOUT, type SumRows, splitSums } from './sum-rows.ts';
import { textId, textsOf } from './sum-runs.ts';

/** Blocks of a run that are read at once: with their texts they are ten times as large as those of marks. */
const READ_BLOCKS = 8;
const { keyWords: LINK_WORDS, rowWords: ROW_WORDS } = SUM_LAYOUT;

/** The rows of runs of one day, the oldest first, put together: some at a time, in the order of their links. @throws MarksMoved */
export async function* mergedSums(
  marks: mongo.Collection<MarkPartDocument>,
  runs: readonly SumRun[],
): AsyncGenerator<SumRows> {
  const sources = runs.map((run) => ({ run, next: 0, rows: NO_SUMS }));
  for (;;) {
    await Promise.all(
      sources
        .filter(({ rows, run, next }) => rows.texts.length === 0 && next < run.blocks)
        .map(async (source) => {
          const end = Math.min(source.run.blocks, source.next + READ_BLOCKS);
          source.rows = await readSums(marks, source.run, source.next, end);
          source.next = end;
        }),
    );
    const filled = sources.filter(({ rows }) => rows.texts.length > 0);
    if (filled.length === 0) return;
    // Up to the first end of what was read of a run that goes on: behind it others may have links that it has, too.
    let bound: MarkRows | undefined;
    for (const { rows, run, next } of filled) {
      const last = rows.words.subarray(rows.words.length - ROW_WORDS);
      if (next < run.blocks && (bound === undefined || compareWords(last, 0, bound, 0, LINK_WORDS) < 0))
        bound = last;
    }
    let merged = NO_SUMS;
    for (const source of filled) {
      const [own, rest] = splitSums(
        source.rows,
        bound === undefined ? source.rows.texts.length : rowsUntil(source.rows, bound),
      );
      merged = mergeSums(merged, own);
      source.rows = rest;
    }
    yield merged;
  }
}

/** How many of some rows, which are in order, are of a link or of one before it. */
export function rowsUntil({ words }: SumRows, link: Uint32Array): number {
  const at = firstRowOf(words, link, 0, SUM_LAYOUT);
  const isThere = at < words.length && compareWords(words, at, link, 0, LINK_WORDS) === 0;
  return at / ROW_WORDS + (isThere ? 1 : 0);
}

async function readSums(
  marks: mongo.Collection<MarkPartDocument>,
  { id }: SumRun,
  from: number,
  to: number,
): Promise<SumRows> {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  const ids = numbers.flatMap((number) => [blockId(id, number), textId(id, number)]);
  const found = await marks.find({ _id: { $in: ids } }, { batchSize: ids.length + 1 }).toArray();
  if (found.length !== ids.length) throw new MarksMoved(`sums of links ${id.toHexString()} are gone`);
  const parts = new Map(found.map(({ _id, v }) => [_id, v]));
  return joinSums(
    numbers.map((number) => {
      const words = wordsOf(parts.get(blockId(id, number)) as mongo.Binary);
      return { words, texts: textsOf(words, parts.get(textId(id, number)) as mongo.Binary) };
    }),
  );
}
