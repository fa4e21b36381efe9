import mongoose from 'mongoose';
import type { ClosedDayDocument } from '../store/closed-days.ts';
import { PLATFORM_SCOPE, type VisitCollections } from '../store/collections.ts';
import { readDayWrites, writesUntil } from './day-writes.ts';
import { emptyRows, fromBinary, LINK_ROWS, OWNER_ROWS, type Rows } from './pack-rows.ts';
import type { ReadPackedLinks } from './packed-links.ts';

const { ObjectId } = mongoose.mongo;

/** The packed sums of owners on some days, by day; days that are not closed, or were written to since, are not in it. */
export async function readClosedOwners(
  collections: VisitCollections,
  days: readonly number[],
): Promise<Map<number, Rows>> {
  if (days.length === 0) return new Map();
  const [writes, found] = await Promise.all([
    readDayWrites(collections, Math.max(...days)),
    collections.packedSums.find({ _id: { $in: days.map((day) => `owners:${day}`) } }).toArray(),
  ]);
  const rows = new Map<number, Rows>();
  for (const one of found) {
    const day = Number(one._id.split(':')[1]);
    if (one.rows !== undefined && one.writes === (writes.get(day) ?? 0))
      rows.set(day, fromBinary(OWNER_ROWS, one.rows));
  }
  return rows;
}

/** Sums of all links over all days up to one. */
export interface LinksUntil {
  /** The last day that is in them; 0: there was none. */
  day: number;
  rows: Rows;
}

/** Up to which days links are packed, and how often days were written to, up to a day. */
export interface KnownLinks {
  writes: ReadonlyMap<number, number>;
  /** Newest first. */
  closed: readonly ClosedDayDocument[];
}

export async function readKnownLinks(collections: VisitCollections, last: number): Promise<KnownLinks> {
  const [writes, closed] = await Promise.all([
    readDayWrites(collections, last),
    collections.closedDays
      .find({ kind: 'links', day: { $lte: last } })
      .sort({ day: -1 })
      .toArray(),
  ]);
  return { writes, closed };
}

/**
 * The packed sums of links up to `last` or to the day before it that they are packed to, whichever hold; undefined where none do.
 * `isWhole`: they must have every visit up to `last`. `known` was read up to that day, or a later one.
 */
export async function readLinksUntil(
  { collections, readPackedLinks }: { collections: VisitCollections; readPackedLinks: ReadPackedLinks },
  { writes, closed }: KnownLinks,
  { last, isWhole }: { last: number; isWhole: boolean },
): Promise<LinksUntil | undefined> {
  const held = closed.find(({ day, writes: made }) => day <= last && made === writesUntil(writes, day));
  const day = held?.day ?? 0;
  if (isWhole && (await hasVisits(collections, day, last))) return undefined;
  if (held === undefined) return isWhole ? { day, rows: emptyRows(LINK_ROWS) } : undefined;
  const rows = await readPackedLinks(held);
  return rows === undefined ? undefined : { day, rows };
}

/** Whether there were visits after a day, up to another. */
async function hasVisits({ scopeDays }: VisitCollections, after: number, last: number): Promise<boolean> {
  const scope = new ObjectId(PLATFORM_SCOPE);
  const found = await scopeDays.findOne(
    { scope, day: { $gt: after, $lte: last } },
    { projection: { _id: 1 } },
  );
  return found !== null;
}
