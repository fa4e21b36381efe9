import type { mongo } from 'mongoose';
import type { VisitCollections } from '../store/collections.ts';
import type { MarkRun, RunSeries } from '../store/marks.ts';
import type { BlockIndex } from './mark-index.ts';
import { INDEX_BLOCKS, indexIds, readIndex } from './mark-parts.ts';
import { compareWords, firstRowOf, KEY_WORDS, keyAt, type MarkRows, ROW_WORDS } from './mark-rows.ts';
import { MarksMoved, partWithin, READ_BLOCKS, type RunPart, readBlocksOf } from './merged-rows.ts';

type Stores = Pick<VisitCollections, 'marks' | 'markRuns'>;
/** Runs are put together while they are read: what was read of them is then read again. */
const TRIES = 5;

/** From the words of a key on to those of another. */
export interface KeyRange {
  first: Uint32Array;
  last: Uint32Array;
}

/** Where keys of a range can be in the runs of a series, the oldest first. @throws MarksMoved */
export async function partsBetween(
  stores: Stores,
  series: RunSeries,
  { first, last }: KeyRange,
): Promise<RunPart[]> {
  const parts: RunPart[] = [];
  for await (const { run, index } of indexedRuns(stores, series))
    parts.push(partWithin(run, index, first, last));
  return parts;
}

/** Keys of a series within some ranges, in no order: one that is in several runs comes as often. @throws MarksMoved */
export async function* keysWithin(
  stores: Stores,
  series: RunSeries,
  ranges: readonly KeyRange[],
): AsyncGenerator<string> {
  for await (const { run, index } of indexedRuns(stores, series)) {
    const wanted = new Map<number, KeyRange[]>();
    for (const range of ranges) {
      const { from, to } = partWithin(run, index, range.first, range.last);
      for (let block = from; block < to; block++) wanted.set(block, [...(wanted.get(block) ?? []), range]);
    }
    const numbers = [...wanted.keys()];
    for (let start = 0; start < numbers.length; start += READ_BLOCKS) {
      const some = numbers.slice(start, start + READ_BLOCKS);
      for (const [at, rows] of (await readBlocksOf(stores.marks, run, some)).entries())
        for (const range of wanted.get(some[at] as number) ?? []) yield* keysOf(rows, range);
    }
  }
}

function* keysOf(rows: MarkRows, { first, last }: KeyRange): Generator<string> {
  for (
    let at = firstRowOf(rows, first, 0);
    at < rows.length && compareWords(rows, at, last, 0, KEY_WORDS) <= 0;
    at += ROW_WORDS
  )
    yield keyAt(rows, at);
}

/** The runs of a series with their indexes: those of many small ones are read at once. */
async function* indexedRuns(
  { marks, markRuns }: Stores,
  series: RunSeries,
): AsyncGenerator<{ run: MarkRun; index: BlockIndex }> {
  const runs = (await markRuns.findOne({ _id: series }))?.runs ?? [];
  let some: MarkRun[] = [];
  let blocks = 0;
  for (const [at, run] of runs.entries()) {
    some.push(run);
    blocks += run.blocks;
    if (blocks < INDEX_BLOCKS && at + 1 < runs.length) continue;
    const ids = some.flatMap(indexIds);
    const read = await marks.find({ _id: { $in: ids } }).toArray();
    if (read.length !== ids.length) throw new MarksMoved('an index of marks is gone');
    const parts = new Map<string, mongo.Binary>(read.map(({ _id, v }) => [_id, v]));
    for (const one of some) yield { run: one, index: readIndex(one, parts) };
    some = [];
    blocks = 0;
  }
}

/** Reads once more where runs were put together meanwhile. */
export async function again<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof MarksMoved) || tries === TRIES) throw error;
    }
  }
}
