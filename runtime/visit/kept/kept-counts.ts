import type { DayRange, KeptCountScope, KeptCounts, VisitDimension } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { groupByValue, sumByValue } from '../aggregator/stored-values.ts';
import { type DayHour, timesOfDays } from '../derive/days.ts';
import type { RawVisitDocument } from '../store/collections.ts';
import { readKeeping } from './keeping.ts';
import { type KeptSources, notClearedOf, oldestKept } from './kept-filter.ts';

const { ObjectId } = mongoose.mongo;
/** A range that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;
type Filter = mongo.Filter<RawVisitDocument>;

/**
 * How many kept visits of people each value of a dimension had, also of those with one value of another: figures are not
 * kept by two things at once, visits are. `since`: when the first of them came that is still kept; null without any.
 */
export async function countKept(
  sources: KeptSources & { dayHourOf(time: number): DayHour },
  scope: KeptCountScope,
  range: DayRange,
  dimension: VisitDimension | 'link',
): Promise<KeptCounts> {
  const { rawVisits } = sources.collections;
  const { days } = await readKeeping(sources.collections);
  const oldest = new Date(oldestKept(sources.clock, days));
  const { from, until } = timesOfDays(range, sources.dayHourOf);
  const whose = await scopeFilter(sources, scope);
  const { only } = scope;
  const [first, rows] = await Promise.all([
    rawVisits
      .find({ ...whose, time: { $gte: oldest } } as Filter, { projection: { time: 1 } })
      .sort({ time: 1 })
      .limit(1)
      .toArray(),
    rawVisits
      .aggregate<{ _id: Record<string, unknown>; sum: number }>(
        [
          { $match: { ...whose, time: { $gte: from > oldest ? from : oldest, $lt: until } } },
          { $group: { _id: groupByValue(dimension, only), sum: { $sum: 1 } } },
        ],
        { maxTimeMS: TIME_LIMIT_MS },
      )
      .toArray(),
  ]);
  return { values: sumByValue(rows, dimension, only), since: first[0]?.time.toISOString() ?? null };
}

/** Visits of people in a scope that are not in the bin. */
async function scopeFilter(
  { collections }: KeptSources,
  { link, owner, kind }: KeptCountScope,
): Promise<Filter> {
  return {
    ...(link === undefined ? {} : { link: new ObjectId(link) }),
    ...(owner === undefined ? {} : { owner: new ObjectId(owner) }),
    ...(kind === undefined ? {} : { kind }),
    isCrawler: false,
    ...(await notClearedOf(collections, link === undefined ? undefined : [new ObjectId(link)])),
  } as Filter;
}
