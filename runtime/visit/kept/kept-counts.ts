import type { DayRange, KeptCountScope, KeptCounts, VisitDimension } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { groupByValue, sumByValue } from '../aggregator/stored-values.ts';
import { type ChangedLinks, linksOf, readChanged } from '../columns/changed-links.ts';
import { addSums, countPacked, type Unpacked, unpackedOf } from '../columns/count-packed.ts';
import { findPackedDays } from '../columns/find-packed.ts';
import type { ReadColumns } from '../columns/read-columns.ts';
import { beginningOf, type DayHour, timesOfDays } from '../derive/days.ts';
import type { RawVisitDocument } from '../store/collections.ts';
import { readKeeping } from './keeping.ts';
import { type KeptSources, notClearedOf, oldestKept } from './kept-filter.ts';

const { ObjectId } = mongoose.mongo;
/** A range that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;
type Filter = mongo.Filter<RawVisitDocument>;
/** Where a day was packed anew each time that its columns were read. */
const NOTHING_PACKED = { packed: [], changed: new Map(), counted: new Map<string, number>() };

interface CountSources extends KeptSources {
  dayHourOf(time: number): DayHour;
  read: ReadColumns;
}

/** What is counted of kept visits. */
interface Asked {
  dimension: VisitDimension | 'link';
  scope: KeptCountScope;
}

/**
 * How many kept visits of people each value of a dimension had, also of those with one value of another: figures are not
 * kept by two things at once, visits are. Days that are packed are counted from their columns, the others from the visits
 * themselves. `since`: when the first of them came that is still kept; null without any.
 */
export async function countKept(
  sources: CountSources,
  scope: KeptCountScope,
  range: DayRange,
  dimension: VisitDimension | 'link',
): Promise<KeptCounts> {
  const { collections, clock, dayHourOf } = sources;
  const { days } = await readKeeping(collections);
  const oldest = new Date(oldestKept(clock, days));
  const whose = await scopeFilter(sources, scope);
  const [first, values] = await Promise.all([
    collections.rawVisits
      .find({ ...whose, time: { $gte: oldest } } as Filter, { projection: { time: 1 } })
      .sort({ time: 1 })
      .limit(1)
      .toArray(),
    countRange(sources, { scope, dimension }, { range, whose, oldest, today: dayHourOf(clock.now()).day }),
  ]);
  return { values, since: first[0]?.time.toISOString() ?? null };
}

async function countRange(
  sources: CountSources,
  asked: Asked,
  { range, whose, oldest, today }: { range: DayRange; whose: Filter; oldest: Date; today: number },
): Promise<Record<string, number>> {
  const { collections, dayHourOf } = sources;
  // The day on which visits begin to be kept is not all there.
  const { day } = dayHourOf(oldest.getTime());
  const from = Math.max(day, range.first);
  const attempt = async () => {
    const found = await findPackedDays(collections, 'visits', { ...range, first: from }, today);
    const packed = found.filter((one) => one.day > day);
    const changed = await readChanged(collections, packed);
    const counted = await countPacked(sources, asked.scope, packed, wishOf(asked, changed));
    return counted && { packed, changed, counted };
  };
  const { packed, changed, counted } = (await attempt()) ?? (await attempt()) ?? NOTHING_PACKED;
  const left = await unpackedOf(collections, { ...range, first: from }, packed);
  const isChanged = packed.length > 0 && changed.size > 0;
  const links = { $in: linksOf(changed).map((link) => new ObjectId(link)) };
  const times = (one: Unpacked) => {
    const { from: begin, until } = timesOfUnpacked(one, dayHourOf);
    return { $gte: begin > oldest ? begin : oldest, $lt: until };
  };
  const filters = left.map((one) => ({
    time: times(one),
    ...(isChanged ? { $nor: [{ link: links }] } : {}),
  }));
  // What does not hold of packed days is counted from the visits, with all others of these links.
  if (isChanged)
    filters.push({ time: times({ ...range, hour: 0 }), link: links } as (typeof filters)[number]);
  const parts = await Promise.all(
    filters.map((filter) => countVisits(sources, asked, { $and: [whose, filter] } as Filter)),
  );
  return addSums([Object.fromEntries(counted), ...parts]);
}

function wishOf({ dimension, scope }: Asked, without: ChangedLinks) {
  const { owner, link, kind, only } = scope;
  return {
    dimension,
    owner,
    link,
    without,
    before: undefined,
    only: new Map([
      ...(kind === undefined ? [] : [['kind', kind] as const]),
      ...(only === undefined ? [] : [[only.dimension, only.value] as const]),
    ]),
  };
}

function timesOfUnpacked(unpacked: Unpacked, dayHourOf: (time: number) => DayHour) {
  const times = timesOfDays(unpacked, dayHourOf);
  return unpacked.hour === 0
    ? times
    : { ...times, from: beginningOf(unpacked.first, unpacked.hour, dayHourOf) };
}

async function countVisits(
  { collections }: KeptSources,
  { dimension, scope: { only } }: Asked,
  filter: Filter,
): Promise<Record<string, number>> {
  const rows = await collections.rawVisits
    .aggregate<{ _id: Record<string, unknown>; sum: number }>(
      [{ $match: filter }, { $group: { _id: groupByValue(dimension, only), sum: { $sum: 1 } } }],
      { maxTimeMS: TIME_LIMIT_MS },
    )
    .toArray();
  return sumByValue(rows, dimension, only);
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
