import type { DayRange, DeviceKind, VisitorDimension, VisitScope, VisitValue } from '@waypost/sdk';
import mongoose from 'mongoose';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { groupByValue, sumByValue } from '../aggregator/stored-values.ts';
import type { VisitCollections } from '../store/collections.ts';
import { linkRange } from './scope.ts';

const { ObjectId } = mongoose.mongo;
/** A range that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;

/** How many visitors of a range came with each value of a dimension last. */
export async function countVisitors(
  collections: VisitCollections,
  scope: VisitScope & { kind?: DeviceKind | undefined; only?: VisitValue | undefined },
  range: DayRange,
  dimension: VisitorDimension,
): Promise<Record<string, number>> {
  const { only } = scope;
  const rows = await collections.visitors
    .aggregate<{ _id: Record<string, unknown>; sum: number }>(
      [
        {
          $match: {
            ...(scope.owner === undefined ? {} : { owner: new ObjectId(scope.owner) }),
            ...(scope.link === undefined ? {} : { _id: linkRange(scope.link, ADDRESS_BYTES) }),
            ...(scope.kind === undefined ? {} : { kind: scope.kind }),
            days: { $elemMatch: { $gte: range.first, $lte: range.last } },
          },
        },
        { $group: { _id: groupByValue(dimension, only), sum: { $sum: 1 } } },
      ],
      { maxTimeMS: TIME_LIMIT_MS },
    )
    .toArray();
  return sumByValue(rows, dimension, only);
}
