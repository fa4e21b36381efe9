import type { VisitScope } from '@waypost/sdk';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { PLATFORM_SCOPE, type ScopeDayDocument, type VisitCollections } from '../store/collections.ts';
import { countFirstMarked } from './marked-addresses.ts';
import { linkRange } from './scope.ts';

/** A count that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;

/**
 * New visitors (addresses seen in the scope for the first time ever) of those days whose sums are from before they were
 * counted; nothing where all sums have them. Days are yyyymmdd.
 */
export async function newcomersOfOldDays(
  collections: VisitCollections,
  { owner }: VisitScope,
  sums: readonly Pick<ScopeDayDocument, 'day' | 'newcomers'>[],
): Promise<Map<number, number>> {
  const old = new Map(sums.filter(({ newcomers }) => newcomers === undefined).map(({ day }) => [day, 0]));
  if (old.size === 0) return old;
  const [first, last] = [Math.min(...old.keys()), Math.max(...old.keys())];
  // Those of an earlier release, until the aggregator has moved them.
  const rows = await collections.addresses
    .aggregate<{ _id: number; addresses: number }>(
      [
        {
          $match: {
            _id: linkRange(owner ?? PLATFORM_SCOPE, ADDRESS_BYTES),
            $and: [{ days: { $elemMatch: { $gte: first, $lte: last } } }, { days: { $not: { $lt: first } } }],
          },
        },
        { $group: { _id: { $min: '$days' }, addresses: { $sum: 1 } } },
      ],
      { maxTimeMS: TIME_LIMIT_MS },
    )
    .toArray();
  const marked = await countFirstMarked(collections, owner === undefined ? {} : { owner });
  for (const { _id: day, addresses } of rows) marked.set(day, (marked.get(day) ?? 0) + addresses);
  for (const [day, addresses] of marked) if (old.has(day)) old.set(day, addresses);
  return old;
}
