import type { CodeDocument, ScopeDayDocument } from '../store/collections.ts';
import type { DayHours } from './recent-hours.ts';

const HOURS_BITS = 2 ** 24;
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
  /** Scope id + address → the last day that it is marked for, with the hours of that day: see `marked`. */
  addresses: Map<string, number>;
}

export function createFoldState(): FoldState {
  return { codes: new Map(), scopeDays: new Map(), addresses: new Map() };
}

export function clearFoldState(state: FoldState): void {
  state.codes.clear();
  state.scopeDays.clear();
  state.addresses.clear();
}

/** A day and its hours in one number: 500,000 of them are kept. */
export function marked({ day, hours }: DayHours): number {
  return day * HOURS_BITS + hours;
}

/** Whether a mark covers the hours of a day. */
export function isMarked(mark: number | undefined, { day, hours }: DayHours): boolean {
  if (mark === undefined || Math.floor(mark / HOURS_BITS) !== day) return false;
  return (hours & ~(mark % HOURS_BITS)) === 0;
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
  addresses: Map<string, number>;
}

export function rememberChanges(state: FoldState, changes: FoldChanges): void {
  for (const [key, code] of changes.codes) remember(state.codes, key, code, CACHED_CODES);
  for (const [key, scopeDay] of changes.scopeDays)
    remember(state.scopeDays, key, scopeDay, CACHED_SCOPE_DAYS);
  for (const [key, day] of changes.addresses) remember(state.addresses, key, day, CACHED_ADDRESSES);
}
