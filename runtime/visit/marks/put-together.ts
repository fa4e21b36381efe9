import mongoose from 'mongoose';
import type { VisitCollections } from '../store/collections.ts';
import {
  MARKS,
  type MarkPartDocument,
  type MarkRun,
  type MarkRunsDocument,
  type RunSeries,
} from '../store/marks.ts';
import { BLOCK_ROWS, cutBlocks, joinIndexes, withoutFilters } from './mark-index.ts';
import { blockParts, indexParts, partsOf } from './mark-parts.ts';
import { lastDayOf, type MarkRows, ROW_WORDS } from './mark-rows.ts';
import { mergedRows, wholeRun } from './merged-rows.ts';

const { ObjectId } = mongoose.mongo;
type Stores = Pick<VisitCollections, 'marks' | 'markRuns'>;
/** As many runs of a level become one of the next: each mark is written anew once a level. */
export const RUNS_OF_LEVEL = 8;
/** More than any run is of. */
const MOST_LEVELS = 64;
/** Rows that are written at once. */
const WRITTEN_ROWS = 64 * BLOCK_ROWS;
/** Times that the runs are looked at anew while others add to them. */
const TRIES = 20;
/** A putting together that takes longer has been given up by a process that was killed. */
const GIVEN_UP_MS = 60 * 60 * 1000;

/** Does something between two batches. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

interface Runs {
  runs: readonly (MarkRun & { day?: number })[];
  folding?: MarkRunsDocument['folding'] | undefined;
}

/** The runs to be put together next: those of the lowest level that has enough of them. Of sums these are of one day, and not being folded. */
export function dueRuns({ runs, folding }: Runs): MarkRun[] {
  const held = new Set(folding?.runs.map((id) => id.toHexString()));
  const free = held.size === 0 ? runs : runs.filter(({ id }) => !held.has(id.toHexString()));
  const levels = Map.groupBy(free, ({ day = 0, level }) => day * MOST_LEVELS + level);
  const full = [...levels.values()].filter((some) => some.length >= RUNS_OF_LEVEL);
  const [first = []] = full.sort(([one], [other]) => (one as MarkRun).level - (other as MarkRun).level);
  return first.slice(0, RUNS_OF_LEVEL);
}

/** Writes runs as one that is named in their place. */
type WriteMerged = (stores: Stores, due: readonly MarkRun[]) => Promise<MarkRun>;

/**
 * Puts some runs of a series into one, where there are enough of them. Whoever counts goes on meanwhile: the new run is written beside, and takes the place of
 * the others at once. Answers whether there was something to be done: there may be more. A kill leaves parts of a run that nobody
 * names; `dropUnfinishedMarks` deletes them.
 */
export async function putTogether(
  stores: Stores,
  inTurn: InTurn,
  series: RunSeries = MARKS,
  write: WriteMerged = (place, runs) => writeMergedMarks(place, series, runs),
): Promise<boolean> {
  const { marks, markRuns } = stores;
  const found = await markRuns.findOne({ _id: series });
  const due = dueRuns(found ?? { runs: [] });
  if (due.length === 0) return false;
  const made = await write(stores, due);
  // A batch that is under way would meet another writer, and be counted anew.
  const isThere = await inTurn(() => takePlace(stores, series, due, made));
  // Whoever else has put them together was first.
  for (const { id } of isThere ? due : [made]) await marks.deleteMany(partsOf(id));
  return true;
}

async function writeMergedMarks(
  { marks }: Stores,
  series: RunSeries,
  due: readonly MarkRun[],
): Promise<MarkRun> {
  const id = new ObjectId();
  const writing = { id, marks, blocks: 0, indexes: [] as ReturnType<typeof cutBlocks>['index'][] };
  let waiting: MarkRows = new Uint32Array();
  let last = 0;
  for await (const rows of mergedRows(marks, due.map(wholeRun))) {
    waiting = joined(waiting, rows);
    last = Math.max(last, lastDayOf(rows));
    if (waiting.length < WRITTEN_ROWS * ROW_WORDS) continue;
    await writeRows(writing, waiting);
    waiting = new Uint32Array();
  }
  if (waiting.length > 0) await writeRows(writing, waiting);
  const index = joinIndexes(writing.indexes);
  await marks.insertMany(indexParts(id, series === MARKS ? index : withoutFilters(index)));
  const said = series === MARKS ? { last } : {};
  return { id, level: (due[0]?.level ?? 0) + 1, blocks: writing.blocks, ...said };
}

