import type { CodeDocument, ScopeDayDocument } from '../store/collections.ts';
import type { DayHours } from './recent-hours.ts';

const CACHED_CODES = 100_000;
const CACHED_ADDRESSES = 500_000;
const CACHED_SCOPE_DAYS = 20_000;

/**
 * What the folder remembers of the store between batches. It holds committed documents only, and revisions show when
 * another writer was there; it may be dropped at any time.
 */
export interface FoldState {
  codes: Map<string, CodeDocument>;
  scopeDays: Map<string, ScopeDayDocument>;
  /** Scope id + address → the last day that it is marked for, with the hours of that day. */
  addresses: Map<string, DayHours>;
}

export function createFoldState(): FoldState {
  return { codes: new Map(), scopeDays: new Map(), addresses: new Map() };
}

export function clearFoldState(state: FoldState): void {
  state.codes.clear();
  state.scopeDays.clear();
  state.addresses.clear();
}

function remember<V>(cache: Map<string, V>, key: string, value: V, capacity: number): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size <= capacity) return;
  const oldest = cache.keys().next();
  if (!oldest.done) cache.delete(oldest.value);
}

/** What a committed batch has changed. */
export interface FoldChanges {
  codes: Map<string, CodeDocument>;
  scopeDays: Map<string, ScopeDayDocument>;
  addresses: Map<string, DayHours>;
}

export function rememberChanges(state: FoldState, changes: FoldChanges): void {
  for (const [key, code] of changes.codes) remember(state.codes, key, code, CACHED_CODES);
  for (const [key, scopeDay] of changes.scopeDays)
    remember(state.scopeDays, key, scopeDay, CACHED_SCOPE_DAYS);
  for (const [key, day] of changes.addresses) remember(state.addresses, key, day, CACHED_ADDRESSES);
}
