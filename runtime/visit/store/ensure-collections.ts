import type { mongo } from 'mongoose';
import { gatherIndexes, INDEX_QUORUM } from '../../storage/index.ts';
import { KEEPING } from '../kept/keeping.ts';
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
async function ensureExpiry({ keeping, rawVisits, refusedVisits }: VisitCollections): Promise<void> {
  const isExpiring = ({ expireAfterSeconds }: { expireAfterSeconds?: number }) =>
    expireAfterSeconds !== undefined;
  for (const collection of [rawVisits, refusedVisits]) {
    if ((await collection.indexes()).some(isExpiring)) continue;
    // It may have been said before this collection was there.
    const { days = RAW_VISIT_DAYS } = (await keeping.findOne({ _id: KEEPING })) ?? {};
    await collection.createIndex({ time: 1 }, { expireAfterSeconds: days * DAY_SECONDS, ...INDEX_QUORUM });
  }
}

const NAMESPACE_EXISTS = 48;

function ignoreExisting(error: unknown): void {
  if ((error as { code?: number }).code !== NAMESPACE_EXISTS) throw error;
}
