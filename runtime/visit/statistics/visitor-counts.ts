import type { DayRange, DeviceKind, VisitorDimension, VisitScope, VisitValue } from '@waypost/sdk';
import mongoose from 'mongoose';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { valueKey } from '../aggregator/breakdown.ts';
import { regionOf, withoutVersion } from '../aggregator/dimensions.ts';
import type { VisitCollections } from '../store/collections.ts';
import { linkRange } from './scope.ts';

const { ObjectId } = mongoose.mongo;
/** A range that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;

/** The fields of a visitor that a dimension is made of. */
const FIELDS = (dimension: VisitorDimension): readonly string[] =>
  dimension === 'region' ? ['country', 'location'] : [dimension];
type Grouped = Record<string, string | undefined>;

/** How many visitors of a range came with each value of a dimension last. */
export async function countVisitors(
  collections: VisitCollections,
  scope: VisitScope & { kind?: DeviceKind | undefined; only?: VisitValue | undefined },
  range: DayRange,
  dimension: VisitorDimension,
): Promise<Record<string, number>> {
  const { only } = scope;
  const fields = new Set([...FIELDS(dimension), ...(only === undefined ? [] : FIELDS(only.dimension))]);
  const rows = await collections.visitors
    .aggregate<{ _id: Grouped; visitors: number }>(
      [
        {
          $match: {
            ...(scope.owner === undefined ? {} : { owner: new ObjectId(scope.owner) }),
            ...(scope.link === undefined ? {} : { _id: linkRange(scope.link, ADDRESS_BYTES) }),
            ...(scope.kind === undefined ? {} : { kind: scope.kind }),
            days: { $elemMatch: { $gte: range.first, $lte: range.last } },
          },
        },
        {
          $group: {
            _id: Object.fromEntries([...fields].map((field) => [field, `$${field}`])),
            visitors: { $sum: 1 },
          },
        },
      ],
      { maxTimeMS: TIME_LIMIT_MS },
    )
    .toArray();
  // Values come from visitors: no name may reach what every object has.
  const counts: Record<string, number> = Object.create(null);
  for (const { _id, visitors } of rows) {
    if (only !== undefined && partOf(_id, only.dimension) !== only.value) continue;
    const value = partOf(_id, dimension);
    counts[value] = (counts[value] ?? 0) + visitors;
  }
  return counts;
}

/** The value under which visits of such a visitor are counted: see aggregator/breakdown.ts. */
function partOf(visitor: Grouped, dimension: VisitorDimension): string {
  if (dimension === 'region')
    return regionOf({ country: visitor.country ?? '', location: visitor.location ?? '' });
  if (dimension === 'kind') return visitor.kind ?? 'other';
  const value = visitor[dimension] ?? '';
  return valueKey('', dimension === 'system' || dimension === 'browser' ? withoutVersion(value) : value);
}