/**
 * Notes the last day of a run of marks that a release before has written: without it nobody who is looked for is done with before that run.
 * @returns whether there was one: there may be more
 */
export async function noteLastDay(stores: Stores, inTurn: InTurn): Promise<boolean> {
  const found = await stores.markRuns.findOne({ _id: MARKS });
  const run = found?.runs.find(({ last }) => last === undefined);
  if (run === undefined) return false;
  let last = 0;
  for await (const rows of mergedRows(stores.marks, [wholeRun(run)])) last = Math.max(last, lastDayOf(rows));
  await inTurn(() => takePlace(stores, MARKS, [run], { ...run, last }));
  return true;
}

async function writeRows(
  writing: {
    id: MarkRun['id'];
    marks: Stores['marks'];
    blocks: number;
    indexes: ReturnType<typeof cutBlocks>['index'][];
  },
  rows: MarkRows,
): Promise<void> {
  const { blocks, index } = cutBlocks(rows);
  await writing.marks.insertMany(blockParts(writing.id, blocks, writing.blocks));
  writing.blocks += index.blocks;
  writing.indexes.push(index);
}

function joined(one: MarkRows, other: MarkRows): MarkRows {
  if (one.length === 0) return other;
  const rows = new Uint32Array(one.length + other.length);
  rows.set(one);
  rows.set(other, one.length);
  return rows;
}

/** Names a run in the place of those that it was made of. False when one of them is named no more. */
async function takePlace(
  { markRuns }: Stores,
  series: RunSeries,
  due: readonly MarkRun[],
  made: MarkRun,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await markRuns.findOne({ _id: series });
    if (found === null) return false;
    const { revision, runs, folding } = found;
    const names = new Set(due.map(({ id }) => id.toHexString()));
    // What went into documents of them would be in the new one as well.
    if (folding?.runs.some((id) => names.has(id.toHexString())) === true) return false;
    const at = runs.findIndex(({ id }) => names.has(id.toHexString()));
    const replaced = runs.filter(({ id }) => names.has(id.toHexString()));
    if (at < 0 || replaced.length !== due.length) return false;
    // They stand beside each other, or with runs of other days between: runs are added at the end, and a level is put together from its oldest.
    const others = runs.filter(({ id }) => !names.has(id.toHexString()));
    const next = [...others.slice(0, at), made, ...others.slice(at)];
    const { matchedCount } = await markRuns.updateOne(
      { _id: series, revision },
      { $set: { revision: revision + 1, runs: next } },
    );
    if (matchedCount === 1) return true;
  }
  throw new Error('the marks of addresses were changed by others again and again');
}

/** Deletes parts of runs that nobody names: whoever wrote them was killed, or before it had deleted what it put together. */
export async function dropUnfinishedMarks({ marks, markRuns }: Stores, now: number): Promise<void> {
  // What is begun from here on is younger than what is looked for.
  const named = (await markRuns.find({}).toArray()).flatMap(({ runs }) => runs);
  const known = new Set(named.map(({ id }) => id.toHexString()));
  let after = '';
  for (;;) {
    const next: Pick<MarkPartDocument, '_id'> | null = await marks.findOne(
      { _id: { $gt: after } },
      { projection: { _id: 1 }, sort: { _id: 1 } },
    );
    if (next === null) return;
    const run = next._id.slice(0, 24);
    const id = new ObjectId(run);
    if (!known.has(run) && now - id.getTimestamp().getTime() > GIVEN_UP_MS)
      await marks.deleteMany(partsOf(id));
    after = `${run};`;
  }
}
