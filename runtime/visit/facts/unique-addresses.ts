import type { VisitScope } from '@waypost/sdk';
import mongoose from 'mongoose';
import { ADDRESS_BYTES } from '../rules/address.ts';
import { PLATFORM_SCOPE, type VisitCollections } from '../store/collections.ts';
import { linkRange } from './scope.ts';

const { ObjectId } = mongoose.mongo;

/**
 * How many different addresses visited a scope on the days from `first` to `last` (yyyymmdd, both included). Exact: an
 * address that came on several days, or to several links of an owner, counts once.
 */
export async function countUniqueAddresses(
  collections: VisitCollections,
  scope: VisitScope,
  days: { first: number; last: number },
): Promise<number> {
  const range = { days: { $elemMatch: { $gte: days.first, $lte: days.last } } };
  if (scope.link !== undefined) {
    const owner = scope.owner === undefined ? {} : { owner: new ObjectId(scope.owner) };
    return collections.visitors.countDocuments({
      _id: linkRange(scope.link, ADDRESS_BYTES),
      ...owner,
      ...range,
    });
  }
  return collections.addresses.countDocuments({
    _id: linkRange(scope.owner ?? PLATFORM_SCOPE, ADDRESS_BYTES),
    ...range,
  });
}
