import { type DayHour, hourNumber } from '../derive/days.ts';
import type { JournalVisit } from '../journal/batch.ts';
import {
  FLAG_COUNTED_TARGETS,
  FLAG_CRAWLER,
  FLAG_EXPIRED,
  FLAG_HOP,
  FLAG_OPEN_LOG,
  FLAG_REFUSED,
  FLAG_SHARED_TARGET,
  FLAG_SHARED_VIEW,
} from '../journal/format.ts';
import { targetCounter, viewCounter } from '../shares/shares.ts';
import { HOUR_KEYS, type ValueKeys } from './breakdown.ts';
import type { Derivation } from './derivation.ts';
import { addDayHours, bitsOf, type DayHours, dayOf, firstHour, oneHour } from './recent-hours.ts';

/** Additions to the sums of one day. */
export interface DayTally {
  views: number;
  addresses: number;
  fresh: number;
  /** Addresses that no code of the owner (or nobody's) had seen before. Only in sums of owners and the platform. */
  newcomers: number;
  crawlers: number;
  /** Visits of people that came when their link had expired, and were led on; in no other figure. */
  expired: number;
  /** The hour of each visit. */
  hours: number[];
  /** What each visit counts under. Lists of lists, because one made for each visit would be most of what a batch takes. */
  parts: ValueKeys[];
  /** The same of addresses, which are counted anew for the sums of an owner. */
  addressKeys: ValueKeys[];
  /** Addresses by the day on which they came before, as days-before.ts has it. */
  came: Map<string, number>;
}

export interface CodeTally {
  owner: string;
  /** Whoever had it before within the batch. */
  former?: Set<string>;
  /** When it was visited or led through last, and on which day; 0: neither. */
  last: number;
  lastDay: number;
  days: Map<number, DayTally>;
  /** Counted visits by target key; missing where the link has one target. */
  targets: Map<number, number> | undefined;
  /** Visits of people that came when it had expired, and were led on. */
  expired: number;
}

/** One address on one link in this batch. */
export interface VisitorTally {
  key: string;
  link: string;
  owner: string;
  address: string;
  count: number;
  first: number;
  last: number;
  /** Days of TIME_ZONE on which it came, with their hours. */
  days: DayHours[];
  agent: string;
  referrer: string;
}

/** Refusals of one rule on one day of one link. */
export interface RefusalTally {
  rule: number;
  link: string;
  owner: string;
  day: number;
  visits: number;
  crawlers: number;
  last: number;
}

/** What a batch of visits comes to. Ids and addresses are raw bytes as latin1 text. */
export interface BatchTally {
  codes: Map<string, CodeTally>;
  /** By link id + address. */
  visitors: Map<string, VisitorTally>;
  /** Visits of links whose log is open. */
  raw: JournalVisit[];
  visits: number;
  /** Of these, the ones that are in no sum of views or crawlers: hops of a chain, and those of `expired`. */
  hops: number;
  /** Visits by their hour, yyyymmddhh, and how many of them are in no sum of views by hour. */
  hours: Map<number, { counted: number; aside: number }>;
  /** Visits that rules of shields refused, by rule, day and link. */
  refusals: Map<string, RefusalTally>;
  /** Of these, the ones on links whose log is open. */
  refused: JournalVisit[];
  /** Visits that were counted out of what processes share, by counter. */
  shared: Map<string, number>;
}

export function emptyDay(): DayTally {
  return {
    views: 0,
    addresses: 0,
    fresh: 0,
    newcomers: 0,
    crawlers: 0,
    expired: 0,
    hours: [],
    parts: [],
    addressKeys: [],
    came: new Map(),
  };
}

/** Raises the count of a key. */
export function count<K>(map: Map<K, number>, key: K, by = 1): void {
  map.set(key, (map.get(key) ?? 0) + by);
}

/** Counts addresses in the hours in which they are new. */
export function addAddressHours(days: Map<number, DayTally>, added: readonly DayHours[]): void {
  for (const one of added) {
    const { addressKeys } = entry(days, dayOf(one), emptyDay);
    // Each turn takes the lowest bit away.
    for (let bits = bitsOf(one); bits !== 0; bits &= bits - 1)
      addressKeys.push(HOUR_KEYS[firstHour(bits)] as ValueKeys);
  }
}

/** The entry of `key`, made when missing. */
export function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/**
 * Sums a batch up by docs/product.md, "What counts as a visit": people in `views` with their addresses, crawlers apart, hops of a
 * chain only in their target's count.
 */
