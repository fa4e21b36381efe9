import type { Clock } from '@waypost/sdk';
import type { ClientSession, mongo } from 'mongoose';
import { type DayHour, dayOfHour } from '../derive/days.ts';
import { isShortened, KEEPING } from '../kept/keeping.ts';
import { addAddressLinks, readAddressLinks } from '../marks/address-links.ts';
import { COLLECTIONS, type KeepingDocument, type UnaccountedDocument } from '../store/collections.ts';
import { CODE_SUMS, type MarkRunsDocument } from '../store/marks.ts';
import { SHARED_LIMITS } from '../store/shared-limits.ts';
import { sumRunsOf } from '../sums/sum-runs.ts';
import { aggregateCodes, type KnownSums } from './aggregate-codes.ts';
import { aggregateAddresses, aggregateScopeDays, readAddresses, sumScopes } from './aggregate-scopes.ts';
import { aggregateVisitors, rawVisit, readVisitors } from './aggregate-visitors.ts';
import {
  type AggregatorChanges,
  type AggregatorState,
  clearAggregatorState,
  rememberChanges,
} from './aggregator-state.ts';
import type { Derivation } from './derivation.ts';
import { objectId } from './ids.ts';
import type { AggregatedBatch } from './ledger.ts';
import { inOneTransaction, type StoreCommands, type UpdateStatement } from './store-commands.ts';
import type { BatchTally } from './tally.ts';
import { followLinks } from './today-links.ts';

export interface AggregateOptions {
  database: mongo.Db;
  /** Every batch is a transaction of this session; one batch at a time. */
  session: ClientSession;
  state: AggregatorState;
  derivation: Derivation;
  /** Names this aggregator's share of the scope sums. */
  aggregatorId: string;
  clock: Clock;
  dayHourOf(time: number): DayHour;
}

/**
 * Stores a batch and moves the journal's checkpoint from `from` to `to`, in one transaction: a batch that was stored
 * before changes nothing, because the checkpoint is then elsewhere (AggregationConflict). On any error nothing is stored.
 * `whileCommitting` is called when nothing is left to do but to wait for the store.
 */
export function aggregateBatch(
  options: AggregateOptions,
  batch: AggregatedBatch,
  whileCommitting: () => void,
): Promise<void> {
  return inTransaction(options, whileCommitting, async (store) => {
    moveCheckpoint(store, batch);
    store.insert(COLLECTIONS.unaccounted, unaccountedOf(batch, options.clock));
    const { changes, added } = await writeTally(options, store, batch);
    store.update(COLLECTIONS.hours, hoursOf(batch));
    store.update(COLLECTIONS.journalSums, [
      {
        q: { _id: batch.journalId },
        u: { $inc: added, $setOnInsert: { since: batch.from.visits } },
        upsert: true,
      },
    ]);
    return changes;
  });
}

/**
 * Stores visits that were noted as unaccounted, and notes only the `rest` of their gap from then on, in one transaction.
 * AggregationConflict when the gap is not as it was read; on any error nothing is stored.
 */
export function recoveredBatch(
  options: AggregateOptions,
  { gap, rest, tally }: { gap: UnaccountedDocument; rest: readonly UnaccountedDocument[]; tally: BatchTally },
): Promise<void> {
  return inTransaction(
    options,
    () => undefined,
    async (store) => {
      const { _id, from, to } = gap;
      // One that stays where it begins keeps its name.
      const same = rest.find((one) => one._id === _id);
      if (same === undefined) store.removeOne(COLLECTIONS.unaccounted, { _id, from, to });
      else
        store.expectOne(
          COLLECTIONS.unaccounted,
          { _id, from, to },
          { $set: { to: same.to, visits: same.visits } },
        );
      store.insert(
        COLLECTIONS.unaccounted,
        rest.filter((one) => one !== same),
      );
      const recovered = { journalId: gap.journal, tally };
      const { changes } = await writeTally(options, store, recovered);
      store.update(COLLECTIONS.hours, hoursOf(recovered));
      return changes;
    },
  );
}

async function inTransaction(
  options: AggregateOptions,
  whileCommitting: () => void,
  write: (store: StoreCommands) => Promise<AggregatorChanges>,
): Promise<void> {
  try {
    rememberChanges(options.state, await inOneTransaction(options, write, whileCommitting));
  } catch (error) {
    clearAggregatorState(options.state);
    throw error;
  }
}

/**
 * Reads what the batch meets, then writes: each read waits for the writes before it. While the store does one thing the
 * next is computed. `added`: what the documents that are
 * written hold more than those that were read, for `JournalSumsDocument`.
 */
