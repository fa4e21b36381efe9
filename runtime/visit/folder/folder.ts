import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { cached } from '../derive/cached.ts';
import { createDays } from '../derive/days.ts';
import { createAgentReader } from '../derive/device.ts';
import { createLocationReader } from '../derive/location.ts';
import { ensureVisitCollections } from '../store/collections.ts';
import type { FoldOptions } from './fold-batch.ts';
import { clearFoldState, createFoldState } from './fold-state.ts';
import { replaceFolderSession } from './folder-session.ts';
import { JournalFold } from './journal-fold.ts';
import { FoldConflict } from './store-commands.ts';

/** Time between two batches while there is little to do: what makes statistics less than 2 s late and batches large. */
const BATCH_MS = 500;
const POLL_MS = 100;
/** A batch of this size is followed by the next at once. */
const BUSY_VISITS = 5000;
const RETRY_FIRST_MS = 200;
const RETRY_MOST_MS = 5000;
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

export interface Folder {
  /** Ends after the batch in hand. */
  stop(): Promise<void>;
}

/**
 * Folds every journal under `directory` into the store: those of living processes as they grow, those of dead ones to
 * their end. Goes on through outages of the store.
 */
export function startFolder(options: FolderOptions): Folder {
  const { clock, database, directory, folderId, log } = options;
  const stopping = Promise.withResolvers<void>();
  let isStopped = false;
  const pause = (milliseconds: number): Promise<unknown> =>
    Promise.race([Bun.sleep(milliseconds), stopping.promise]);
  const folds = new Map<string, JournalFold>();
  const session = database.client.startSession();
  const shared: FoldOptions & { dayHourOf: ReturnType<typeof createDays>; log: Logger } = {
    database,
    session,
    state: createFoldState(),
    derivation: {
      agentOf: cached(CACHED_AGENTS, createAgentReader()),
      locationOf: cached(CACHED_LOCATIONS, createLocationReader()),
    },
    folderId,
    dayHourOf: createDays(options.timeZone),
    log,
  };

  const look = (): void => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (!entry.isDirectory() || folds.has(entry.name)) continue;
      const path = join(directory, entry.name);
      // A journal without its writer's lock is one that is just being made.
      if (!existsSync(join(path, 'writer.lock'))) continue;
      const fold = JournalFold.take({ ...shared, directory: path, journalId: entry.name });
      if (fold !== undefined) folds.set(entry.name, fold);
    }
  };

  const round = async (): Promise<number> => {
    look();
    let visits = 0;
    for (const [journalId, fold] of folds) {
      if (isStopped) break;
      const done = await fold.fold(clock.now());
      visits += done.visits;
      if (!done.isFinished) continue;
      folds.delete(journalId);
      await fold.finish();
      log.info({ journal: journalId }, 'a journal is folded to its end');
    }
    return visits;
  };

  const finished = (async () => {
    let retryMs = RETRY_FIRST_MS;
    let isPrepared = false;
    while (!isStopped) {
      const started = performance.now();
      try {
        if (!isPrepared) {
          await ensureVisitCollections(database);
          await replaceFolderSession({ database, session, directory, log });
        }
        isPrepared = true;
        const visits = await round();
        retryMs = RETRY_FIRST_MS;
        const rest = BATCH_MS - (performance.now() - started);
        if (visits === 0) await pause(POLL_MS);
        else if (visits < BUSY_VISITS && rest > 0) await pause(rest);
      } catch (error) {
        clearFoldState(shared.state);
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof FoldConflict)
          log.info({ reason }, 'a batch met another writer and is folded again');
        else log.warn({ reason, retry_ms: retryMs }, 'folding failed and is tried again');
        await pause(retryMs);
        retryMs = Math.min(retryMs * 2, RETRY_MOST_MS);
      }
    }
    for (const fold of folds.values()) fold.close();
    await session.endSession();
  })();

  return {
    stop: () => {
      isStopped = true;
      stopping.resolve();
      return finished;
    },
  };
}
