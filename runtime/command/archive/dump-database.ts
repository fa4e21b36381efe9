import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { knownFailure } from '../../storage/known-failure.ts';
import { ArchiveError } from './archive-error.ts';
import { fileNameOf } from './dump-names.ts';
import { type Exported, type ExportFormat, writtenAs } from './export-store.ts';
import { openPieceFile } from './piece-file.ts';

/** MongoDB: the state of that time is not kept any more, or not yet. */
const TOO_OLD = 239;
const UNAVAILABLE = 246;
/** How often it is begun anew because collections or indexes were made or removed meanwhile. */
const MOST_BEGINNINGS = 5;
/** How often one collection is read again after an election or a lost connection; each waits for the next primary. */
const MOST_READINGS = 5;
const PAUSE_MS = 1_000;

interface Described {
  name: string;
  /** Of `listCollections` and `listIndexes`, as they were answered. */
  options: mongo.Document;
  uuid: string;
  indexes: mongo.Document[];
}

/**
 * Writes every collection of a database, all of them as they were at one moment, to `<target>/<folder>/<collection>.bson` (or `.ndjson`) with
 * its indexes in `.metadata.json`, as mongodump does. It is read by snapshot reads: writes go on meanwhile.
 * @param given.settled called once it is settled which moment that is; it may be called again when it had to be begun anew
 * @returns how many documents each collection gave
 * @throws ArchiveError when the server does not keep that moment long enough, or cannot read at one
 */
export async function dumpDatabase(given: {
  client: mongo.MongoClient;
  database: mongo.Db;
  target: string;
  folder: string;
  format: ExportFormat;
  settled: () => void;
}): Promise<Exported> {
  const { client, database } = given;
  const directory = join(given.target, given.folder);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (let beginning = 1; beginning <= MOST_BEGINNINGS; beginning += 1) {
    const before = await describe(database);
    const session = client.startSession({ snapshot: true });
    try {
      // The first read settles the moment, whatever it reads.
      await patiently(() =>
        database.collection(before[0]?.name ?? 'none').findOne({}, { session, projection: { _id: 1 } }),
      );
      given.settled();
      // What is there is not read at that moment: it is known when it was the same before and after it.
      const after = await describe(database);
      if (JSON.stringify(before) !== JSON.stringify(after)) continue;
      const collections: Exported['collections'] = [];
      for (const collection of after)
        collections.push({
          namespace: `${given.folder}.${collection.name}`,
          documents: await dumpCollection({ database, session, directory, collection, format: given.format }),
        });
      return { collections };
    } catch (error) {
      throw explained(error);
    } finally {
      await session.endSession();
    }
  }
  throw new ArchiveError(
    'collections or indexes were made or removed all the while. Run it again when that is over',
  );
}

async function describe(database: mongo.Db): Promise<Described[]> {
  const found = await patiently(() => database.listCollections().toArray());
  const collections = found.filter(({ name, type }) => type === 'collection' && !name.startsWith('system.'));
  const described: Described[] = [];
  for (const one of collections) {
    const { name, options = {}, info } = one as mongo.CollectionInfo;
    const indexes = await patiently(() => database.collection(name).listIndexes().toArray()).catch(
      (error: unknown) => {
        // Removed since it was listed.
        if ((error as { code?: unknown }).code === NAMESPACE_NOT_FOUND) return [];
        throw error;
      },
    );
    described.push({ name, options, uuid: info?.uuid?.toString('hex') ?? '', indexes });
  }
  return described.sort((one, other) => (one.name < other.name ? -1 : 1));
}

const NAMESPACE_NOT_FOUND = 26;

async function dumpCollection(given: {
  database: mongo.Db;
  session: mongo.ClientSession;
  directory: string;
  collection: Described;
  format: ExportFormat;
}): Promise<number> {
  const { database, session, directory, collection, format } = given;
  const { name, options, uuid, indexes } = collection;
  const path = join(directory, fileNameOf(name));
  const metadata = { options, indexes, uuid, collectionName: name, type: 'collection' };
  writeFileSync(`${path}.metadata.json`, mongo.BSON.EJSON.stringify(metadata, { relaxed: false }), {
    mode: 0o600,
  });
  return patiently(async () => {
    const output = openPieceFile(`${path}.${format}`, 'w');
    let count = 0;
    try {
      const documents = database.collection(name).find({}, { session, raw: true });
      for await (const document of documents) {
        output.add(writtenAs(format, document as unknown as Uint8Array));
        count += 1;
      }
    } catch (error) {
      output.abandon();
      throw error;
    }
    output.finish();
    return count;
  });
}

/** A cursor does not outlast an election; the state of that moment does, on each member. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let reading = 1; ; reading += 1) {
    try {
      return await work();
    } catch (error) {
      if (knownFailure(error)?.code !== 'store_unavailable' || reading === MOST_READINGS) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}

function explained(error: unknown): unknown {
  const code = (error as { code?: unknown }).code;
  if (code === TOO_OLD)
    return new ArchiveError(
      'MongoDB did not keep the moment that is backed up until everything was read: it keeps five minutes unless told otherwise. Let it keep more, on each member: db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 3600 })',
      { cause: error },
    );
  if (code === UNAVAILABLE)
    return new ArchiveError(
      `MongoDB cannot read all collections at one moment now (${(error as Error).message}). Run it again; nothing was written`,
      { cause: error },
    );
  return error;
}
