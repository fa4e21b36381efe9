import type { mongo } from 'mongoose';
import { COLLECTIONS, type ScopeDayDocument } from '../store/collections.ts';
import type { TopLinks } from './fold-codes.ts';
import type { FoldChanges, FoldState } from './fold-state.ts';
import { binary, keyOfBinary, objectId, PLATFORM } from './ids.ts';
import type { StoreCommands, UpdateStatement } from './store-commands.ts';
import { addFigures, emptyFigures, rankTop } from './sums.ts';
import { type BatchTally, type CodeTally, type DayTally, emptyDay, entry } from './tally.ts';

/** Sums of each owner and of the platform, by scope and day. Unique addresses are added by `foldAddresses`. */
export function sumScopes(tally: BatchTally): Map<string, Map<number, DayTally>> {
  const scopes = new Map<string, Map<number, DayTally>>();
  for (const { owner, days } of tally.codes.values()) {
    for (const [day, add] of days) {
      for (const scope of [owner, PLATFORM]) {
        const sums = entry(
          entry(scopes, scope, () => new Map<number, DayTally>()),
          day,
          emptyDay,
        );
        sums.views += add.views;
        sums.fresh += add.fresh;
        sums.crawlers += add.crawlers;
        for (const [hour, visits] of add.hours) sums.hours.set(hour, (sums.hours.get(hour) ?? 0) + visits);
      }
    }
  }
  return scopes;
}

/** Marks addresses as seen in a scope on a day, and counts those that were not yet. */
export async function foldAddresses(
  store: StoreCommands,
  state: FoldState,
  tally: BatchTally,
  scopes: ReadonlyMap<string, Map<number, DayTally>>,
  changes: FoldChanges,
): Promise<void> {
  const seen = new Map<string, { scope: string; days: number[] }>();
  for (const { link, address, days } of tally.visitors.values()) {
    const { owner } = tally.codes.get(link) as CodeTally;
    for (const scope of [owner, PLATFORM]) {
      for (const day of days) {
        if (state.addresses.get(scope + address) === day) continue;
        const one = entry(seen, scope + address, () => ({ scope, days: [] as number[] }));
        if (!one.days.includes(day)) one.days.push(day);
      }
    }
  }
  const known = new Map<string, number[]>();
  const ids = [...seen.keys()].map(binary);
  for (const row of await store.find<{ _id: mongo.Binary; days: number[] }>(COLLECTIONS.addresses, ids)) {
    known.set(keyOfBinary(row._id), row.days);
  }
  const inserts: unknown[] = [];
  const updates: UpdateStatement[] = [];
  for (const [key, { scope, days }] of seen) {
    const before = known.get(key);
    const added = before === undefined ? days : days.filter((day) => !before.includes(day));
    for (const day of added) entry(scopes.get(scope) as Map<number, DayTally>, day, emptyDay).addresses++;
    changes.addresses.set(key, Math.max(...days));
    if (before === undefined) inserts.push({ _id: binary(key), days });
    else if (added.length > 0)
      updates.push({ q: { _id: binary(key) }, u: { $push: { days: { $each: added } } } });
  }
  await store.insert(COLLECTIONS.addresses, inserts);
  await store.update(COLLECTIONS.addresses, updates);
}

/** Writes this folder's share of the sums of each scope and day. */
export async function foldScopeDays(
  store: StoreCommands,
  state: FoldState,
  scopes: ReadonlyMap<string, Map<number, DayTally>>,
  top: TopLinks,
  folderId: string,
  changes: FoldChanges,
): Promise<void> {
  const wanted = new Map<
    string,
    { scope: mongo.ObjectId; day: number; add: DayTally; visited: ScopeDayDocument['top'] }
  >();
  for (const [name, days] of scopes) {
    const scope = objectId(name);
    for (const [day, add] of days) {
      const visited = top.get(name)?.get(day) ?? [];
      wanted.set(`${scope.toHexString()}:${day}:${folderId}`, { scope, day, add, visited });
    }
  }
  const known = new Map<string, ScopeDayDocument>();
  const unknown: string[] = [];
  for (const id of wanted.keys()) {
    const cached = state.scopeDays.get(id);
    if (cached === undefined) unknown.push(id);
    else known.set(id, cached);
  }
  for (const row of await store.find<ScopeDayDocument>(COLLECTIONS.scopeDays, unknown))
    known.set(row._id, row);
  const inserts: ScopeDayDocument[] = [];
  const replacements: ScopeDayDocument[] = [];
  for (const [id, { scope, day, add, visited }] of wanted) {
    const before = known.get(id);
    const base = before ?? { _id: id, scope, revision: 0, top: [], ...emptyFigures(day) };
    const next = { ...addFigures(base, add), revision: base.revision + 1, top: rankTop(base.top, visited) };
    (before === undefined ? inserts : replacements).push(next);
    changes.scopeDays.set(id, next);
  }
  await store.insert(COLLECTIONS.scopeDays, inserts);
  await store.replace(COLLECTIONS.scopeDays, replacements);
}
