import type { Clock, DayRange, DeviceKind, VisitorDimension, VisitScope, VisitValue } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { hoursOf } from '../aggregator/recent-hours.ts';
import { groupByValue, sumByValue } from '../aggregator/stored-values.ts';
import { addSums, countPacked, type Unpacked, unpackedOf } from '../columns/count-packed.ts';
import { findPackedDays } from '../columns/find-packed.ts';
import { BEFORE } from '../columns/pack-visitors.ts';
import type { ReadColumns } from '../columns/read-columns.ts';
import { beginningOf, type DayHour } from '../derive/days.ts';
import type { VisitCollections, VisitorDocument } from '../store/collections.ts';
import { NEWEST_FIRST } from '../store/list-indexes.ts';
import { linkRange } from './scope.ts';

const { ObjectId } = mongoose.mongo;
/** A range that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;
type Filter = mongo.Filter<VisitorDocument>;
/** Where a day was packed anew each time that its columns were read. */
const NOTHING_PACKED = { packed: [], counted: new Map<string, number>() };

export interface VisitorCountSources {
  collections: VisitCollections;
  clock: Clock;
  dayHourOf(time: number): DayHour;
  read: ReadColumns;
}
type Scope = VisitScope & { kind?: DeviceKind | undefined; only?: VisitValue | undefined };

/**
 * How many addresses of a range came with each value of a dimension: each on each code once, on the first of its days, with what
 * it came with last when that day was packed. Days that are not packed are counted from the visitors themselves.
 */
export async function countVisitors(
  sources: VisitorCountSources,
  scope: Scope,
  range: DayRange,
  dimension: VisitorDimension,
): Promise<Record<string, number>> {
  const { collections, clock, dayHourOf } = sources;
  const { owner, link, kind, only } = scope;
  const attempt = async () => {
    const packed = await findPackedDays(collections, 'visitors', range, dayHourOf(clock.now()).day);
    const counted = await countPacked(sources, scope, packed, {
      dimension,
      owner,
      link,
      without: new Map(),
      only: new Map([
        ...(kind === undefined ? [] : [['kind', kind] as const]),
        ...(only === undefined ? [] : [[only.dimension, only.value] as const]),
      ]),
      before: { column: BEFORE, day: range.first },
    });
    return counted && { packed, counted };
  };
  const { packed, counted } = (await attempt()) ?? (await attempt()) ?? NOTHING_PACKED;
  const left = await unpackedOf(collections, range, packed);
  const parts = await Promise.all(
    left.map(async (unpacked) => {
      const rows = await collections.visitors
        .aggregate<{ _id: Record<string, unknown>; sum: number }>(
          [
            { $match: unpackedFilter(scope, { unpacked, first: range.first, dayHourOf }) },
            { $group: { _id: groupByValue(dimension, only), sum: { $sum: 1 } } },
          ],
          // Whoever came in the last hours is few; a link may have had a million.
          {
            maxTimeMS: TIME_LIMIT_MS,
            ...(unpacked.hour > 0
              ? { hint: scope.owner === undefined ? NEWEST_FIRST : { owner: 1, ...NEWEST_FIRST } }
              : {}),
          },
        )
        .toArray();
      return sumByValue(rows, dimension, only);
    }),
  );
  return addSums([Object.fromEntries(counted), ...parts]);
}

/** Visitors of a scope who came first on some days, of a range that begins with `first`. */
function unpackedFilter(
  { owner, link, kind }: Scope,
  { unpacked, first, dayHourOf }: { unpacked: Unpacked; first: number; dayHourOf: (time: number) => DayHour },
): Filter {
  const { first: from, last, hour } = unpacked;
  return {
    ...(owner === undefined ? {} : { owner: new ObjectId(owner) }),
    ...(link === undefined ? {} : { _id: linkRange(link, ADDRESS_BYTES) }),
    ...(kind === undefined ? {} : { kind }),
    last: { $gte: beginningOf(from, hour, dayHourOf) },
    $and: [
      { days: { $elemMatch: { $gte: from, $lte: last } } },
      { days: { $not: { $elemMatch: { $gte: first, $lt: from } } } },
      ...(hour === 0 ? [] : [{ recent: { $elemMatch: hoursOf(from, hour) } }]),
    ],
  } as Filter;
}
