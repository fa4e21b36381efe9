import { mongo } from 'mongoose';
import { INDEX_QUORUM } from '../../storage/index.ts';
import { ArchiveError } from './archive-error.ts';
import { type ExportedCollection, listExport, readExport } from './read-export.ts';

/** How many documents each collection got. */
export interface Imported {
  collections: { namespace: string; documents: number; indexes: number }[];
}

const BATCH_DOCUMENTS = 1000;
/** Bytes in the file; the driver's messages hold 48 MB. */
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Brings an export (or a folder of mongodump) into the store behind `client`, with indexes, and counts it afterwards.
 * @throws ArchiveError when a collection holds documents already and `isForced` is not set, or the counts differ.
 */
export async function importStore(input: {
  client: mongo.MongoClient;
  source: string;
  isForced: boolean;
  /** Into this database, whatever it was called; undefined: by their own names. */
  database: string | undefined;
}): Promise<Imported> {
  const { client, isForced } = input;
  const found = listExport(input.source).map((one) => ({ ...one, database: input.database ?? one.database }));
  const twice = found.find((one, at) =>
    found.some((other, before) => before < at && namespaceOf(other) === namespaceOf(one)),
  );
  if (twice !== undefined)
    throw new ArchiveError(`${namespaceOf(twice)} is there twice (several databases, or both formats)`);
  for (const one of found) {
    const collection = client.db(one.database).collection(one.name);
    if ((await collection.findOne({}, { projection: { _id: 1 } })) === null) continue;
    if (!isForced)
      throw new ArchiveError(`${namespaceOf(one)} holds documents; --force replaces the collections`);
  }
  const collections: Imported['collections'] = [];
  for (const one of found) {
    const database = client.db(one.database);
    await database.dropCollection(one.name).catch((error: unknown) => {
      if (!(error instanceof mongo.MongoServerError) || error.code !== NAMESPACE_NOT_FOUND) throw error;
    });
    await database.createCollection(one.name);
    const documents = await insertAll(database.collection(one.name), one);
    if (one.indexes.length > 0) await database.collection(one.name).createIndexes(one.indexes, INDEX_QUORUM);
    const counted = await database.collection(one.name).countDocuments({});
    if (counted !== documents)
      throw new ArchiveError(`${namespaceOf(one)}: ${documents} documents were sent, ${counted} are there`);
    collections.push({ namespace: namespaceOf(one), documents, indexes: one.indexes.length + 1 });
  }
  return { collections };
}

const NAMESPACE_NOT_FOUND = 26;

const namespaceOf = ({ database, name }: ExportedCollection): string => `${database}.${name}`;

async function insertAll(collection: mongo.Collection, { file }: ExportedCollection): Promise<number> {
  let sent = 0;
  let bytes = 0;
  let batch: mongo.Document[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    // The documents carry their _id; asking the driver for none keeps it from looking for one in a Map.
    await collection.insertMany(batch, { forceServerObjectId: true });
    sent += batch.length;
    batch = [];
    bytes = 0;
  };
  for (const read of readExport(file)) {
    batch.push(read.document);
    bytes += read.bytes;
    if (batch.length >= BATCH_DOCUMENTS || bytes >= BATCH_BYTES) await flush();
  }
  await flush();
  return sent;
}
