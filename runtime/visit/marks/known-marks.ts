import mongoose, { type mongo } from 'mongoose';
import type { StoreCommands } from '../aggregator/store-commands.ts';
import { createRecent, type Recent } from '../derive/recent.ts';
import { COLLECTIONS } from '../store/collections.ts';
import {
  MARKS,
  type MarkPartDocument,
  type MarkRun,
  type MarkRunsDocument,
  type RunSeries,
} from '../store/marks.ts';
import { type BlockIndex, cutBlocks, lookFor, withoutFilters } from './mark-index.ts';
import { blockId, blockParts, indexIds, indexParts, readIndex, wordsOf } from './mark-parts.ts';
import {
  compareWords,
  firstRowOf,
  KEY_WORDS,
  lastDayOf,
  type Mark,
  type MarkRows,
  markAt,
  packMarks,
  ROW_WORDS,
  writeKey,
} from './mark-rows.ts';

const { ObjectId } = mongoose.mongo;
/** Blocks that are remembered: about 20 MiB. */
const CACHED_BLOCKS = 4096;

/** What the aggregator remembers of the marks in the store. It holds committed runs only; the revision says whether they still hold. */
export interface MarkState {
  revision: number;
  runs: readonly MarkRun[];
  indexes: Map<string, BlockIndex>;
  blocks: Recent<MarkRows>;
}

export const createMarkState = (): MarkState => ({
  revision: 0,
  runs: [],
  indexes: new Map(),
  blocks: createRecent(CACHED_BLOCKS),
});

/** Days on which an address came to a scope, in their order. */
export type KnownDays = readonly Omit<Mark, 'key'>[];

/**
 * What is marked of some keys, by key, from a day on: all days from then, and the last one before it; earlier ones may be missing. A key
 * that was never marked is missing. Runs are looked into from the newest to the oldest, and who comes often is found in one of the first: all
 * of them would be a block for nearly each of its days. Brings the state up to what the transaction sees first.
 * @param wanted the first day that is asked for, by key
 */
export async function findMarks(
  store: StoreCommands,
  state: MarkState,
  wanted: ReadonlyMap<string, number>,
): Promise<Map<string, KnownDays>> {
  const known = new Map<string, KnownDays>();
  if (wanted.size === 0) return known;
  await followRuns(store, state);
  let open = [...wanted.keys()].sort();
  const latest = [...wanted.values()].reduce((one, other) => Math.max(one, other));
  for (const { runs, lastBefore } of portionsOf(state.runs, latest)) {
    await lookInto(store, state, { runs, keys: open }, known);
    open = open.filter((key) => !isFound(known.get(key), wanted.get(key) as number, lastBefore));
    if (open.length === 0) break;
  }
  return known;
}

/** Runs, the newest first, that are looked into at once; `lastBefore`: the last day of all that are older. */
function portionsOf(runs: readonly MarkRun[], latest: number): { runs: MarkRun[]; lastBefore: number }[] {
  const before = [0];
  for (const { last = Number.POSITIVE_INFINITY } of runs)
    before.push(Math.max(before.at(-1) as number, last));
  const portions: { runs: MarkRun[]; lastBefore: number }[] = [];
  let end = runs.length;
  const take = (start: number): void => {
    portions.push({ runs: runs.slice(start, end).reverse(), lastBefore: before[start] as number });
    end = start;
  };
  // No key can be done with before those that may have the day itself.
  let start = Math.max(0, end - 1);
  while (start > 0 && (before[start] as number) >= latest) start--;
  take(start);
  // Whoever is not in the first ones came seldom: then nothing is gained by looking at one after the other.
  for (let size = 1; end > 0; size *= 2) take(Math.max(0, end - size));
  return portions;
}

/** Whether nothing that matters of a key can be in older runs: a day before the one that is asked for is known, and theirs are not later. */
function isFound(days: KnownDays | undefined, from: number, lastBefore: number): boolean {
  const day = days?.findLast((one) => one.day < from)?.day;
  return day !== undefined && day >= lastBefore;
}

/** Adds what runs, the newest first, have of keys, which are in their order. What is known is of newer ones. */
async function lookInto(
  store: StoreCommands,
  state: MarkState,
  { runs, keys }: { runs: readonly MarkRun[]; keys: readonly string[] },
  known: Map<string, KnownDays>,
): Promise<void> {
  const words = new Uint32Array(keys.length * KEY_WORDS);
  for (const [index, key] of keys.entries()) writeKey(words, index * KEY_WORDS, key);
  /** Blocks in which keys may be. */
  const places: { key: number; block: string }[] = [];
  for (const run of runs)
    lookFor(state.indexes.get(run.id.toHexString()) as BlockIndex, words, (key, block) =>
      places.push({ key, block: blockId(run.id, block) }),
    );
  const blocks = await readBlocks(store, state, new Set(places.map(({ block }) => block)));
  for (const { key, block } of places) {
    const days = daysIn(blocks.get(block) as MarkRows, words, key * KEY_WORDS);
    if (days.length === 0) continue;
    const name = keys[key] as string;
    const newer = known.get(name);
    known.set(name, newer === undefined ? days : joinDays(days, newer));
  }
}

