import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { createDayCloser } from '../closed/close-days.ts';
import { createDayPacker } from '../columns/pack-days.ts';
import { cached } from '../derive/cached.ts';
import { followDays } from '../derive/days.ts';
import { createAgentReader } from '../derive/device.ts';
import { createLocationReader } from '../derive/location.ts';
import { systemFiles } from '../journal/journal-files.ts';
import { ensureVisitCollections, visitCollections } from '../store/collections.ts';
import { replaceAggregatorSession } from './aggregator-session.ts';
import { clearAggregatorState, createAggregatorState } from './aggregator-state.ts';
import { asideDirectory } from './aside.ts';
import { createDerivation } from './derivation.ts';
import { createCollection } from './garbage.ts';
import { beginHours } from './hours-since.ts';
import { JournalAggregation, type JournalAggregationOptions } from './journal-aggregation.ts';
import { type Recovery, recoverVisits } from './recover.ts';
import { type StoreLedgerOptions, storeLedger } from './store-ledger.ts';

const CACHED_AGENTS = 20_000;
const CACHED_LOCATIONS = 100_000;

export interface AggregatorOptions {
  /** DATA_DIR/journal */
  directory: string;
  database: mongo.Db;
  /** Asked when the first visit is counted. */
  timeZone(): string;
  aggregatorId: string;
  clock: Clock;
  log: Logger;
}

/** All journals under one directory, aggregated round by round. */
export interface Aggregation {
  /** Makes the collections and takes the place of an aggregator that was killed; once, before the first round. */
  prepare(): Promise<void>;
  /** Aggregates one batch of each journal; answers how many visits there were. Throws the store's error; nothing is lost then. */
  round(): Promise<number>;
  /** Journals in hand, and those that another aggregator holds. */
  journals(): { own: number; held: number };
  /** Forgets what is remembered of the store, after a round that failed. */
  forget(): void;
  /** Packs the sums or the rows of a day; answers whether there was one to be packed. Throws the store's error. */
  closeOneDay(): Promise<boolean>;
  /** Counts what can be read by now of the visits that are noted as unaccounted. */
  recover(): Promise<Recovery>;
  close(): Promise<void>;
}

export function createAggregation(options: AggregatorOptions, isStopped: () => boolean): Aggregation {
  const { clock, database, directory, aggregatorId, log } = options;
  const aggregations = new Map<string, JournalAggregation>();
  let held = 0;
  const session = database.client.startSession();
  const state = createAggregatorState();
  const storing: StoreLedgerOptions = {
    database,
    session,
    state,
    derivation: createDerivation({
      agentOf: cached(CACHED_AGENTS, createAgentReader()),
      locationOf: cached(CACHED_LOCATIONS, createLocationReader()),
    }),
    aggregatorId,
    clock,
    dayHourOf: followDays(options.timeZone),
  };
  const ledger = storeLedger(storing);
  const shared: Omit<JournalAggregationOptions, 'directory' | 'journalId' | 'aside'> = {
    ledger,
    files: systemFiles,
    collectGarbage: createCollection(() => performance.now()),
    log,
  };
  const aside = asideDirectory(directory);
  const collections = visitCollections(database);
  const closeOneDay = createDayCloser(collections);
  const packRows = createDayPacker({ collections, clock, dayHourOf: storing.dayHourOf });

  const look = (): void => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    held = 0;
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (!entry.isDirectory() || aggregations.has(entry.name)) continue;
      const path = join(directory, entry.name);
      // A journal without its writer's lock is one that is just being made.
      if (!existsSync(join(path, 'writer.lock'))) continue;
      const aggregation = JournalAggregation.take({
        ...shared,
        directory: path,
        journalId: entry.name,
        aside: join(aside, entry.name),
      });
      if (aggregation === undefined) held += 1;
      else aggregations.set(entry.name, aggregation);
    }
  };

  return {
    async prepare() {
      await ensureVisitCollections(database);
      await beginHours(storing);
      await replaceAggregatorSession({ database, session, directory, log });
    },
    async round() {
      look();
      let visits = 0;
      for (const [journalId, aggregation] of aggregations) {
        if (isStopped()) break;
        const done = await aggregation.aggregate(clock.now());
        visits += done.visits;
        if (!done.isFinished) continue;
        aggregations.delete(journalId);
        await aggregation.finish();
        log.info({ journal: journalId }, 'a journal is aggregated to its end');
      }
      return visits;
    },
    journals: () => ({ own: aggregations.size, held }),
    async closeOneDay() {
      // Whoever asks for the day fixes the zone: not before a visit was counted.
      const counted = await collections.scopeDays.findOne({}, { projection: { _id: 1 } });
      if (counted === null) return false;
      return (await closeOneDay(storing.dayHourOf(clock.now()).day)) || packRows();
    },
    recover: () => recoverVisits({ ...storing, files: systemFiles, directory }),
    forget: () => clearAggregatorState(state),
    async close() {
      for (const aggregation of aggregations.values()) aggregation.close();
      await session.endSession();
    },
  };
}
