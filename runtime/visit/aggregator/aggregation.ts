import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { claimJournal, requireSameInstallation } from '../../storage/index.ts';
import { cached } from '../derive/cached.ts';
import { followDays } from '../derive/days.ts';
import { createAgentReader } from '../derive/device.ts';
import { createLocationReader } from '../derive/location.ts';
import { RECORD_BYTES } from '../journal/format.ts';
import { type JournalEnd, journalEnds } from '../journal/journal-end.ts';
import { systemFiles } from '../journal/journal-files.ts';
import { fillAddressLinks } from '../marks/address-links.ts';
import { moveAddresses } from '../marks/move-addresses.ts';
import { dropUnfinishedMarks } from '../marks/put-together.ts';
import { visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { replaceAggregatorSessions } from './aggregator-session.ts';
import { clearAggregatorState, createAggregatorState } from './aggregator-state.ts';
import { asideDirectory } from './aside.ts';
import { createDerivation } from './derivation.ts';
import { createDayFinishing } from './finish-days.ts';
import { createCollection } from './garbage.ts';
import { beginHours } from './hours-since.ts';
import { JournalAggregation, type JournalAggregationOptions } from './journal-aggregation.ts';
import { type Recovery, recoverVisits } from './recover.ts';
import { type StoreLedgerOptions, storeLedger } from './store-ledger.ts';
import { type AggregatorTurns, takeTurns } from './take-turns.ts';
import { createTidying } from './tidy-runs.ts';
import { createTurns } from './turns.ts';

/** Processor time that this process has taken. */
const processorMilliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
/** How often it is looked whether there is garbage. */
const COLLECT_MS = 200;
const CACHED_AGENTS = 20_000;
/** Where many more come, most are met once, and looking through them all costs each collection of garbage more than placing them again. */
const CACHED_LOCATIONS = 30_000;

export interface AggregatorOptions {
  /** DATA_DIR/journal */
  directory: string;
  database: mongo.Db;
  /** Asked when the first visit is counted. */
  timeZone(): string;
  /** Whether others on the database may count, too: then they have to do so by the same days. */
  isShared?: boolean;
  aggregatorId: string;
  /** The journals are copies of another machine's; see `StoreLedgerOptions`. */
  isAdopting?: boolean;
  clock: Clock;
  log: Logger;
}

/** All journals under one directory, aggregated round by round. */
export interface Aggregation {
  /** Makes the collections and takes the place of an aggregator that was killed; once, before the first round. */
  prepare(): Promise<void>;
  /**
   * Makes sure that the journals' visits are counted in the database that they belong to; before the first round, and after one
   * that failed. @throws ForeignJournal
   */
  identify(): Promise<void>;
  /** Aggregates one batch of each journal; answers how many visits there were. Throws the store's error; nothing is lost then. */
  round(): Promise<number>;
  /** Journals in hand, and those that another aggregator holds. */
  journals(): { own: number; held: number };
  /** Where each of the journals in hand ends by now. */
  ends(): Map<string, JournalEnd>;
  /** Bytes that a visit takes in a journal, by the last that were counted. */
  bytesOfVisit(): number;
  /** Forgets what is remembered of the store, after a round that failed. */
  forget(): void;
  /** Whether several days that are over wait for their sums to go into documents. */
  isBehindDays(): boolean;
  /** Puts sums of a day that is over into documents, or packs the sums or the rows of one; answers whether there was one to be packed. Throws the store's error. */
  closeOneDay(): Promise<boolean>;
  /** Whether there are so many runs of marks that they are to be put together. */
  hasManyRuns(): boolean;
  /** Puts some of them together; answers whether there was something to be done. Throws the store's error. */
  putRunsTogether(): Promise<boolean>;
  /** Counts what can be read by now of the visits that are noted as unaccounted. */
  recover(): Promise<Recovery>;
  close(): Promise<void>;
}

/** @param turns with other aggregators of the database, where there may be some */
export function createAggregation(
  options: AggregatorOptions,
  isStopped: () => boolean,
  turns: AggregatorTurns = takeTurns(options.database, undefined),
): Aggregation {
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
    isAdopting: options.isAdopting === true,
    clock,
    dayHourOf: followDays(options.timeZone),
  };
  const ledger = storeLedger(storing);
  const collectGarbage = createCollection(processorMilliseconds);
  // What is put together, folded and packed beside batches leaves garbage as well, and so does the last batch before a pause.
  const collecting = setInterval(collectGarbage, COLLECT_MS);
  const shared: Omit<JournalAggregationOptions, 'directory' | 'journalId' | 'aside'> = {
    ledger,
    files: systemFiles,
    collectGarbage,
    confirmDays: confirmed(async () => {
      if (!options.isShared) return;
      await requireSameInstallation(database, { timeZone: options.timeZone(), isZoneFixed: true });
    }),
    log,
  };
  const aside = asideDirectory(directory);
  const collections = visitCollections(database);
  const inTurn = createTurns();
  /** Series of runs, and the revision that each was last looked at. */
  const tidying = createTidying({ collections, state, inTurn });
  const finishingSession = database.client.startSession();
  const finishing = createDayFinishing(
    { ...storing, session: finishingSession },
    { inTurn, isStopped, turns },
  );

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

  let bytesOfVisit = RECORD_BYTES;
  const round = async (): Promise<number> => {
    look();
    let visits = 0;
    for (const [journalId, aggregation] of aggregations) {
      if (isStopped()) break;
      const done = await aggregation.aggregate(clock.now());
      visits += done.visits;
      if (done.visits > 0) bytesOfVisit = aggregation.bytesOfVisit;
      if (!done.isFinished) continue;
      aggregations.delete(journalId);
      await aggregation.finish();
      log.info({ journal: journalId }, 'a journal is aggregated to its end');
    }
    return visits;
  };

  return {
    async prepare() {
      await ensureVisitCollections(database);
      await beginHours(storing);
      const sessions = [session, finishingSession];
      await replaceAggregatorSessions({ database, sessions, directory, log });
      const moved = await moveAddresses({ database, session });
      if (moved > 0) log.info({ addresses: moved }, 'addresses of an earlier release were moved');
      await fillAddressLinks({ database, session });
      await dropUnfinishedMarks(collections, clock.now());
    },
    async identify() {
      const { hasMoved } = await claimJournal(database, directory);
      if (hasMoved)
        log.info({}, 'the data have moved to another database: visits are counted there from now on');
    },
    round: () => inTurn(round),
    ...tidying,
    ends: () => journalEnds(directory, aggregations.keys()),
    bytesOfVisit: () => bytesOfVisit,
    ...finishing,
    journals: () => ({ own: aggregations.size, held }),
    recover: () => recoverVisits({ ...storing, files: systemFiles, directory }),
    forget: () => clearAggregatorState(state),
    async close() {
      clearInterval(collecting);
      for (const aggregation of aggregations.values()) aggregation.close();
      await session.endSession();
      await finishingSession.endSession();
    },
  };
}

/** Does `work` until it has succeeded once. */
function confirmed(work: () => Promise<void>): () => Promise<void> {
  let isConfirmed = false;
  return async () => {
    if (!isConfirmed) await work();
    isConfirmed = true;
  };
}
