import type { Clock, VisitKeeping } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { INDEX_QUORUM, isUnauthorized } from '../../storage/index.ts';
import type { DayHour } from '../derive/days.ts';
import {
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
  sources: {
    collections: VisitCollections;
    database: mongo.Db;
    clock: Clock;
    dayHourOf(time: number): DayHour;
  },
  { days, addresses }: VisitKeeping,
): Promise<void> {
  const { collections, database } = sources;
  const before = await readKeeping(collections);
  const isPending = addresses === 'shortened' && (before.isPending || before.addresses === 'whole');
  await collections.keeping.updateOne(
    { _id: KEEPING },
    { $set: { days, addresses, isPending } },
    { upsert: true },
  );
  if (days > before.days) await forgetGone(sources, before.days);
  for (const name of ['rawVisits', 'refusedVisits'] as const)
    await writeExpiry(collections[name], database, days * DAY_SECONDS);
}

/** `collMod` is none of what the role `readWrite` may do. Where the index may not be changed it is made anew: meanwhile nothing is deleted that would not be deleted with it. */
async function writeExpiry(
  visits: VisitCollections['rawVisits'],
  database: mongo.Db,
  seconds: number,
): Promise<void> {
  const key = { time: 1 } as const;
  const kept = (await visits.indexes()).find(
    ({ key: { time }, expireAfterSeconds: after }) => time === 1 && after !== undefined,
  );
  if (kept?.expireAfterSeconds === seconds) return;
  try {
    await database.command({
      collMod: visits.collectionName,
      index: { keyPattern: key, expireAfterSeconds: seconds },
    });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    if (kept?.name !== undefined) await visits.dropIndex(kept.name);
    await visits.createIndex(key, { expireAfterSeconds: seconds, ...INDEX_QUORUM });
  }
}

/** What is packed of days that were not kept any more, or not all of them: their visits are gone, however long they are kept from now on. */
async function forgetGone(
  { collections, clock, dayHourOf }: Parameters<typeof writeKeeping>[0],
  days: number,
): Promise<void> {
  const { day } = dayHourOf(clock.now() - days * DAY_SECONDS * 1000);
  await collections.packedDays.deleteMany({ kind: 'visits', day: { $lte: day } });
}
