import type { Clock } from '@waypost/sdk';
import mongoose, { type ClientSession } from 'mongoose';
import type { VisitCollections } from '../store/collections.ts';
import type { PackedDayDocument } from '../store/packed-rows.ts';
import { ownersByNow, ownersOfLink } from './find-packed.ts';

const { ObjectId } = mongoose.mongo;
/** Clocks of several machines do not agree, and what was begun before is seen later. */
const MARGIN_MS = 5 * 60 * 1000;

/** Links whose packed rows do not hold, by whoever has or had them. */
export type ChangedLinks = ReadonlyMap<string, ReadonlySet<string>>;

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
  collections: VisitCollections,
  packed: readonly PackedDayDocument[],
): Promise<ChangedLinks> {
  const { changedLinks } = collections;
  const first = Math.min(...packed.map((one) => changesFrom(one).getTime()));
  const found = Number.isFinite(first)
    ? await changedLinks.find({ time: { $gte: new Date(first) } }).toArray()
    : [];
  const changed = new Map<string, Set<string>>();
  if (found.length === 0) return changed;
  // Somebody may have got it since it was marked.
  const now = await ownersByNow(
    collections,
    found.map(({ _id }) => _id.toHexString()),
  );
  for (const { _id, owners } of found) {
    const link = _id.toHexString();
    for (const owner of [...owners.map((one) => one.toHexString()), ...(now.get(link) ?? [])])
      changed.set(owner, (changed.get(owner) ?? new Set<string>()).add(link));
  }
  return changed;
}

/** All of these links, each once. */
export const linksOf = (changed: ChangedLinks): string[] => [
  ...new Set([...changed.values()].flatMap((links) => [...links])),
];
