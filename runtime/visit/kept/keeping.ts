import type { VisitKeeping } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import {
  COLLECTIONS,
  DAY_SECONDS,
  type KeepingDocument,
  RAW_VISIT_DAYS,
  type VisitCollections,
} from '../store/collections.ts';

/** The one document that says how visits are kept. */
export const KEEPING = 'keeping';

/** Whether visits are kept with shortened addresses, by the documents that were found under `KEEPING`. */
export function isShortened(found: readonly Pick<KeepingDocument, 'addresses'>[]): boolean {
  return found.some(({ addresses }) => addresses === 'shortened');
}

/** How visits are kept now. */
export async function readKeeping({ keeping }: VisitCollections): Promise<Omit<KeepingDocument, '_id'>> {
  const known = await keeping.findOne({ _id: KEEPING });
  return known ?? { days: RAW_VISIT_DAYS, addresses: 'whole', isPending: false };
}

/** Says how visits are kept: the store deletes older ones by itself, whatever else runs. The same once more changes nothing. */
export async function writeKeeping(
  { collections, database }: { collections: VisitCollections; database: mongo.Db },
  { days, addresses }: VisitKeeping,
): Promise<void> {
  const before = await readKeeping(collections);
  const isPending = addresses === 'shortened' && (before.isPending || before.addresses === 'whole');
  await collections.keeping.updateOne(
    { _id: KEEPING },
    { $set: { days, addresses, isPending } },
    { upsert: true },
  );
  await database.command({
    collMod: COLLECTIONS.rawVisits,
    index: { keyPattern: { time: 1 }, expireAfterSeconds: days * DAY_SECONDS },
  });
}
