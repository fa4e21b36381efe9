import type { VisitClearing } from '@waypost/sdk';
import mongoose, { type ClientSession, type mongo } from 'mongoose';
import { markChanged } from '../columns/changed-links.ts';
import { type ClearingDocument, DAY_SECONDS, type RawVisitDocument } from '../store/collections.ts';
import { clearedByTime, type KeptSources, notCleared, visitId } from './kept-filter.ts';
import { openRanges, rangesUntil } from './open-ranges.ts';

const { ObjectId } = mongoose.mongo;
/** How long what was cleared can be brought back. */
export const BIN_DAYS = 7;
/** Visits that are chosen at once. */
const MOST_CHOSEN = 1_000;
const BIN_MS = BIN_DAYS * DAY_SECONDS * 1000;

export interface ClearingSources extends KeptSources {
  database: mongo.Db;
}

type Filter = mongo.Filter<RawVisitDocument>;

/** What is in a link's bin, the latest first. */
export async function readClearings(
  { collections, clock }: KeptSources,
  link: string,
): Promise<VisitClearing[]> {
  const found = await collections.clearings
    .find({ link: new ObjectId(link), time: { $gt: new Date(clock.now() - BIN_MS) } })
    .sort({ time: -1, _id: -1 })
    .toArray();
  return found.map(clearingRow);
}

/**
 * Moves visits of a link to the bin: those that are named, else all that came until now. A million of them go with one
 * document, which says their time. Null where there was none.
 * @throws RangeError when more than 1,000 are named
 */
export async function clearVisits(
  sources: ClearingSources,
  link: string,
  visits?: readonly string[],
): Promise<VisitClearing | null> {
  const { collections, clock } = sources;
  if (visits !== undefined && visits.length > MOST_CHOSEN)
    throw new RangeError(`at most ${MOST_CHOSEN} visits are cleared by name`);
  const id = new ObjectId(link);
  return inTransaction(sources, async (session) => {
    const known = await collections.clearings.find({ link: id }, { session }).toArray();
    const now = clock.date();
    const chosen = visits === undefined ? { time: { $lte: now } } : { _id: { $in: visits.map(visitId) } };
    // Both filters may ask for a choice of times.
    const kept = { $and: [{ link: id }, chosen, notCleared(known)] } as Filter;
    const count = await collections.rawVisits.countDocuments(kept, { session });
    if (count === 0) return null;
    const clearing: ClearingDocument = {
      _id: new ObjectId(),
      link: id,
      time: now,
      count,
      ranges: visits === undefined ? rangesUntil(openRanges(known.flatMap(({ ranges }) => ranges)), now) : [],
    };
    await collections.clearings.insertOne(clearing, { session });
    await markChanged(sources, link, session);
    // What came back by its name goes by its name again.
    const named = visits === undefined ? ({ $and: [kept, { isExempt: true }] } as Filter) : kept;
    await collections.rawVisits.updateMany(named, { $set: { clearing: clearing._id } }, { session });
    return clearingRow(clearing);
  });
}

/** Brings back one clearing of a link, else all that is in its bin; answers how many visits that was. */
export async function restoreVisits(
  sources: ClearingSources,
  link: string,
  clearing?: string,
): Promise<number> {
  const { collections, clock } = sources;
  const asked = {
    link: new ObjectId(link),
    time: { $gt: new Date(clock.now() - BIN_MS) },
    ...(clearing === undefined ? {} : { _id: new ObjectId(clearing) }),
  };
  return inTransaction(sources, async (session) => {
    let restored = 0;
    for (const { _id, link: id, ranges } of await collections.clearings.find(asked, { session }).toArray()) {
      if (ranges.length > 0)
        restored += await collections.rawVisits.countDocuments(
          { link: id, ...clearedByTime(ranges) },
          { session },
        );
      const { modifiedCount } = await collections.rawVisits.updateMany(
        { link: id, clearing: _id },
        { $set: { isExempt: true }, $unset: { clearing: 1 } },
        { session },
      );
      restored += modifiedCount;
      await collections.clearings.deleteOne({ _id }, { session });
    }
    if (restored > 0) await markChanged(sources, link, session);
    return restored;
  });
}

const PURGED_AT_ONCE = 1_000;

/**
 * Deletes what waited in the bin for its days, and of a log that was cleared as a whole also the visits that were refused;
 * answers how many visits that was. A kill leaves the rest for the next time.
 */
export async function purgeClearings(
  { collections, clock }: KeptSources,
  signal?: AbortSignal,
): Promise<number> {
  const { clearings, rawVisits, refusedVisits } = collections;
  let purged = 0;
  const over = await clearings.find({ time: { $lte: new Date(clock.now() - BIN_MS) } }).toArray();
  for (const { _id, link, ranges } of over) {
    purged += await purge(rawVisits, { link, clearing: _id }, signal);
    if (ranges.length > 0)
      for (const visits of [rawVisits, refusedVisits])
        purged += await purge(visits, { link, ...clearedByTime(ranges) }, signal);
    if (signal?.aborted) return purged;
    await clearings.deleteOne({ _id });
  }
  return purged;
}

async function purge(
  visits: mongo.Collection<RawVisitDocument>,
  filter: Filter,
  signal: AbortSignal | undefined,
): Promise<number> {
  let purged = 0;
  while (!signal?.aborted) {
    const some = await visits
      .find(filter, { projection: { _id: 1 } })
      .limit(PURGED_AT_ONCE)
      .toArray();
    if (some.length === 0) break;
    // Asked for once more: one of them may have been brought back meanwhile.
    const { deletedCount } = await visits.deleteMany({
      $and: [filter, { _id: { $in: some.map(({ _id }) => _id) } }],
    });
    purged += deletedCount;
  }
  return purged;
}

function clearingRow({ _id, time, count, ranges }: ClearingDocument): VisitClearing {
  return {
    id: _id.toHexString(),
    time: time.toISOString(),
    until: new Date(time.getTime() + BIN_MS).toISOString(),
    count,
    is_whole: ranges.length > 0,
  };
}

async function inTransaction<T>(
  { database }: ClearingSources,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const session = database.client.startSession();
  try {
    return await session.withTransaction(() => work(session));
  } finally {
    await session.endSession();
  }
}