async function writeTally(
  options: AggregateOptions,
  store: StoreCommands,
  { journalId, tally }: Pick<AggregatedBatch, 'journalId' | 'tally'>,
): Promise<{ changes: AggregatorChanges; added: { codes: number; hours: number; hops: number } }> {
  const { state, derivation, aggregatorId } = options;
  const changes: AggregatorChanges = {
    scopeDays: new Map(),
    addresses: new Map(),
    visited: [],
    run: undefined,
    links: undefined,
    sums: undefined,
    today: undefined,
  };
  const sums = await readSums(store, options, tally);
  const readingLinks = readAddressLinks(store);
  readingLinks.catch(() => undefined);
  const readingVisitors = readVisitors(store, tally);
  await store.turn();
  const readingAddresses = readAddresses(store, options, tally);
  // Told by `settled` where the one before it fails already.
  readingAddresses.catch(() => undefined);
  const made = await aggregateVisitors(store, tally, await readingVisitors, derivation);
  changes.links = addAddressLinks(store, await readingLinks, made);
  store.update(SHARED_LIMITS.leaseUses, usesOf({ journalId, tally }));
  store.update(COLLECTIONS.refusals, refusalsOf(tally));
  const scopeDays = sumScopes(tally);
  aggregateAddresses(store, state, await readingAddresses, scopeDays, changes);
  const { top, added: inCodes } = aggregateCodes(store, tally, sums, changes);
  const inHours = await aggregateScopeDays(store, state, scopeDays, top, aggregatorId, changes);
  if (tally.raw.length + tally.refused.length > 0) {
    const isShort = isShortened(await store.find<KeepingDocument>(COLLECTIONS.keeping, [KEEPING]));
    const kept = (visits: BatchTally['raw']) =>
      visits.map((visit) => rawVisit({ journalId, isShort }, visit, derivation));
    store.insert(COLLECTIONS.rawVisits, kept(tally.raw));
    store.insert(COLLECTIONS.refusedVisits, kept(tally.refused));
  }
  return { changes, added: { codes: inCodes, hours: inHours, hops: tally.hops } };
}

/** The runs that a batch adds to, and how often links were visited on the day that it is of. */
async function readSums(
  store: StoreCommands,
  { state, clock, dayHourOf }: AggregateOptions,
  tally: BatchTally,
): Promise<KnownSums> {
  const [found] = await store.find<MarkRunsDocument>(COLLECTIONS.markRuns, [CODE_SUMS]);
  const runs = sumRunsOf(found);
  const days = new Set([...tally.codes.values()].flatMap((code) => [...code.days.keys()]));
  const today = dayHourOf(clock.now()).day;
  const { day } = state.today;
  // Where days of long ago are counted beside it, who is visited most is followed for today.
  const followed = days.has(today) ? today : Math.max(day, ...days);
  state.today = await followLinks(store, state.today, runs, followed);
  return { runs, today: state.today };
}

function moveCheckpoint(store: StoreCommands, { journalId, from, to }: AggregatedBatch): void {
  if (from.segment === 0 && from.offset === 0) {
    store.insert(COLLECTIONS.checkpoints, [{ _id: journalId, ...to }]);
    return;
  }
  store.expectOne(COLLECTIONS.checkpoints, { _id: journalId, ...from }, { $set: { ...to } });
}

/** What a batch adds to the counters of its hours. */
function hoursOf({ journalId, tally }: Pick<AggregatedBatch, 'journalId' | 'tally'>): UpdateStatement[] {
  return [...tally.hours].map(([hour, { counted, aside }]) => ({
    q: { _id: `${journalId}:${hour}` },
    u: {
      $inc: { counted, aside },
      $setOnInsert: { journal: journalId, day: dayOfHour(hour).day, hour },
    },
    upsert: true,
  }));
}

/** What rules of shields refused in a batch. */
function refusalsOf({ refusals }: BatchTally): UpdateStatement[] {
  return [...refusals].map(([_id, { crawlers, day, last, link, owner, rule, visits }]) => ({
    q: { _id },
    u: {
      $inc: { visits, crawlers },
      $max: { time: new Date(last) },
      $setOnInsert: { rule, day, link: objectId(link), owner: objectId(owner) },
    },
    upsert: true,
  }));
}

/** What a batch has used of what its process was given. */
function usesOf({ journalId, tally }: Pick<AggregatedBatch, 'journalId' | 'tally'>): UpdateStatement[] {
  return [...tally.shared].map(([counter, used]) => ({
    q: { _id: `${counter}:${journalId}` },
    u: { $inc: { used }, $setOnInsert: { counter, journal: journalId } },
    upsert: true,
  }));
}

function unaccountedOf({ journalId, gaps }: AggregatedBatch, clock: Clock): UnaccountedDocument[] {
  return gaps.map(({ segment, from, to, isOpen, reason, detail }) => ({
    _id: `${journalId}:${segment}:${from}`,
    journal: journalId,
    segment,
    from,
    to,
    visits: to - from,
    ...(isOpen ? { isOpen } : {}),
    reason,
    detail,
    time: clock.date(),
  }));
}
