import type { DayRange, DeviceKind, VisitScope } from '@waypost/sdk';
import mongoose from 'mongoose';
import { cameSince } from '../aggregator/days-before.ts';
import type { CodeDayDocument, DayFigures, VisitCollections } from '../store/collections.ts';
import { ALL_DAYS, type ReadOptions, withPending } from '../sums/pending.ts';
import { codeDayId, scopeId } from './scope.ts';

const { ObjectId } = mongoose.mongo;
const TIME_LIMIT_MS = 10_000;

type Came = Pick<DayFigures, 'addresses'> & { came?: DayFigures['came'] | CodeDayDocument['came'] };

/**
 * Different addresses of a range from the sums of its days: each is counted on the day that it first came on within the range.
 * @returns undefined where a day is of before this was counted, or the scope is a part of a code's visits
 */
export async function cameWithin(
  collections: VisitCollections,
  scope: VisitScope & { kind?: DeviceKind | undefined },
  range: DayRange,
): Promise<number | undefined> {
  if (scope.link !== undefined && scope.owner !== undefined) return undefined;
  const days =
    scope.link === undefined
      ? await daysOfScope(collections, scope, range)
      : await daysOfCode(collections, scope.link, range);
  let [found, known, wanted] = [0, 0, 0];
  for (const { addresses, came = [] } of days) {
    wanted += addresses;
    for (const text of [came].flat()) {
      const { fresh, all } = cameSince(text, range.first, scope.kind);
      found += fresh;
      known += all;
    }
  }
  return known === wanted ? found : undefined;
}

function daysOfScope(
  { scopeDays }: VisitCollections,
  scope: VisitScope,
  { first, last }: DayRange,
): Promise<Came[]> {
  return scopeDays
    .find(
      { scope: scopeId(scope), day: { $gte: first, $lte: last } },
      { projection: { addresses: 1, came: 1, _id: 0 }, maxTimeMS: TIME_LIMIT_MS },
    )
    .toArray();
}

function daysOfCode(collections: VisitCollections, link: string, range: DayRange): Promise<Came[]> {
  // Of all its days: the last one before is moved when one of them goes into its document.
  return withPending(collections, async (pending, options) => [
    ...(await storedDaysOfCode(collections, { link, options }, range)),
    ...(await pending.told(link, ALL_DAYS)).filter(({ day }) => day >= range.first && day <= range.last),
  ]);
}

async function storedDaysOfCode(
  { codes, codeDays }: VisitCollections,
  { link, options }: { link: string; options: ReadOptions },
  { first, last }: DayRange,
): Promise<Came[]> {
  const [earlier, latest] = await Promise.all([
    codeDays
      .find(
        { _id: { $gte: codeDayId(link, first), $lte: codeDayId(link, last) } },
        { projection: { addresses: 1, came: 1, _id: 0 }, maxTimeMS: TIME_LIMIT_MS, ...options },
      )
      .toArray(),
    codes
      .find(
        { _id: new ObjectId(link), 'today.day': { $gte: first, $lte: last } },
        { projection: { 'today.addresses': 1, 'today.came': 1, _id: 0 }, ...options },
      )
      .toArray(),
  ]);
  return [...earlier, ...latest.map(({ today }) => today)];
}
