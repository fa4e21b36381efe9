import type { DeviceKind, VisitScope } from '@waypost/sdk';
import mongoose from 'mongoose';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { PLATFORM_SCOPE, type VisitCollections } from '../store/collections.ts';
import { cameWithin } from './came-within.ts';
import { countMarked } from './marked-addresses.ts';
import { linkRange } from './scope.ts';

const { ObjectId } = mongoose.mongo;
/** A range that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;

/**
 * How many different addresses visited a scope on the days from `first` to `last` (yyyymmdd, both included). Exact: an
 * address that came on several days, or to several links of an owner, counts once. `kind`: only addresses that came with such
 * a device when they first came within these days; where sums are of before that was kept, those of visitors who came with it
 * last.
 */
export async function countUniqueAddresses(
  collections: VisitCollections,
  scope: VisitScope & { kind?: DeviceKind | undefined },
  days: { first: number; last: number },
): Promise<number> {
  const summed = await cameWithin(collections, scope, days);
  if (summed !== undefined) return summed;
  const range = { days: { $elemMatch: { $gte: days.first, $lte: days.last } } };
  if (scope.link !== undefined) {
    const owner = scope.owner === undefined ? {} : { owner: new ObjectId(scope.owner) };
    return collections.visitors.countDocuments({
      _id: linkRange(scope.link, ADDRESS_BYTES),
      ...owner,
      ...(scope.kind === undefined ? {} : { kind: scope.kind }),
      ...range,
    });
  }
  if (scope.kind !== undefined) return countByKind(collections, scope, scope.kind, range);
  const marked = await countMarked(collections, scope, days);
  // Those of an earlier release, until the aggregator has moved them.
  const kept = await collections.addresses.countDocuments({
    _id: linkRange(scope.owner ?? PLATFORM_SCOPE, ADDRESS_BYTES),
    ...range,
  });
  return marked + kept;
}

/** Addresses are kept without their devices: the visitors behind them are grouped. */
async function countByKind(
  collections: VisitCollections,
  { owner }: VisitScope,
  kind: DeviceKind,
  range: Record<string, unknown>,
): Promise<number> {
  const [answer] = await collections.visitors
    .aggregate<{ count: number }>(
      [
        { $match: { ...(owner === undefined ? {} : { owner: new ObjectId(owner) }), kind, ...range } },
        { $group: { _id: '$ip' } },
        { $count: 'count' },
      ],
      { maxTimeMS: TIME_LIMIT_MS },
    )
    .toArray();
  return answer?.count ?? 0;
}