export function tallyBatch(
  visits: readonly JournalVisit[],
  dayHourOf: (time: number) => DayHour,
  { valueKeysOf }: Pick<Derivation, 'valueKeysOf'>,
): BatchTally {
  const tally: BatchTally = {
    codes: new Map(),
    visitors: new Map(),
    raw: [],
    visits: visits.length,
    hops: 0,
    hours: new Map(),
    refusals: new Map(),
    refused: [],
    shared: new Map(),
  };
  for (const visit of visits) {
    const isCrawler = (visit.flags & FLAG_CRAWLER) !== 0;
    const isHop = (visit.flags & FLAG_HOP) !== 0;
    const isExpired = (visit.flags & FLAG_EXPIRED) !== 0 && !isHop && !isCrawler;
    const moment = dayHourOf(visit.time);
    const { day, hour } = moment;
    const ofHour = entry(tally.hours, hourNumber(moment), () => ({ counted: 0, aside: 0 }));
    ofHour.counted++;
    if (isCrawler || isHop || isExpired) ofHour.aside++;
    if (isHop || isExpired) tally.hops++;
    if ((visit.flags & SHARED) !== 0) addShared(tally.shared, visit);
    if ((visit.flags & FLAG_REFUSED) !== 0) {
      addRefusal(tally.refusals, visit, { day, isCrawler });
      if ((visit.flags & FLAG_OPEN_LOG) !== 0) tally.refused.push(visit);
      continue;
    }
    if (isHop && isCrawler) continue;
    const code = entry(tally.codes, visit.link, () => ({
      owner: visit.owner,
      last: 0,
      lastDay: 0,
      days: new Map(),
      targets: undefined,
      expired: 0,
    }));
    if (code.owner !== visit.owner) {
      code.former ??= new Set();
      code.former.add(code.owner);
      code.owner = visit.owner;
    }
    if (isExpired) {
      code.expired++;
      entry(code.days, dayHourOf(visit.time).day, emptyDay).expired++;
      continue;
    }
    if (visit.time > code.last) Object.assign(code, { last: visit.time, lastDay: day });
    if ((visit.flags & FLAG_COUNTED_TARGETS) !== 0 && !isCrawler) {
      code.targets ??= new Map();
      count(code.targets, visit.targetKey);
    }
    if (isHop) continue;
    if ((visit.flags & FLAG_OPEN_LOG) !== 0) tally.raw.push(visit);
    const sums = entry(code.days, day, emptyDay);
    if (isCrawler) {
      sums.crawlers++;
      continue;
    }
    sums.views++;
    sums.hours.push(hour);
    for (const keys of valueKeysOf(visit)) sums.parts.push(keys);
    addVisitor(tally.visitors, visit, { day, hour });
  }
  return tally;
}

function addRefusal(
  refusals: Map<string, RefusalTally>,
  { link, owner, targetKey: rule, time }: JournalVisit,
  { day, isCrawler }: { day: number; isCrawler: boolean },
): void {
  const id = `${rule}:${day}:${Buffer.from(link, 'latin1').toString('hex')}`;
  const sum = entry(refusals, id, () => ({ rule, link, owner, day, visits: 0, crawlers: 0, last: 0 }));
  if (isCrawler) sum.crawlers++;
  else sum.visits++;
  sum.last = Math.max(sum.last, time);
}

const SHARED = FLAG_SHARED_TARGET | FLAG_SHARED_VIEW;

function addShared(shared: Map<string, number>, { flags, link, targetKey }: JournalVisit): void {
  const id = Buffer.from(link, 'latin1').toString('hex');
  if ((flags & FLAG_SHARED_TARGET) !== 0) count(shared, targetCounter(id, targetKey));
  if ((flags & FLAG_SHARED_VIEW) !== 0) count(shared, viewCounter(id));
}

function addVisitor(visitors: Map<string, VisitorTally>, visit: JournalVisit, { day, hour }: DayHour): void {
  const key = visit.link + visit.address;
  const known = visitors.get(key);
  if (known === undefined) {
    visitors.set(key, {
      key,
      link: visit.link,
      owner: visit.owner,
      address: visit.address,
      count: 1,
      first: visit.time,
      last: visit.time,
      days: [oneHour(day, hour)],
      agent: visit.userAgent,
      referrer: visit.referrer,
    });
    return;
  }
  known.count++;
  addDayHours(known.days, oneHour(day, hour));
  known.first = Math.min(known.first, visit.time);
  if (visit.time < known.last) return;
  known.last = visit.time;
  known.agent = visit.userAgent;
  known.referrer = visit.referrer;
}
