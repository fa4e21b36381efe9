import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { cached } from '../derive/cached.ts';
import { createDays } from '../derive/days.ts';
import { createAgentReader } from '../derive/device.ts';
import { createLocationReader } from '../derive/location.ts';
import { systemFiles } from '../journal/journal-files.ts';
import { ensureVisitCollections } from '../store/collections.ts';
import { asideDirectory } from './aside.ts';
import { createDerivation } from './derivation.ts';
import { clearFoldState, createFoldState } from './fold-state.ts';
import { replaceFolderSession } from './folder-session.ts';
import { createCollection } from './garbage.ts';
import { JournalFold, type JournalFoldOptions } from './journal-fold.ts';
import { type Recovery, recoverVisits } from './recover.ts';
import { type StoreLedgerOptions, storeLedger } from './store-ledger.ts';

const CACHED_AGENTS = 20_000;
const CACHED_LOCATIONS = 100_000;

export interface FolderOptions {
  /** DATA_DIR/journal */
  directory: string;
  database: mongo.Db;
  timeZone: string;
  folderId: string;
  clock: Clock;
  log: Logger;
}

/** All journals under one directory, folded round by round. */
export interface Folding {
  /** Makes the collections and takes the place of a folder that was killed; once, before the first round. */
  prepare(): Promise<void>;
  /** Folds one batch of each journal; answers how many visits there were. Throws the store's error; nothing is lost then. */
  round(): Promise<number>;
  /** Journals in hand, and those that another folder holds. */
  journals(): { own: number; held: number };
  /** Forgets what is remembered of the store, after a round that failed. */
  forget(): void;
  /** Counts what can be read by now of the visits that are noted as unaccounted. */
  recover(): Promise<Recovery>;
  close(): Promise<void>;
}

export function createFolding(options: FolderOptions, isStopped: () => boolean): Folding {
  const { clock, database, directory, folderId, log } = options;
  const folds = new Map<string, JournalFold>();
  let held = 0;
  const session = database.client.startSession();
  const state = createFoldState();
  const storing: StoreLedgerOptions = {
    database,
    session,
    state,
    derivation: createDerivation({
      agentOf: cached(CACHED_AGENTS, createAgentReader()),
      locationOf: cached(CACHED_LOCATIONS, createLocationReader()),
    }),
    folderId,
    clock,
    dayHourOf: createDays(options.timeZone),
  };
  const ledger = storeLedger(storing);
  const shared: Omit<JournalFoldOptions, 'directory' | 'journalId' | 'aside'> = {
    ledger,
    files: systemFiles,
    collectGarbage: createCollection(() => performance.now()),
    log,
  };
  const aside = asideDirectory(directory);

  const look = (): void => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    held = 0;
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (!entry.isDirectory() || folds.has(entry.name)) continue;
      const path = join(directory, entry.name);
      // A journal without its writer's lock is one that is just being made.
      if (!existsSync(join(path, 'writer.lock'))) continue;
      const fold = JournalFold.take({
        ...shared,
        directory: path,
        journalId: entry.name,
        aside: join(aside, entry.name),
      });
      if (fold === undefined) held += 1;
      else folds.set(entry.name, fold);
    }
  };

  return {
    async prepare() {
      await ensureVisitCollections(database);
      await replaceFolderSession({ database, session, directory, log });
    },
    async round() {
      look();
      let visits = 0;
      for (const [journalId, fold] of folds) {
        if (isStopped()) break;
        const done = await fold.fold(clock.now());
        visits += done.visits;
        if (!done.isFinished) continue;
        folds.delete(journalId);
        await fold.finish();
        log.info({ journal: journalId }, 'a journal is folded to its end');
      }
      return visits;
    },
    journals: () => ({ own: folds.size, held }),
    recover: () => recoverVisits({ ...storing, files: systemFiles, directory }),
    forget: () => clearFoldState(state),
    async close() {
      for (const fold of folds.values()) fold.close();
      await session.endSession();
    },
  };
}
