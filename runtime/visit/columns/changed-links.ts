import type { Clock } from '@waypost/sdk';
import mongoose, { type ClientSession, type mongo } from 'mongoose';
import type { VisitCollections } from '../store/collections.ts';
import type { PackedDayDocument } from '../store/packed-rows.ts';
import { ownersOfLink } from './find-packed.ts';

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
  { changedLinks, codes }: VisitCollections,
  packed: readonly PackedDayDocument[],
): Promise<ChangedLinks> {
  const first = Math.min(...packed.map((one) => changesFrom(one).getTime()));
  const found = Number.isFinite(first)
    ? await changedLinks.find({ time: { $gte: new Date(first) } }).toArray()
    : [];
  const changed = new Map<string, Set<string>>();
  if (found.length === 0) return changed;
  // Somebody may have got it since it was marked.
  const now = await codes
    .find({ _id: { $in: found.map(({ _id }) => _id) } }, { projection: { owner: 1, former: 1 } })
    .toArray();
  const add = (link: mongo.ObjectId, owners: readonly mongo.ObjectId[]): void => {
    for (const owner of owners) {
      const links = changed.get(owner.toHexString()) ?? new Set<string>();
      changed.set(owner.toHexString(), links.add(link.toHexString()));
    }
  };
  for (const { _id, owners } of found) add(_id, owners);
  for (const { _id, owner, former = [] } of now) add(_id, [owner, ...former]);
  return changed;
}

/** All of these links, each once. */
export const linksOf = (changed: ChangedLinks): string[] => [
  ...new Set([...changed.values()].flatMap((links) => [...links])),
];
