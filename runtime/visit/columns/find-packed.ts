import type { DayRange, VisitScope } from '@waypost/sdk';
import mongoose from 'mongoose';
import { linkRange } from '../statistics/scope.ts';
import type { VisitCollections } from '../store/collections.ts';
import type { PackedDayDocument, PackedKind } from '../store/packed-rows.ts';
import { ALL_DAYS, hexOf, type Pending, type ReadOptions, withPending } from '../sums/pending.ts';
import { isHeld, readDayStamps } from './day-stamps.ts';

const { ObjectId } = mongoose.mongo;
const DAY_BYTES = 4;
type OwnerStores = Pick<VisitCollections, 'codes' | 'codeDays' | 'marks' | 'markRuns'>;

/** The days of a range that are packed and hold, oldest first. */
export async function findPackedDays(
  collections: VisitCollections,
  kind: PackedKind,
  { first, last }: DayRange,
  today: number,
): Promise<PackedDayDocument[]> {
  const [stampOf, found] = await Promise.all([
    readDayStamps(collections, today),
    collections.packedDays.find({ kind, day: { $gte: first, $lte: last } }).toArray(),
  ]);
  return found.filter((one) => isHeld(one, today, stampOf)).sort((one, other) => one.day - other.day);
}

/** Whoever has or had a link: its rows stand under them. */
export function ownersOfLink(collections: OwnerStores, link: string): Promise<string[]> {
  return withPending(collections, async (pending, options) => {
    const owners = await openOwners(pending, link);
    return [...new Set([...(await storedOwners(collections, link, options)), ...owners])];
  });
}

/** Whoever has some links by now, and had them before as far as their last documents say, by link. */
export function ownersByNow(
  collections: OwnerStores,
  links: readonly string[],
): Promise<Map<string, string[]>> {
  return withPending(collections, async (pending, options) => {
    const wanted = { _id: { $in: links.map((link) => new ObjectId(link)) } };
    const found = await collections.codes
      .find(wanted, { projection: { owner: 1, former: 1 }, ...options })
      .toArray();
    const owners = new Map(
      found.map(({ _id, owner, former = [] }) => [
        _id.toHexString(),
        [owner, ...former].map((one) => one.toHexString()),
      ]),
    );
    for (const link of (await pending.of(links)).keys())
      owners.set(link, [...(owners.get(link) ?? []), ...(await openOwners(pending, link))]);
    return owners;
  });
}

/** Whoever has or had a link, as runs say. */
const openOwners = async (pending: Pending, link: string): Promise<string[]> =>
  (await pending.told(link, ALL_DAYS)).flatMap(({ owner, former }) => [owner, ...former].map(hexOf));

async function storedOwners(
  { codes, codeDays }: OwnerStores,
  link: string,
  options: ReadOptions,
): Promise<string[]> {
  const [now, days] = await Promise.all([
    codes.findOne({ _id: new ObjectId(link) }, { projection: { owner: 1, former: 1 }, ...options }),
    codeDays
      .find({ _id: linkRange(link, DAY_BYTES) }, { projection: { owner: 1, _id: 0 }, ...options })
      .toArray(),
  ]);
  const owners = [
    ...days.map(({ owner }) => owner),
    ...(now === null ? [] : [now.owner]),
    ...(now?.former ?? []),
  ];
  return owners.map((owner) => owner.toHexString());
}

/** The portions of a packed day that may have rows of some owners; undefined: of anybody. */
export function portionsOf(
  { portions }: Pick<PackedDayDocument, 'portions'>,
  owners: readonly string[] | undefined,
): number[] {
  return portions.flatMap(({ first, last }, index) =>
    owners === undefined || owners.some((owner) => first <= owner && owner <= last) ? [index] : [],
  );
}

/** Whose rows are looked for: an owner's, or those of whoever has or had a link; undefined: everybody's. */
export async function ownersOfScope(
  collections: VisitCollections,
  { owner, link }: VisitScope,
): Promise<readonly string[] | undefined> {
  if (owner !== undefined) return [owner];
  return link === undefined ? undefined : ownersOfLink(collections, link);
}
