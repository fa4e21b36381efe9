import type { DeviceKind } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { addMarks, findMarks, type KnownDays } from '../marks/known-marks.ts';
import type { Mark } from '../marks/mark-rows.ts';
import { COLLECTIONS, PLATFORM_SCOPE, type ScopeDayDocument } from '../store/collections.ts';
import type { TopLinks } from './aggregate-codes.ts';
import type { AggregatorChanges, AggregatorState, KnownScopeDay } from './aggregator-state.ts';
import {
  ADDRESS_KEYS,
  addKeys,
  FIRST_HOUR_KEYS,
  NEWCOMER_HOUR_KEYS,
  NEWCOMER_KEYS,
  readBreakdown,
  SCOPE_VALUES,
  type ValueKeys,
  writeBreakdown,
} from './breakdown.ts';
import { addCame, lettersOf } from './days-before.ts';
import type { Derivation } from './derivation.ts';
import { objectId, PLATFORM, scopesOf } from './ids.ts';
import {
  addDayHours,
  addHours,
  bitsOf,
  coversHours,
  type DayHours,
  dayHours,
  dayOf,
  firstHour,
} from './recent-hours.ts';
import type { StoreCommands, UpdateStatement } from './store-commands.ts';
import { addFigures, emptyFigures, keysOf, rankTop } from './sums.ts';
import { addAddressHours, type BatchTally, type CodeTally, type DayTally, emptyDay, entry } from './tally.ts';

/** Sums of each owner and of the platform, by scope and day. Unique addresses are added by `aggregateAddresses`. */
export function sumScopes(tally: BatchTally): Map<string, Map<number, DayTally>> {
  const scopes = new Map<string, Map<number, DayTally>>();
  for (const { owner, days } of tally.codes.values()) {
    for (const [day, add] of days) {
      for (const scope of scopesOf(owner)) {
        const sums = entry(
          entry(scopes, scope, () => new Map<number, DayTally>()),
          day,
          emptyDay,
        );
        sums.views += add.views;
        sums.fresh += add.fresh;
        sums.crawlers += add.crawlers;
        sums.expired += add.expired;
        for (const hour of add.hours) sums.hours.push(hour);
        for (const keys of add.parts) sums.parts.push(keys);
      }
    }
  }
  return scopes;
}

interface SeenAddress {
  scope: string;
  days: DayHours[];
  kind: DeviceKind;
}

/** Addresses that a batch may have to mark, and the days that are marked of them. */
export interface BatchAddresses {
  seen: ReadonlyMap<string, SeenAddress>;
  known: ReadonlyMap<string, KnownDays>;
}

export async function readAddresses(
  store: StoreCommands,
  { state, derivation }: { state: AggregatorState; derivation: Derivation },
  tally: BatchTally,
): Promise<BatchAddresses> {
  const seen = seenAddresses(tally, state, derivation);
  const wanted = new Map([...seen].map(([key, { days }]) => [key, Math.min(...days.map(dayOf))]));
  return { seen, known: await findMarks(store, state.marks, wanted) };
}

/**
 * Marks addresses as seen in a scope on a day and in its hours, and counts those that were not yet: on the day, and ever.
 */
export function aggregateAddresses(
  store: StoreCommands,
  state: AggregatorState,
  { seen, known }: BatchAddresses,
  scopes: ReadonlyMap<string, Map<number, DayTally>>,
  changes: AggregatorChanges,
): void {
  const marks: Mark[] = [];
  for (const [key, { scope, days, kind }] of seen) {
    const before = known.get(key);
    const knownDays = before?.map(({ day }) => day) ?? [];
    const all = days.map(dayOf);
    const added = before === undefined ? all : all.filter((day) => !knownDays.includes(day));
    const { recent, added: hours } = addHours(before?.map(hoursOfMark), knownDays, days);
    const sums = scopes.get(scope) as Map<number, DayTally>;
    for (const day of added) {
      const figures = entry(sums, day, emptyDay);
      figures.addresses++;
      figures.addressKeys.push(ADDRESS_KEYS[kind], FIRST_HOUR_KEYS[firstHourOf(days, day)] as ValueKeys);
    }
    if (before === undefined) {
      const day = Math.min(...all);
      const figures = entry(sums, day, emptyDay);
      figures.newcomers++;
      figures.addressKeys.push(NEWCOMER_KEYS[kind], NEWCOMER_HOUR_KEYS[firstHourOf(days, day)] as ValueKeys);
    }
    addCame(
      sums,
      before && { days: knownDays, kinds: lettersOf(before.map((one) => one.kind)) },
      added,
      kind,
    );
    addAddressHours(sums, hours);
    const [latest] = recent;
    if (latest !== undefined) changes.addresses.set(key, latest);
    // A day has hours, so that one that is new has new ones.
    for (const one of hours) marks.push({ key, day: dayOf(one), hours: bitsOf(one), kind });
  }
  changes.run = addMarks(store, state.marks, marks);
}

