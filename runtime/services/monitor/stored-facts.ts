import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationStatus } from '@waypost/contract';
import type { Measure, MonitorSettings } from '@waypost/contract/platform';
import type { Connection, mongo } from 'mongoose';
import {
  type Facts,
  monitorCollections,
  type ProcessDocument,
  readLimits,
  SILENT_MS,
  type Spoken,
} from '../../monitor/index.ts';
import { readLastBackup, readLastDrill } from '../../process/last-backup.ts';
import { isJournalForeign } from '../../storage/index.ts';
import { type JobFigures, readJobFigures } from '../jobs/job-figures.ts';
import { operationCollection } from '../operations/index.ts';

/** Where the platform's own plugin keeps what was set, and the backups that it has made. */
const SETTINGS_PLACE = { collection: 'plugin_settings', plugin: 'system' };
const BACKUPS = 'system_backup';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface BackupState {
  has_own_database: boolean;
  last: { time: string; bytes: number } | undefined;
  drill: { time: string; ok: boolean } | undefined;
  /** Why the one that is due has failed; empty: it has not. */
  fault: string;
}

/** What any process, and any command, can read of how the installation does. */
export interface StoredFacts {
  limits: MonitorSettings;
  processes: ProcessDocument[];
  jobs: JobFigures;
  operations: { waiting: number; running: number; failed: number };
  backup: BackupState;
  /** Visits wait here that belong to another database. */
  isJournalForeign: boolean;
}

/** Reads them. Throws the store's error. */
export async function readStoredFacts(given: {
  connection: Connection;
  database: mongo.Db;
  dataDirectory: string;
  hasOwnDatabase: boolean;
  /** Milliseconds. */
  now: number;
}): Promise<StoredFacts> {
  const { connection, database, now } = given;
  const [limits, processes, jobs, operations, backup, isForeign] = await Promise.all([
    readLimits(database, SETTINGS_PLACE),
    monitorCollections(database).processes.find({}).sort({ _id: 1 }).toArray(),
    readJobFigures(connection, now),
    countOperations(connection, now),
    readBackup(given),
    isJournalForeign(database, join(given.dataDirectory, 'journal')),
  ]);
  return { limits, processes, jobs, operations, backup, isJournalForeign: isForeign };
}

async function countOperations(connection: Connection, now: number): Promise<StoredFacts['operations']> {
  const operations = operationCollection(connection);
  const [waiting, running, failed] = await Promise.all([
    operations.countDocuments({ status: OperationStatus.inProgress, runner: null }),
    operations.countDocuments({ status: OperationStatus.inProgress, runner: { $ne: null } }),
    operations.countDocuments({
      status: OperationStatus.abnormal,
      update_time: { $gte: new Date(now - DAY_MS) },
      error_code: { $ne: 'cancelled' },
    }),
  ]);
  return { waiting, running, failed };
}

async function readBackup({
  database,
  dataDirectory,
  hasOwnDatabase,
}: Parameters<typeof readStoredFacts>[0]): Promise<BackupState> {
  const [last, drill, missing] = await Promise.all([
    readLastBackup(dataDirectory),
    readLastDrill(dataDirectory),
    database
      .collection<{ fault?: string }>(BACKUPS)
      .findOne({ next_time: { $ne: null } }, { sort: { create_time: -1 }, projection: { fault: 1 } }),
  ]);
  return {
    has_own_database: hasOwnDatabase,
    last: last && { time: last.time, bytes: last.bytes },
    drill: drill && { time: drill.time, ok: drill.ok },
    // What is set wrongly has a reason; a row without one has failed all the same.
    fault: missing === null ? '' : missing.fault || '?',
  };
}

/** What is looked for problems in, of what is stored alone. */
export function factsOf(stored: StoredFacts, now: number): Omit<Facts, 'spoken'> {
  const { backup, jobs, limits } = stored;
  return {
    limits,
    silentAfter: SILENT_MS,
    isStarting: false,
    isStoreUp: true,
    isJournalFailing: false,
    isJournalForeign: stored.isJournalForeign,
    unaccounted: 0,
    differences: 0,
    failedPlugins: 0,
    nearLimits: 0,
    jobs: { late: jobs.late, latest: jobs.latest, failed: jobs.failed },
    // It may be backed up where it is.
    backup:
      backup.has_own_database && backup.last === undefined && backup.fault === ''
        ? undefined
        : {
            age: backup.last && (now - Date.parse(backup.last.time)) / HOUR_MS,
            hasFailed: backup.fault !== '',
            isDrillFine: backup.drill?.ok ?? true,
          },
  };
}

/** A process as it stands in the store; `figures` that are known better take the place of what it said. */
export function spokenOf(
  { kind, host, last, ended, figures }: ProcessDocument,
  now: number,
  better: Partial<Record<Measure, number | null>> = {},
): Spoken {
  const silentFor = Math.max(0, now - last.getTime());
  // Others speak for the store: when they are silent, that is theirs.
  const isTold = ended === null && (kind !== 'store' || silentFor <= SILENT_MS);
  return { kind, host, silentFor: isTold ? silentFor : undefined, figures: { ...figures, ...better } };
}

/** Room on the disk of DATA_DIR, bytes. */
export async function readDisk(dataDirectory: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDirectory);
  return { free: bavail * bsize, total: blocks * bsize };
}
