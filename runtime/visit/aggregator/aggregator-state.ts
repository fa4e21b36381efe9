import { createRecent, type Recent } from '../derive/recent.ts';
import type { CodeDocument, ScopeDayDocument } from '../store/collections.ts';
import type { ValueSums } from './breakdown.ts';
import type { DayHours } from './recent-hours.ts';

/** About 20 MiB of codes, and 6 of addresses. */
const CACHED_CODES = 20_000;
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
  codes: Recent<CodeDocument>;
  scopeDays: Recent<KnownScopeDay>;
  /** Scope id + address → the last day that it is marked for, with the hours of that day. */
  addresses: Recent<DayHours>;
}

export function createAggregatorState(): AggregatorState {
  return {
    codes: createRecent(CACHED_CODES),
    scopeDays: createRecent(CACHED_SCOPE_DAYS),
    addresses: createRecent(CACHED_ADDRESSES),
  };
}

export function clearAggregatorState(state: AggregatorState): void {
  state.codes.clear();
  state.scopeDays.clear();
  state.addresses.clear();
}

/** What a committed batch has changed. */
export interface AggregatorChanges {
  codes: Map<string, CodeDocument>;
  scopeDays: Map<string, KnownScopeDay>;
  addresses: Map<string, DayHours>;
}

export function rememberChanges(state: AggregatorState, changes: AggregatorChanges): void {
  for (const [key, code] of changes.codes) state.codes.set(key, code);
  for (const [key, scopeDay] of changes.scopeDays) state.scopeDays.set(key, scopeDay);
  for (const [key, day] of changes.addresses) state.addresses.set(key, day);
}
