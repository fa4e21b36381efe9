import type { DayRange, LinkStatistics, VisitScope } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import type { VisitCollections } from '../store/collections.ts';
import { linkRange } from './scope.ts';

const { ObjectId } = mongoose.mongo;
/** A range that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;
const DAY_BYTES = 4;

interface Sums {
  _id: mongo.ObjectId | null;
  views: number;
  fresh: number;
  crawlers: number;
}

/** Sums of each link that was visited in a range. A link's last day stands with its totals, earlier ones for themselves. */
export async function readLinks(
  collections: VisitCollections,
  scope: VisitScope,
  { first, last }: DayRange,
): Promise<LinkStatistics[]> {
  const owner = scope.owner === undefined ? {} : { owner: new ObjectId(scope.owner) };
  const days = { $gte: first, $lte: last };
  const [earlier, latest] = await Promise.all([
    collections.codeDays
      .aggregate<Sums>(
        [
          {
            $match: {
              ...owner,
              day: days,
              ...(scope.link === undefined ? {} : { _id: linkRange(scope.link, DAY_BYTES) }),
            },
          },
          {
            $group: {
              _id: '$link',
              views: { $sum: '$views' },
              fresh: { $sum: '$fresh' },
              crawlers: { $sum: '$crawlers' },
            },
          },
        ],
        { maxTimeMS: TIME_LIMIT_MS },
      )
      .toArray(),
    collections.codes
      .find(
        {
          ...owner,
          'today.day': days,
          ...(scope.link === undefined ? {} : { _id: new ObjectId(scope.link) }),
        },
        {
          projection: { 'today.views': 1, 'today.fresh': 1, 'today.crawlers': 1 },
          maxTimeMS: TIME_LIMIT_MS,
        },
      )
      .toArray(),
  ]);
  const sums = new Map<string, LinkStatistics>();
  for (const { _id, views, fresh, crawlers } of [
    ...earlier,
    ...latest.map(({ _id, today }) => ({ _id, ...today })),
  ]) {
    if (_id === null) continue;
    const link = _id.toHexString();
    const sum = sums.get(link) ?? { link, view_number: 0, new_visitor_number: 0, bot_view_number: 0 };
    sum.view_number += views;
    sum.new_visitor_number += fresh;
    sum.bot_view_number += crawlers;
    if (views + crawlers > 0) sums.set(link, sum);
  }
  return [...sums.values()];
}
