import mongoose, { type mongo } from 'mongoose';
import type { StoreCommands } from '../aggregator/store-commands.ts';
import { type BlockIndex, cutBlocks } from '../marks/mark-index.ts';
import { blockParts, indexParts } from '../marks/mark-parts.ts';
import type { MarkRows } from '../marks/mark-rows.ts';
import { COLLECTIONS } from '../store/collections.ts';
import { CODE_SUMS, type MarkPartDocument, type MarkRunsDocument, type SumRun } from '../store/marks.ts';
import { packSums, SUM_LAYOUT, type SumRows, textAt, writeTexts } from './sum-rows.ts';

const { Binary, ObjectId } = mongoose.mongo;
const NUMBER_LENGTH = 8;

/** What there is of the series: as a document says, or nothing yet. */
export type KnownSumRuns = Pick<MarkRunsDocument, 'revision' | 'folding' | 'folds'> & {
  runs: readonly SumRun[];
};
export const NO_SUM_RUNS: KnownSumRuns = { revision: 0, runs: [] };

export const sumRunsOf = (found: MarkRunsDocument | null | undefined): KnownSumRuns =>
  found == null ? NO_SUM_RUNS : { ...found, runs: found.runs as SumRun[] };

export const textId = (run: mongo.ObjectId, block: number): string =>
  `${run.toHexString()}:t${String(block).padStart(NUMBER_LENGTH, '0')}`;

/** Cuts rows into blocks, the first of them the `from`th of a run. */
export function sumParts(
  run: mongo.ObjectId,
  rows: SumRows,
  from = 0,
): { parts: MarkPartDocument[]; index: BlockIndex; blocks: MarkRows[] } {
  const { blocks, index } = cutBlocks(rows.words, SUM_LAYOUT);
  const texts: MarkPartDocument[] = [];
  let row = 0;
  for (const [number, block] of blocks.entries()) {
    const end = row + block.length / SUM_LAYOUT.rowWords;
    const text = Buffer.from(writeTexts(block, rows.texts.slice(row, end)));
    row = end;
    texts.push({ _id: textId(run, from + number), v: new Binary(text) });
  }
  return { parts: [...blockParts(run, blocks, from), ...texts], index, blocks };
}

/** The texts of a block's rows. */
export function textsOf(words: MarkRows, text: mongo.Binary): string[] {
  const all = Buffer.from(text.buffer.subarray(0, text.position)).toString();
  const texts: string[] = [];
  for (let at = 0; at < words.length; at += SUM_LAYOUT.rowWords) texts.push(textAt(words, at, all));
  return texts;
}

/** Writes what a batch has added to links, by day; answers the runs that there are then. */
export function addSums(
  store: StoreCommands,
  before: KnownSumRuns,
  days: ReadonlyMap<number, Parameters<typeof packSums>[0]>,
): KnownSumRuns {
  if (days.size === 0) return before;
  const revision = before.revision + 1;
  const added: SumRun[] = [];
  for (const [day, sums] of days) {
    const id = new ObjectId();
    const { parts, index } = sumParts(id, packSums(sums));
    store.insert(COLLECTIONS.marks, [...parts, ...indexParts(id, index)]);
    added.push({ id, day, level: 0, blocks: index.blocks, since: revision, until: revision });
  }
  const runs = [...before.runs, ...added];
  if (before.revision === 0) store.insert(COLLECTIONS.markRuns, [{ _id: CODE_SUMS, revision, runs }]);
  else
    store.expectOne(
      COLLECTIONS.markRuns,
      { _id: CODE_SUMS, revision: before.revision },
      { $set: { revision, runs } },
    );
  return { ...before, revision, runs };
}
