import { onePlace } from '@waypost/contract';
import type { AddressStatistics, Clock } from '@waypost/sdk';
import mongoose from 'mongoose';
import { formatAddress, parseAddress } from '../../sdk/address.ts';
import type { DayHour } from '../derive/days.ts';
import type { Location } from '../derive/location.ts';
import { readKeeping } from '../kept/keeping.ts';
import { notClearedOf, oldestKept } from '../kept/kept-filter.ts';
import type { VisitCollections, VisitorDocument } from '../store/collections.ts';
import { visitorsOfAddresses } from './visitors-of-addresses.ts';

const { ObjectId } = mongoose.mongo;
/** Links of an address that are looked at; whoever has more is a network, whose sums say nothing of anybody. */
const MOST_LINKS = 10_000;
/** Links whose single visits are counted, the latest. */
const MOST_KEPT_LINKS = 100;
const MOST_KEPT = 10_000;
const MOST_DAYS = 366;
const LINK_BYTES = 12;
/** A look that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;

interface Sources {
  collections: VisitCollections;
  clock: Clock;
  dayHourOf(time: number): DayHour;
  /** Where 16 bytes as latin1 text are. */
  locationOf(address: string): Location;
}

const FIELDS = { count: 1, first: 1, last: 1, days: 1, country: 1, location: 1, isp: 1 } as const;

/** What is known of an address over all links. TypeError for what is no address. */
export async function readAddress(sources: Sources, text: string): Promise<AddressStatistics> {
  const bytes = parseAddress(text);
  if (bytes === undefined) throw new TypeError('an IPv4 or IPv6 address is expected');
  const ip = formatAddress(bytes);
  const ids = await visitorsOfAddresses(
    sources.collections,
    { ips: [ip] },
    { link: undefined, most: 2 * MOST_LINKS },
  );
  const visitors = await sources.collections.visitors
    // What was erased is told of nobody's address.
    .find(
      { ...(ids === undefined ? {} : { _id: { $in: ids } }), ip, erased: { $exists: false } },
      { projection: FIELDS, maxTimeMS: TIME_LIMIT_MS },
    )
    .limit(MOST_LINKS)
    .toArray();
  visitors.sort((left, right) => right.last.getTime() - left.last.getTime());
  const [latest] = visitors;
  const place = latest ?? sources.locationOf(Buffer.from(bytes).toString('latin1'));
  const days = new Map<number, AddressStatistics['days'][number]>();
  const dayOf = (day: number) => {
    const known = days.get(day) ?? { day, link_number: 0, kept_number: 0 };
    days.set(day, known);
    return known;
  };
  for (const visitor of visitors) for (const day of visitor.days) dayOf(day).link_number++;
  for (const day of await keptDays(sources, ip, visitors)) dayOf(day).kept_number++;
  const first = Math.min(...visitors.map((visitor) => visitor.first.getTime()));
  return {
    ip,
    ...onePlace(place),
    isp: place.isp,
    view_number: visitors.reduce((sum, { count }) => sum + count, 0),
    link_number: visitors.length,
    first_time: latest === undefined ? null : new Date(first).toISOString(),
    last_time: latest?.last.toISOString() ?? null,
    days: [...days.values()].sort((left, right) => right.day - left.day).slice(0, MOST_DAYS),
  };
}

/** The day of each single visit that is kept of an address, none that was cleared. */
async function keptDays(
  { collections, clock, dayHourOf }: Sources,
  ip: string,
  visitors: readonly Pick<VisitorDocument, '_id'>[],
): Promise<number[]> {
  const links = visitors
    .slice(0, MOST_KEPT_LINKS)
    .map(({ _id }) => new ObjectId(_id.buffer.subarray(0, LINK_BYTES)));
  if (links.length === 0) return [];
  const [{ days }, whole] = await Promise.all([readKeeping(collections), notClearedOf(collections, links)]);
  const kept = await collections.rawVisits
    .find(
      { link: { $in: links }, ip, time: { $gte: new Date(oldestKept(clock, days)) }, ...whole },
      { projection: { time: 1 }, maxTimeMS: TIME_LIMIT_MS },
    )
    .limit(MOST_KEPT)
    .toArray();
  return kept.map(({ time }) => dayHourOf(time.getTime()).day);
}
