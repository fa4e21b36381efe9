import { placeSpellings } from '@waypost/contract';
import type { Clock, KeptVisitFilter } from '@waypost/sdk';
import { anyLiteral, formatAddress, parseAddress } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import {
  type ClearingDocument,
  DAY_SECONDS,
  type RawVisitDocument,
  type TimeRange,
  type VisitCollections,
} from '../store/collections.ts';
import { readKeeping } from './keeping.ts';
import { openRanges, timesIn } from './open-ranges.ts';

const { ObjectId } = mongoose.mongo;
const ABSENT = { $exists: false };
type Filter = mongo.Filter<RawVisitDocument>;

/** How a visit is called outside: a colon would end it in the address of a page. */
export const visitName = (id: string): string => id.replace(':', '.');
/** The id of a visit by that name. */
export const visitId = (name: string): string => name.replace('.', ':');

/** What is looked at of the store to say which visits of a link are kept and not in the bin. */
export interface KeptSources {
  collections: VisitCollections;
  clock: Clock;
}

/** The text as a pattern that matches itself only. */
const part = (text: string): RegExp => anyLiteral([text]);

/** Visits of a link that are neither in the bin nor too old, and what a filter asks of them. */
export async function keptFilter(
  { collections, clock }: KeptSources,
  wish: KeptVisitFilter,
): Promise<Filter> {
  const link = new ObjectId(wish.link);
  const [clearings, { days }] = await Promise.all([
    collections.clearings.find({ link }).toArray(),
    readKeeping(collections),
  ]);
  const oldest = new Date(oldestKept(clock, days));
  const from = wish.time_from === undefined ? oldest : new Date(wish.time_from);
  const time = {
    $gte: from > oldest ? from : oldest,
    ...(wish.time_to === undefined ? {} : { $lte: new Date(wish.time_to) }),
  };
  return { link, time, ...notCleared(clearings), ...factsOf(wish) } as Filter;
}

/** Milliseconds since 1970 at which a visit has to have come to be kept still, where visits are kept for some days. */
export const oldestKept = (clock: Clock, days: number): number => clock.now() - days * DAY_SECONDS * 1000;

/** All of a link that is not in the bin, however old. */
export function notCleared(clearings: readonly ClearingDocument[]): Filter {
  const ranges = clearings.flatMap((clearing) => clearing.ranges);
  if (ranges.length === 0) return { clearing: ABSENT } as Filter;
  const open = openRanges(ranges);
  return { clearing: ABSENT, $or: [...open.map(timeFilter), { isExempt: true }] } as Filter;
}

/** All of some links, or of every link, that is not in the bin, however old. */
export async function notClearedOf(
  { clearings }: VisitCollections,
  links: readonly mongo.ObjectId[] | undefined,
): Promise<Filter> {
  const cleared = await clearings
    .find({ 'ranges.0': { $exists: true }, ...(links === undefined ? {} : { link: { $in: [...links] } }) })
    .toArray();
  if (cleared.length === 0) return { clearing: ABSENT } as Filter;
  const ofLinks = cleared.map(({ link, ranges }) => ({ link, ...clearedByTime(ranges) }));
  return { clearing: ABSENT, $nor: ofLinks } as Filter;
}

/** What was cleared by its time: of a link, whatever was not chosen by its name. */
export function clearedByTime(ranges: readonly TimeRange[]): Filter {
  return { clearing: ABSENT, isExempt: ABSENT, $or: ranges.map(timeFilter) } as Filter;
}

const timeFilter = (range: TimeRange): Filter => {
  const time = timesIn(range);
  return (time === undefined ? {} : { time }) as Filter;
};

function factsOf({ ip, kind, app, device, system, location, target }: KeptVisitFilter): Filter {
  const address = ip === undefined ? undefined : parseAddress(ip);
  return {
    // A text that is no address is nobody's.
    ...(ip === undefined ? {} : { ip: address === undefined ? ip : formatAddress(address) }),
    ...(kind === undefined || kind.length === 0 ? {} : { kind: { $in: kind } }),
    ...(app === undefined || app.length === 0 ? {} : { app: { $in: app } }),
    ...(device === undefined ? {} : { device: { $regex: part(device) } }),
    ...(system === undefined ? {} : { system: { $regex: part(system) } }),
    ...(location === undefined ? {} : { location: { $regex: anyLiteral(location.flatMap(placeSpellings)) } }),
    ...(target === undefined ? {} : { target }),
  } as Filter;
}
