import mongoose from 'mongoose';
import { BLOCK_ROWS, type BlockIndex, joinIndexes } from '../marks/mark-index.ts';
import { indexParts } from '../marks/mark-parts.ts';
import type { VisitCollections } from '../store/collections.ts';
import type { MarkRun, SumRun } from '../store/marks.ts';
import { mergedSums } from './merged-sums.ts';
import { joinSums, SUM_LAYOUT, type SumRows } from './sum-rows.ts';
import { sumParts } from './sum-runs.ts';

const { ObjectId } = mongoose.mongo;
/** Rows that are written at once. */
const WRITTEN_ROWS = 32 * BLOCK_ROWS;

/** Writes runs of one day, the oldest first, as one. Throws the store's error; what was written then is named by nobody. */
export async function writeMergedSums(
  { marks }: Pick<VisitCollections, 'marks'>,
  due: readonly MarkRun[],
): Promise<SumRun> {
  const runs = due as readonly SumRun[];
  const { day } = runs[0] as SumRun;
  const id = new ObjectId();
  const indexes: BlockIndex[] = [];
  let blocks = 0;
  const write = async (rows: SumRows): Promise<void> => {
    const { parts, index } = sumParts(id, rows, blocks);
    await marks.insertMany(parts);
    indexes.push(index);
    blocks += index.blocks;
  };
  let waiting: SumRows[] = [];
  let rows = 0;
  for await (const some of mergedSums(marks, runs)) {
    waiting.push(some);
    rows += some.texts.length;
    if (rows < WRITTEN_ROWS) continue;
    await write(joinSums(waiting));
    waiting = [];
    rows = 0;
  }
  if (rows > 0) await write(joinSums(waiting));
  await marks.insertMany(indexParts(id, joinIndexes(indexes, SUM_LAYOUT)));
  return {
    id,
    day,
    blocks,
    level: Math.max(...runs.map(({ level }) => level)) + 1,
    since: Math.min(...runs.map(({ since }) => since)),
    until: Math.max(...runs.map(({ until }) => until)),
  };
}