/** When an address came first on a day, as far as the batch knows: visits that come later are of later hours, but for stragglers. */
function firstHourOf(days: readonly DayHours[], day: number): number {
  const hours = days.find((one) => dayOf(one) === day);
  return hours === undefined ? 0 : firstHour(bitsOf(hours));
}

const hoursOfMark = ({ day, hours }: Omit<Mark, 'key'>): DayHours => dayHours(day, hours);

/** The batch's addresses by scope, without those whose days and hours are known to be marked. */
function seenAddresses(
  tally: BatchTally,
  state: AggregatorState,
  { agentOf }: Derivation,
): Map<string, SeenAddress> {
  const seen = new Map<string, SeenAddress>();
  for (const { link, address, days, agent } of tally.visitors.values()) {
    const { owner } = tally.codes.get(link) as CodeTally;
    for (const scope of scopesOf(owner)) {
      const key = scope + address;
      const mark = state.addresses.get(key);
      for (const one of days) {
        if (coversHours(mark, one)) continue;
        const known = seen.get(key);
        if (known === undefined) seen.set(key, { scope, days: [one], kind: agentOf(agent).kind });
        else addDayHours(known.days, one);
      }
    }
  }
  return seen;
}

/**
 * Writes this aggregator's share of the sums of each scope and day. Answers by how many visits (by their hours) and crawlers
 * the platform's days that are written are more than those that were read.
 */
export async function aggregateScopeDays(
  store: StoreCommands,
  state: AggregatorState,
  scopes: ReadonlyMap<string, Map<number, DayTally>>,
  top: TopLinks,
  aggregatorId: string,
  changes: AggregatorChanges,
): Promise<number> {
  let added = 0;
  const wanted = new Map<
    string,
    { scope: mongo.ObjectId; day: number; add: DayTally; visited: ScopeDayDocument['top'] }
  >();
  for (const [name, days] of scopes) {
    const scope = objectId(name);
    for (const [day, add] of days) {
      const visited = top.get(name)?.get(day) ?? [];
      wanted.set(`${scope.toHexString()}:${day}:${aggregatorId}`, { scope, day, add, visited });
    }
  }
  const known = new Map<string, KnownScopeDay>();
  const unknown: string[] = [];
  for (const id of wanted.keys()) {
    const cached = state.scopeDays.get(id);
    if (cached === undefined) unknown.push(id);
    else known.set(id, cached);
  }
  // Documents of before breakdowns were counted have none.
  for (const row of await store.find<ScopeDayDocument>(COLLECTIONS.scopeDays, unknown))
    known.set(row._id, { document: row, sums: readBreakdown(row.parts ?? '') });
  const inserts: ScopeDayDocument[] = [];
  const replacements: ScopeDayDocument[] = [];
  for (const [id, { scope, day, add, visited }] of wanted) {
    const before = known.get(id);
    const base: ScopeDayDocument = before?.document ?? {
      _id: id,
      scope,
      revision: 0,
      top: [],
      newcomers: 0,
      ...emptyFigures(day),
    };
    const sums = before?.sums ?? new Map();
    addKeys(sums, keysOf(add), SCOPE_VALUES);
    const next: ScopeDayDocument = {
      ...addFigures(base, add, writeBreakdown(sums)),
      // A day that began before this was counted goes on without: half of it would be taken for all.
      ...(base.newcomers === undefined ? {} : { newcomers: base.newcomers + add.newcomers }),
      revision: base.revision + 1,
      top: rankTop(base.top, visited),
    };
    (before === undefined ? inserts : replacements).push(next);
    if (scope.equals(PLATFORM_SCOPE)) added += visitsOf(next) - visitsOf(base);
    changes.scopeDays.set(id, { document: next, sums });
  }
  store.update(COLLECTIONS.dayWrites, writesOf(scopes.get(PLATFORM)?.keys() ?? [], aggregatorId));
  store.insert(COLLECTIONS.scopeDays, inserts);
  store.replace(COLLECTIONS.scopeDays, replacements);
  return added;
}

/** Whoever has put sums of a day together sees by this that there are others now. */
function writesOf(days: Iterable<number>, aggregatorId: string): UpdateStatement[] {
  return [...days].map((day) => ({
    q: { _id: `${day}:${aggregatorId}` },
    u: { $inc: { writes: 1 }, $setOnInsert: { day } },
    upsert: true,
  }));
}

function visitsOf({ hours, crawlers }: ScopeDayDocument): number {
  return Object.values(hours).reduce((sum, visits) => sum + visits, crawlers);
}
