import type { DayRange, KeptCountScope, KeptCounts, VisitDimension } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { valueKey } from '../aggregator/breakdown.ts';
import { regionOf, withoutVersion } from '../aggregator/dimensions.ts';
import { type DayHour, timesOfDays } from '../derive/days.ts';
import { DAY_SECONDS, type RawVisitDocument } from '../store/collections.ts';
import { readKeeping } from './keeping.ts';
import { clearedByTime, type KeptSources } from './kept-filter.ts';

const { ObjectId } = mongoose.mongo;
/** A range that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;
type Filter = mongo.Filter<RawVisitDocument>;
type Grouped = Record<string, unknown>;

/** The fields of a kept visit that a dimension is made of. */
const fieldsOf = (dimension: VisitDimension | 'link'): readonly string[] =>
  dimension === 'region' ? ['country', 'location'] : [dimension];

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
  const oldest = new Date(sources.clock.now() - days * DAY_SECONDS * 1000);
  const { from, until } = timesOfDays(range, sources.dayHourOf);
  const whose = await scopeFilter(sources, scope);
  const { only } = scope;
  const fields = new Set([...fieldsOf(dimension), ...(only === undefined ? [] : fieldsOf(only.dimension))]);
  const [first, rows] = await Promise.all([
    rawVisits
      .find({ ...whose, time: { $gte: oldest } } as Filter, { projection: { time: 1 } })
      .sort({ time: 1 })
      .limit(1)
      .toArray(),
    rawVisits
      .aggregate<{ _id: Grouped; visits: number }>(
        [
          { $match: { ...whose, time: { $gte: from > oldest ? from : oldest, $lt: until } } },
          {
            $group: {
              _id: Object.fromEntries([...fields].map((field) => [field, `$${field}`])),
              visits: { $sum: 1 },
            },
          },
        ],
        { maxTimeMS: TIME_LIMIT_MS },
      )
      .toArray(),
  ]);
  // Values come from visitors: no name may reach what every object has.
  const values: Record<string, number> = Object.create(null);
  for (const { _id, visits } of rows) {
    if (only !== undefined && valueUnder(_id, only.dimension) !== only.value) continue;
    const value = valueUnder(_id, dimension);
    values[value] = (values[value] ?? 0) + visits;
  }
  return { values, since: first[0]?.time.toISOString() ?? null };
}

/** Visits of people in a scope that are not in the bin. */
async function scopeFilter(
  { collections }: KeptSources,
  { link, owner, kind }: KeptCountScope,
): Promise<Filter> {
  const cleared = await collections.clearings
    .find({ 'ranges.0': { $exists: true }, ...(link === undefined ? {} : { link: new ObjectId(link) }) })
    .toArray();
  return {
    ...(link === undefined ? {} : { link: new ObjectId(link) }),
    ...(owner === undefined ? {} : { owner: new ObjectId(owner) }),
    ...(kind === undefined ? {} : { kind }),
    isCrawler: false,
    clearing: { $exists: false },
    ...(cleared.length === 0
      ? {}
      : { $nor: cleared.map((one) => ({ link: one.link, ...clearedByTime(one.ranges) })) }),
  } as Filter;
}

/** The value under which such a visit is counted: see aggregator/dimensions.ts. */
function valueUnder(visit: Grouped, dimension: VisitDimension | 'link'): string {
  const text = (field: string): string => String(visit[field] ?? '');
  if (dimension === 'region') return regionOf({ country: text('country'), location: text('location') });
  if (dimension === 'kind') return text('kind') || 'other';
  const value = text(dimension);
  if (dimension === 'link') return value;
  return valueKey('', dimension === 'system' || dimension === 'browser' ? withoutVersion(value) : value);
}
