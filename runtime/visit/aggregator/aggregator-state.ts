import { createRecent, type Recent } from '../derive/recent.ts';
import { type AddedRun, createMarkState, type MarkState, rememberRun } from '../marks/known-marks.ts';
import type { ScopeDayDocument } from '../store/collections.ts';
import { type KnownSumRuns, NO_SUM_RUNS } from '../sums/sum-runs.ts';
import type { ValueSums } from './breakdown.ts';
import type { DayHours } from './recent-hours.ts';
import { noLinks, type TodayLinks } from './today-links.ts';

/** About 6 MiB. */
const CACHED_ADDRESSES = 60_000;
const CACHED_SCOPE_DAYS = 2000;

/** A scope's sums as they are stored. `sums` are its breakdown, which would take long to read from their text for each batch. */
export interface KnownScopeDay {
  document: ScopeDayDocument;
  sums: ValueSums;
}

/**
 * What the aggregator remembers of the store between batches. It holds committed documents only, and revisions show when
 * another writer was there; it may be dropped at any time, and must be when a batch was not committed.
 */
export interface AggregatorState {
  scopeDays: Recent<KnownScopeDay>;
  /** Scope id + address → the last day that it is marked for, with the hours of that day. */
  addresses: Recent<DayHours>;
  /** What is remembered of the marks of all others. */
  marks: MarkState;
  /** The runs of `ADDRESS_LINKS` as the last batch has left them. */
  links: Pick<AddedRun, 'revision' | 'runs'>;
  /** The runs of `CODE_SUMS` as the last batch has left them. */
  sums: KnownSumRuns;
  /** How often links were visited on the last day that was counted. */
  today: TodayLinks;
}

export function createAggregatorState(): AggregatorState {
  return {
    scopeDays: createRecent(CACHED_SCOPE_DAYS),
    addresses: createRecent(CACHED_ADDRESSES),
    marks: createMarkState(),
    links: { revision: 0, runs: [] },
    sums: NO_SUM_RUNS,
    today: noLinks(),
  };
}

export function clearAggregatorState(state: AggregatorState): void {
  state.scopeDays.clear();
  state.addresses.clear();
  state.today = noLinks();
  // Runs never change, and each batch looks which of them hold.
}

/** What a committed batch has changed. */
export interface AggregatorChanges {
  scopeDays: Map<string, KnownScopeDay>;
  addresses: Map<string, DayHours>;
  /** The marks of addresses that it has added. */
  run: AddedRun | undefined;
  links: AggregatorState['links'] | undefined;
  sums: KnownSumRuns | undefined;
  /** The day's links before the batch, and what it adds to them. */
  today: TodayLinks | undefined;
  visited: { link: string; views: number; addresses: number }[];
}

export function rememberChanges(state: AggregatorState, changes: AggregatorChanges): void {
  for (const [key, scopeDay] of changes.scopeDays) state.scopeDays.set(key, scopeDay);
  for (const [key, day] of changes.addresses) state.addresses.set(key, day);
  if (changes.run !== undefined) rememberRun(state.marks, changes.run);
  if (changes.links !== undefined) {
    // Not its blocks: nobody looks for an address here.
    const { revision, runs } = changes.links;
    state.links = { revision, runs };
  }
  if (changes.sums === undefined || changes.today === undefined) return;
  const { day, counts } = changes.today;
  for (const { link, views, addresses } of changes.visited) counts.add(link, views, addresses);
  state.sums = changes.sums;
  state.today = { day, revision: changes.sums.revision, counts };
}
