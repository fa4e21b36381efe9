import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyStore, FILE_NAME } from '@waypost/store/archive';
import type { mongo } from 'mongoose';
import { monitorCollections, SILENT_MS } from '../../monitor/index.ts';
import { findDataDirectory } from '../../process/data-directory.ts';
import { type Environment, storeUri } from '../../process/environment.ts';
import { storeDirectory } from '../../process/paths.ts';
import { openClient } from '../../storage/open-client.ts';
import { programName } from '../../storage/program-name.ts';
import { requireFit, UnfitStore } from '../../storage/require-fit.ts';
import { compareInstallation, fingerprintOf } from '../../storage/same-installation.ts';
import { readUncountedVisits, type UncountedVisits } from '../../visit/index.ts';
import { startEmbeddedStore } from '../store-session.ts';
import { ArchiveError } from './archive-error.ts';
import { dumpDatabase } from './dump-database.ts';
import { type Exported, type ExportFormat, exportStore, makeEmptyFolder } from './export-store.ts';
import { importStore } from './import-store.ts';
import { withWorkFolder } from './work-folder.ts';

/** How long a server may take to answer, milliseconds: longer than an election. */
const SELECTION_LIMIT_MS = 30_000;

/**
 * Brings the documents of MONGODB_URI, of one moment, into a file of the embedded store: archives have one form, whatever they are made of.
 * They are written down first, as fast as they can be read: MongoDB keeps that moment for five minutes only.
 * @returns journals with visits that were not counted at that moment, of whatever machine
 * @throws ArchiveError
 */
export function copyFromMongoDb(
  environment: Environment,
  copy: string,
  settled: () => void,
): Promise<readonly UncountedVisits[]> {
  return withWorkFolder(environment.dataDirectory, 'backup-from', async (folder) => {
    const source = join(folder, 'dump');
    const own: Environment = { ...environment, dataDirectory: join(folder, 'data'), mongodbUri: undefined };
    const database = await withDatabase(own, async (_client, { databaseName }) => databaseName);
    await withDatabase(environment, async (client, from) => {
      await refuseUnfit(from);
      await dumpDatabase({
        client,
        database: from,
        target: source,
        folder: database,
        format: 'bson',
        settled,
      });
    });
    mkdirSync(storeDirectory(own.dataDirectory), { recursive: true, mode: 0o700 });
    const uncounted = await withEmbedded(own, async (client, to) => {
      await importStore({ client, source, isForced: false, database: undefined });
      return readUncountedVisits(to);
    });
    copyStore(join(storeDirectory(own.dataDirectory), FILE_NAME), copy);
    return uncounted;
  });
}

/**
 * Writes the database of MONGODB_URI, as it is at one moment, into files as `exportStore` makes them of the embedded store.
 * @throws ArchiveError when the database does not fit, or `target` holds something
 */
export const exportMongoDb = (
  environment: Environment,
  { target, format }: { target: string; format: ExportFormat },
): Promise<Exported> =>
  withDatabase(environment, async (client, database) => {
    await refuseUnfit(database);
    makeEmptyFolder(target);
    return dumpDatabase({
      client,
      database,
      target,
      folder: database.databaseName,
      format,
      settled: () => undefined,
    });
  });

/**
 * Compares what DATA_DIR and the environment have with what the machines on the database of MONGODB_URI have in common: a backup that holds
 * another key opens nothing that is sealed among its documents.
 * @throws StartError
 */
export async function requireOwnDatabase(environment: Environment): Promise<void> {
  const { deriveKey, timeZone } = findDataDirectory(environment);
  await withDatabase(environment, (_client, database) =>
    compareInstallation(database, {
      ...(deriveKey === undefined ? {} : { key: fingerprintOf(deriveKey) }),
      timeZone,
    }),
  );
}

/** Whether the database of MONGODB_URI holds documents. */
export const hasDocuments = (environment: Environment): Promise<boolean> =>
  withDatabase(environment, async (_client, database) => {
    for (const name of await collectionsOf(database))
      if ((await database.collection(name).findOne({}, { projection: { _id: 1 } })) !== null) return true;
    return false;
  });

/** @throws ArchiveError when the database does not fit, or processes of an installation still work with it */
export const requireIdle = (environment: Environment): Promise<void> =>
  withDatabase(environment, async (_client, database) => {
    await refuseUnfit(database);
    const processes = await monitorCollections(database).processes.find({ ended: null }).toArray();
    const living = processes.filter(
      ({ kind, last }) => kind !== 'store' && Date.now() - last.getTime() < SILENT_MS,
    );
    if (living.length === 0) return;
    const said = living.map(({ kind, host }) => `${kind} on ${host}`).join(', ');
    throw new ArchiveError(
      `somebody works with this database: ${said}. Stop Waypost on every machine first; one that was killed is believed to be gone after ${SILENT_MS / 1000} seconds`,
    );
  });

/**
 * Makes the database of MONGODB_URI what the embedded store of `dataDirectory` is: collections that it does not have are dropped. What it is
 * brought there with lies in that store's folder afterwards.
 * @throws ArchiveError
 */
export function fillMongoDb(environment: Environment, dataDirectory: string): Promise<void> {
  const source = join(storeDirectory(dataDirectory), 'export');
  exportStore({ dataDirectory, target: source, format: 'bson' });
  return withDatabase(environment, async (client, database) => {
    for (const name of await collectionsOf(database)) await database.dropCollection(name);
    await importStore({ client, source, isForced: true, database: database.databaseName });
  });
}

/**
 * Has the processes that the embedded store of `dataDirectory` tells of ended: whatever ran when a backup was made does not run after its
 * restore, and nobody has to look for it. Each that is started speaks again.
 */
export async function endProcesses(environment: Environment, dataDirectory: string): Promise<void> {
  await withEmbedded({ ...environment, dataDirectory, mongodbUri: undefined }, (_client, database) =>
    monitorCollections(database).processes.updateMany({ ended: null }, { $set: { ended: new Date() } }),
  );
}

/** Runs the embedded store of a folder in which nothing runs, as long as `work` does. */
async function withEmbedded<T>(
  environment: Environment,
  work: (client: mongo.MongoClient, database: mongo.Db) => Promise<T>,
): Promise<T> {
  // No lock of its own: what a restore brings to its place has none.
  const store = await startEmbeddedStore(environment, 'locked');
  try {
    return await withDatabase(environment, work);
  } finally {
    await store?.stop();
  }
}

async function collectionsOf(database: mongo.Db): Promise<string[]> {
  const found = await database.listCollections({}, { nameOnly: true }).toArray();
  return found
    .filter(({ name, type }) => type === 'collection' && !name.startsWith('system.'))
    .map(({ name }) => name);
}

async function refuseUnfit(database: mongo.Db): Promise<void> {
  try {
    await requireFit(database);
  } catch (error) {
    if (!(error instanceof UnfitStore)) throw error;
    throw new ArchiveError(`MONGODB_URI cannot be used: ${error.message}`, { cause: error });
  }
}

async function withDatabase<T>(
  environment: Environment,
  work: (client: mongo.MongoClient, database: mongo.Db) => Promise<T>,
): Promise<T> {
  const client = openClient(storeUri(environment), {
    appName: programName('command'),
    serverSelectionTimeoutMS: SELECTION_LIMIT_MS,
  });
  try {
    return await work(client, client.db());
  } finally {
    await client.close();
  }
}
