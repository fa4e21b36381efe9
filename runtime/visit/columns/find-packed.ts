import type { DayRange, VisitScope } from '@waypost/sdk';
import mongoose from 'mongoose';
import { linkRange } from '../statistics/scope.ts';
import type { VisitCollections } from '../store/collections.ts';
import type { PackedDayDocument, PackedKind } from '../store/packed-rows.ts';
import { isHeld, readDayStamps } from './day-stamps.ts';

const { ObjectId } = mongoose.mongo;
const DAY_BYTES = 4;

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
export async function ownersOfLink(
  { codes, codeDays }: Pick<VisitCollections, 'codes' | 'codeDays'>,
  link: string,
): Promise<string[]> {
  const [now, days] = await Promise.all([
    codes.findOne({ _id: new ObjectId(link) }, { projection: { owner: 1, former: 1 } }),
    codeDays.find({ _id: linkRange(link, DAY_BYTES) }, { projection: { owner: 1, _id: 0 } }).toArray(),
  ]);
  const owners = [
    ...days.map(({ owner }) => owner),
    ...(now === null ? [] : [now.owner]),
    ...(now?.former ?? []),
  ];
  return [...new Set(owners.map((owner) => owner.toHexString()))];
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