/** Reads which runs there are now, and the indexes of those that are new. */
async function followRuns(store: StoreCommands, state: MarkState): Promise<void> {
  const [found] = await store.find<MarkRunsDocument>(COLLECTIONS.markRuns, [MARKS]);
  const { revision, runs } = found ?? { revision: 0, runs: [] };
  if (revision === state.revision) return;
  const unknown = runs.filter(({ id }) => !state.indexes.has(id.toHexString()));
  const parts = new Map<string, mongo.Binary>();
  const ids = unknown.flatMap(indexIds);
  for (const { _id, v } of await store.find<MarkPartDocument>(COLLECTIONS.marks, ids)) parts.set(_id, v);
  const indexes = new Map<string, BlockIndex>();
  for (const run of runs) {
    const id = run.id.toHexString();
    indexes.set(id, state.indexes.get(id) ?? readIndex(run, parts));
  }
  Object.assign(state, { revision, runs, indexes });
}

async function readBlocks(
  store: StoreCommands,
  state: MarkState,
  wanted: ReadonlySet<string>,
): Promise<Map<string, MarkRows>> {
  const blocks = new Map<string, MarkRows>();
  const unknown: string[] = [];
  for (const id of wanted) {
    const cached = state.blocks.get(id);
    if (cached === undefined) unknown.push(id);
    else blocks.set(id, cached);
  }
  for (const { _id, v } of await store.find<MarkPartDocument>(COLLECTIONS.marks, unknown)) {
    const rows = wordsOf(v);
    blocks.set(_id, rows);
    // A block never changes, whatever becomes of the transaction that reads it.
    state.blocks.set(_id, rows);
  }
  return blocks;
}

function daysIn(rows: MarkRows, keys: Uint32Array, key: number): Omit<Mark, 'key'>[] {
  const days: Omit<Mark, 'key'>[] = [];
  for (
    let at = firstRowOf(rows, keys, key);
    at < rows.length && compareWords(rows, at, keys, key, KEY_WORDS) === 0;
    at += ROW_WORDS
  )
    days.push(markAt(rows, at));
  return days;
}

/** Days of an older run and of a newer one: the same day has the hours of both. */
function joinDays(older: KnownDays, newer: KnownDays): KnownDays {
  const days = new Map(older.map((one) => [one.day, one]));
  for (const one of newer) {
    const known = days.get(one.day);
    days.set(one.day, known === undefined ? one : { ...known, hours: known.hours | one.hours });
  }
  return [...days.values()].sort((one, other) => one.day - other.day);
}

/** A run that a batch adds. */
export interface AddedRun {
  revision: number;
  runs: readonly MarkRun[];
  id: string;
  index: BlockIndex;
  blocks: ReadonlyMap<string, MarkRows>;
}

/**
 * Writes marks as a run of their own. AggregationConflict comes where somebody else has changed the runs since `findMarks` looked: what was new
 * then may not be new any more.
 */
export function addMarks(
  store: StoreCommands,
  state: MarkState,
  marks: readonly Mark[],
): AddedRun | undefined {
  return marks.length === 0 ? undefined : addRun(store, MARKS, state, marks);
}

/** Writes a run of a series, whose runs are those of `before`, and notes what else is said of the series. */
export function addRun(
  store: StoreCommands,
  series: RunSeries,
  before: Pick<MarkRunsDocument, 'revision' | 'runs'> | Pick<MarkState, 'revision' | 'runs'>,
  marks: readonly Mark[],
  said: Pick<MarkRunsDocument, 'until' | 'isWhole'> = {},
): AddedRun {
  const id = new ObjectId();
  const rows = packMarks(marks);
  const { blocks, index } = cutBlocks(rows);
  const parts = blockParts(id, blocks);
  const kept = series === MARKS ? index : withoutFilters(index);
  store.insert(COLLECTIONS.marks, [...parts, ...indexParts(id, kept)]);
  const last = series === MARKS ? { last: lastDayOf(rows) } : {};
  const run = { id, level: 0, blocks: index.blocks, ...last };
  const runs = index.blocks === 0 ? before.runs : [...before.runs, run];
  const revision = before.revision + 1;
  if (before.revision === 0) store.insert(COLLECTIONS.markRuns, [{ _id: series, revision, runs, ...said }]);
  else
    store.expectOne(
      COLLECTIONS.markRuns,
      { _id: series, revision: before.revision },
      { $set: { revision, runs, ...said } },
    );
  return {
    revision,
    runs,
    id: id.toHexString(),
    index,
    blocks: new Map(parts.map(({ _id }, block) => [_id, blocks[block] as MarkRows])),
  };
}

/** Remembers a run once it is committed. */
export function rememberRun(state: MarkState, { revision, runs, id, index, blocks }: AddedRun): void {
  state.revision = revision;
  state.runs = runs;
  state.indexes.set(id, index);
  for (const [block, rows] of blocks) state.blocks.set(block, rows);
}
