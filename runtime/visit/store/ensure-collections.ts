import type { mongo } from 'mongoose';
import { gatherIndexes, INDEX_QUORUM } from '../../storage/index.ts';
import {
  COLLECTIONS,
  DAY_SECONDS,
  RAW_VISIT_DAYS,
  type VisitCollections,
  visitCollections,
} from './collections.ts';
import { addListIndexes, dropFormerIndexes } from './list-indexes.ts';
import { addSharedLimits } from './shared-limits.ts';
import { addVisitIndexes } from './visit-indexes.ts';

/** Creates the collections and their indexes; doing it again changes nothing. */
export async function ensureVisitCollections(database: mongo.Db): Promise<void> {
  const collections = visitCollections(database);
  const indexes = gatherIndexes();
  addVisitIndexes(indexes, collections);
  addListIndexes(indexes, collections);
  addSharedLimits(indexes, database);
  await indexes.make();
  await dropFormerIndexes(collections);
  // An index has made its collection.
  const existing = new Set(
    (await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
  for (const name of Object.values(COLLECTIONS)) {
    if (!existing.has(name)) await database.createCollection(name).catch(ignoreExisting);
  }
  await ensureExpiry(collections);
}

/** After how long the store deletes raw visits is said by whoever says how they are kept; this is for a start without it. */
async function ensureExpiry({ rawVisits }: VisitCollections): Promise<void> {
  const expiring = (await rawVisits.indexes()).some(
    ({ expireAfterSeconds }) => expireAfterSeconds !== undefined,
  );
  if (!expiring)
    await rawVisits.createIndex(
      { time: 1 },
      { expireAfterSeconds: RAW_VISIT_DAYS * DAY_SECONDS, ...INDEX_QUORUM },
    );
}

const NAMESPACE_EXISTS = 48;

function ignoreExisting(error: unknown): void {
  if ((error as { code?: number }).code !== NAMESPACE_EXISTS) throw error;
}
