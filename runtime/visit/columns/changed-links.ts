import type { Clock } from '@waypost/sdk';
import mongoose, { type ClientSession } from 'mongoose';
import type { VisitCollections } from '../store/collections.ts';
import type { PackedDayDocument } from '../store/packed-rows.ts';
import { ownersOfLink } from './find-packed.ts';

const { ObjectId } = mongoose.mongo;
/** Clocks of several machines do not agree, and what was begun before is seen later. */
const MARGIN_MS = 5 * 60 * 1000;

/** A link whose packed rows do not hold, and whose they are. */
export interface ChangedLink {
  link: string;
  owners: readonly string[];
}

/** Says that some of a link's kept visits went or came back; in the transaction that does it. */
export async function markChanged(
  { collections, clock }: { collections: VisitCollections; clock: Clock },
  link: string,
  session: ClientSession,
): Promise<void> {
  const owners = (await ownersOfLink(collections, link)).map((owner) => new ObjectId(owner));
  await collections.changedLinks.replaceOne(
    { _id: new ObjectId(link) },
    { time: clock.date(), owners },
    { upsert: true, session },
  );
}

/** From when on a change is not known to be in what was packed. */
export const changesFrom = ({ made }: Pick<PackedDayDocument, 'made'>): Date =>
  new Date(made.getTime() - MARGIN_MS);

/** Links whose rows in some of these days do not hold. */
export async function readChanged(
  { changedLinks }: VisitCollections,
  packed: readonly PackedDayDocument[],
): Promise<ChangedLink[]> {
  const first = Math.min(...packed.map((one) => changesFrom(one).getTime()));
  if (!Number.isFinite(first)) return [];
  const found = await changedLinks.find({ time: { $gte: new Date(first) } }).toArray();
  return found.map(({ _id, owners }) => ({
    link: _id.toHexString(),
    owners: owners.map((owner) => owner.toHexString()),
  }));
}
