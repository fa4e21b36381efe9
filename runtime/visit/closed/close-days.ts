import mongoose from 'mongoose';
import type { ClosedDayDocument } from '../store/closed-days.ts';
import { PLATFORM_SCOPE, type VisitCollections } from '../store/collections.ts';
import { linksOfDays, ownersOfDays } from './day-sums.ts';
import { readDayWrites, writesUntil } from './day-writes.ts';
import { emptyRows, fromBinary, joinRows, LINK_ROWS, type Rows, sizeOf, toBinary } from './pack-rows.ts';

const { ObjectId } = mongoose.mongo;
/** A document takes 16 MiB. Where more links than that (350,000) were visited, their sums are read one by one as before. */
const MOST_BYTES = 12 * 2 ** 20;

type Known = Omit<ClosedDayDocument, '_id'>;

/**
 * Packs the first day before `today` whose sums are not packed yet, or were written to since.
 * @returns whether there was one: there may be more
 */
export async function closeOneDay(collections: VisitCollections, today: number): Promise<boolean> {
  return closeByWrites(collections, today, await readDayWrites(collections, today - 1));
}

/** What was written since `writes` were read makes the day be packed again. */
async function closeByWrites(
  collections: VisitCollections,
  today: number,
  writes: ReadonlyMap<number, number>,
): Promise<boolean> {
  const { closedDays, scopeDays } = collections;
  const over = today - 1;
  const known = (await closedDays
    .find({ day: { $lte: over } }, { projection: { kind: 1, day: 1, writes: 1, _id: 0 } })
    .toArray()) as Known[];
  const isHeld = (kind: Known['kind'], day: number, wanted: number): boolean =>
    known.some((one) => one.kind === kind && one.day === day && one.writes === wanted);
  const platform = await scopeDays
    .find({ scope: new ObjectId(PLATFORM_SCOPE), day: { $lte: over } }, { projection: { day: 1, _id: 0 } })
    .toArray();
  const days = [...new Set(platform.map(({ day }) => day))].sort((first, second) => first - second);
  for (const [index, day] of days.entries()) {
    const ofDay = writes.get(day) ?? 0;
    if (!isHeld('owners', day, ofDay)) {
      const rows = (await ownersOfDays(collections, [day])).get(day);
      await keep(collections, { kind: 'owners', day, writes: ofDay }, rows);
      return true;
    }
    if (isHeld('links', day, writesUntil(writes, day))) continue;
    const last = days[index - 1];
    const before = await linksUntil(collections, last, writes);
    if (before === 'overtaken') {
      // Another process has packed the day before by older sums since: it is packed again first.
      await closedDays.deleteOne({ _id: `links:${last}` });
      return true;
    }
    const rows = before && joinRows(before, await linksOfDays(collections, { first: day, last: day }));
    await keep(collections, { kind: 'links', day, writes: writesUntil(writes, day) }, rows);
    return true;
  }
  return false;
}

/** Closes days, one at a time; where nothing was written since there was none to close it is not looked again. */
export function createDayCloser(collections: VisitCollections): (today: number) => Promise<boolean> {
  let looked = '';
  return async (today) => {
    const writes = await readDayWrites(collections, today - 1);
    const now = `${today} ${writesUntil(writes, today)}`;
    if (looked === now) return false;
    const hasMore = await closeByWrites(collections, today, writes);
    if (!hasMore) looked = now;
    return hasMore;
  };
}

/** Undefined where they are too many; `overtaken` where they are not those of the writes that are known. */
async function linksUntil(
  { packedSums }: VisitCollections,
  day: number | undefined,
  writes: ReadonlyMap<number, number>,
): Promise<Rows | undefined | 'overtaken'> {
  if (day === undefined) return emptyRows(LINK_ROWS);
  const found = await packedSums.findOne({ _id: `links:${day}` });
  if (found?.writes !== writesUntil(writes, day)) return 'overtaken';
  return found.rows === undefined ? undefined : fromBinary(LINK_ROWS, found.rows);
}

/** What was written to the day meanwhile is in no `writes` that this was made with: it does not hold then, and is made again. */
async function keep(
  { closedDays, packedSums }: VisitCollections,
  made: Known,
  rows: Rows | undefined,
): Promise<void> {
  const _id = `${made.kind}:${made.day}`;
  const packed = rows === undefined || sizeOf(rows) > MOST_BYTES ? {} : { rows: toBinary(rows) };
  await packedSums.replaceOne({ _id }, { writes: made.writes, ...packed }, { upsert: true });
  await closedDays.replaceOne({ _id }, made, { upsert: true });
}
