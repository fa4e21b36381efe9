import type { Clock } from '@waypost/sdk';
import mongoose, { type ClientSession, type mongo } from 'mongoose';
import { formatAddress, parseAddress } from '../../sdk/address.ts';
import { markChanged } from '../columns/changed-links.ts';
import { type DayHour, dayOfHour, hourNumber } from '../derive/days.ts';
import type { RawVisitDocument, VisitCollections, VisitorDocument } from '../store/collections.ts';

const { Binary, ObjectId } = mongoose.mongo;
/** Links that are asked about at once. */
const MOST_LINKS = 1_000;
/** Visits that are deleted in one transaction. */
const PORTION = 2_000;

export interface EraseSources {
  collections: VisitCollections;
  clock: Clock;
  database: mongo.Db;
  dayHourOf(time: number): DayHour;
}

/**
 * Deletes what is kept of an address's visits of these links, in the bin and those that were refused, too, and takes the address and what it came with
 * out of their lists of visitors. Where different addresses are counted it stays as what it is counted by: no figure changes.
 * How many visits went is counted by their hours, and nothing else of them.
 * @returns how many visits were deleted
 * @throws RangeError for more than 1,000 links, TypeError for a text that is no address
 */
export async function eraseVisits(
  sources: EraseSources,
  links: readonly string[],
  ip: string,
): Promise<number> {
  const address = parseAddress(ip);
  if (address === undefined) throw new TypeError(`"${ip}" is no address`);
  if (links.length > MOST_LINKS) throw new RangeError(`at most ${MOST_LINKS} links at once`);
  const filter = {
    link: { $in: links.map((link) => new ObjectId(link)) },
    ip: formatAddress(address),
  };
  const session = sources.database.client.startSession();
  let erased = 0;
  try {
    for (;;) {
      const some = await session.withTransaction(() => erasePortion(sources, filter, session));
      erased += some;
      if (some < PORTION) break;
    }
  } finally {
    await session.endSession();
  }
  const refused = await sources.collections.refusedVisits.deleteMany(filter);
  const ids = links.map((link) => new Binary(Buffer.concat([Buffer.from(link, 'hex'), address])));
  await sources.collections.visitors.updateMany({ _id: { $in: ids } } as mongo.Filter<VisitorDocument>, {
    $set: { erased: new ObjectId(), agent: '' },
  });
  return erased + refused.deletedCount;
}

async function erasePortion(
  sources: EraseSources,
  filter: mongo.Filter<RawVisitDocument>,
  session: ClientSession,
): Promise<number> {
  const { collections, dayHourOf } = sources;
  const { hours, rawVisits } = collections;
  const some = await rawVisits
    .find(filter, { session, projection: { time: 1, link: 1 } })
    .limit(PORTION)
    .toArray();
  if (some.length === 0) return 0;
  const { deletedCount } = await rawVisits.deleteMany(
    { _id: { $in: some.map(({ _id }) => _id) } },
    { session },
  );
  const byHour = Map.groupBy(some, ({ time }) => hourNumber(dayHourOf(time.getTime())));
  for (const [hour, visits] of byHour)
    await hours.updateOne(
      { _id: `erased:${hour}` },
      { $inc: { erased: visits.length }, $setOnInsert: { day: dayOfHour(hour).day, hour } },
      { upsert: true, session },
    );
  for (const link of new Set(some.map((visit) => visit.link.toHexString())))
    await markChanged(sources, link, session);
  return deletedCount;
}
