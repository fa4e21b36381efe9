import type { DayRange, VisitScope } from '@waypost/sdk';
import mongoose from 'mongoose';
import { shiftDay } from '../derive/days.ts';
import { PLATFORM_SCOPE, type VisitCollections } from '../store/collections.ts';
import type { PackedDayDocument } from '../store/packed-rows.ts';
import { columnsOf, countRows, type Wish } from './count-rows.ts';
import { WHOLE_DAY } from './day-stamps.ts';
import { ownersOfScope, portionsOf } from './find-packed.ts';
import { columnId } from './keep-packed.ts';
import type { ReadColumns } from './read-columns.ts';

const { ObjectId } = mongoose.mongo;

/** A portion to be counted. */
interface Part {
  rows: number;
  wish: Wish;
  id(column: string): string;
}

/**
 * Counts the rows of packed days by the value of a dimension. Undefined when one of the days was packed anew meanwhile: what has been read of it
 * is gone.
 */
export async function countPacked(
  { collections, read }: { collections: VisitCollections; read: ReadColumns },
  scope: VisitScope,
  days: readonly PackedDayDocument[],
  wish: Wish,
): Promise<Map<string, number> | undefined> {
  const owners = days.length === 0 ? [] : await ownersOfScope(collections, scope);
  const parts = days.flatMap((day) =>
    portionsOf(day, owners).map((portion): Part => {
      const { first, last, rows } = day.portions[portion] as PackedDayDocument['portions'][number];
      const isHere = (owner: string): boolean => first <= owner && owner <= last;
      return {
        rows,
        wish: { ...wish, without: new Map([...wish.without].filter(([owner]) => isHere(owner))) },
        id: (column) => columnId(day.build, portion, column),
      };
    }),
  );
  const columns = await read(
    collections,
    parts.flatMap((part) => columnsOf(part.wish).map(part.id)),
  );
  if (columns === undefined) return undefined;
  const sums = new Map<string, number>();
  for (const { rows, wish: asked, id } of parts) countRows(sums, asked, { rows, columns, id });
  return sums;
}

/** Sums of several readings, added up. */
export function addSums(parts: readonly Record<string, number>[]): Record<string, number> {
  // Values come from visitors: no name may reach what every object has.
  const sums: Record<string, number> = Object.create(null);
  for (const part of parts)
    for (const [value, visits] of Object.entries(part)) sums[value] = (sums[value] ?? 0) + visits;
  return sums;
}

/** Days of a range that had visits and are not packed; today from an hour on, where it is packed up to it. */
export interface Unpacked extends DayRange {
  hour: number;
}

/** What is left of a range beside packed days: days that follow each other together. */
export async function unpackedOf(
  { scopeDays }: VisitCollections,
  { first, last }: DayRange,
  packed: readonly PackedDayDocument[],
): Promise<Unpacked[]> {
  const scope = new ObjectId(PLATFORM_SCOPE);
  const visited = await scopeDays
    .find({ scope, day: { $gte: first, $lte: last } }, { projection: { day: 1, _id: 0 } })
    .toArray();
  const until = new Map(packed.map((one) => [one.day, one.until]));
  const left: Unpacked[] = [];
  for (const day of [...new Set(visited.map((one) => one.day))].sort((one, other) => one - other)) {
    const hour = until.get(day) ?? 0;
    if (hour === WHOLE_DAY) continue;
    const before = left.at(-1);
    if (hour === 0 && before !== undefined && before.last === shiftDay(day, -1)) before.last = day;
    else left.push({ first: day, last: day, hour });
  }
  return left;
}
