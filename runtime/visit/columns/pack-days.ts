import mongoose from 'mongoose';
import { readKeeping } from '../kept/keeping.ts';
import { oldestKept } from '../kept/kept-filter.ts';
import { PLATFORM_SCOPE } from '../store/collections.ts';
import type { PackedDayDocument, PackedKind } from '../store/packed-rows.ts';
import { changesFrom } from './changed-links.ts';
import { isHeld, readDayStamps, type StampOf, WHOLE_DAY } from './day-stamps.ts';
import { dropPacked, dropUnfinished, keepPacked } from './keep-packed.ts';
import { gatherVisitors, VISITOR_COLUMNS } from './pack-visitors.ts';
import { gatherVisits, type PackingSources, VISIT_COLUMNS } from './pack-visits.ts';
import type { RowGathering } from './row-portions.ts';

const { ObjectId } = mongoose.mongo;
/** Visits of the days whose visitors are gathered in one reading: an aggregator has some 50 bytes in memory of each. */
const VISITS_AT_ONCE = 500_000;
/** Rows that do not hold any more, because something of their link was cleared or erased, are gone after so long. */
const RENEWED_MS = 24 * 60 * 60 * 1000;
/** How long a day that could not be packed is left alone. */
const ASIDE_MS = 30 * 60 * 1000;
/** Visits of an hour that is just over may still be on their way. */
const SETTLED_MS = 120_000;

/** A day of a release that knew less of visits has fewer: it is packed anew. */
const COLUMNS: Readonly<Record<PackedKind, number>> = {
  visits: VISIT_COLUMNS.length,
  visitors: VISITOR_COLUMNS.length,
};

/** What is known when it is looked for something to be packed. */
interface Looked {
  now: number;
  today: number;
  /** Hours of today that are over. */
  hour: number;
  stampOf: StampOf;
  known: readonly PackedDayDocument[];
  aside: Map<string, number>;
  /** Visits of each day that had some, newest first: what is asked for most is there soonest. */
  views: ReadonlyMap<number, number>;
}

/**
 * Packs the rows of days that are not packed as they are by now: days that are over whole, today up to its hour.
 * Each call answers whether there was something to be packed: there may be more. It throws the store's error.
 */
export function createDayPacker(sources: PackingSources): () => Promise<boolean> {
  let isTidy = false;
  /** Days that could not be packed, by when they are tried again: they keep no other from it. */
  const aside = new Map<string, number>();
  return async () => {
    const looked = await look(sources, aside);
    if (looked === undefined) return false;
    if (!isTidy) await dropUnfinished(sources.collections, looked.now);
    isTidy = true;
    return (await packVisits(sources, looked)) || (await packVisitors(sources, looked));
  };
}

/** Does what is to be done with some days; where it fails they are put aside for a while. */
async function trying(
  { aside, now }: Looked,
  kind: PackedKind,
  days: readonly number[],
  work: () => Promise<void>,
): Promise<void> {
  const names = days.map((day) => `${kind}:${day}`);
  try {
    await work();
    for (const name of names) aside.delete(name);
  } catch (error) {
    for (const name of names) aside.set(name, now + ASIDE_MS);
    throw error;
  }
}

/** Undefined where yesterday may still get visits of its last minutes. */
async function look(
  { collections, clock, dayHourOf }: PackingSources,
  aside: Looked['aside'],
): Promise<Looked | undefined> {
  const now = clock.now();
  const { day: today, hour } = dayHourOf(now - SETTLED_MS);
  if (dayHourOf(now).day !== today) return undefined;
  const scope = new ObjectId(PLATFORM_SCOPE);
  const [stampOf, known, platform] = await Promise.all([
    readDayStamps(collections, today),
    collections.packedDays.find({}).toArray(),
    collections.scopeDays
      .find({ scope, day: { $lte: today } }, { projection: { day: 1, views: 1, _id: 0 } })
      .sort({ day: -1 })
      .toArray(),
  ]);
  const views = new Map<number, number>();
  for (const one of platform) views.set(one.day, (views.get(one.day) ?? 0) + one.views);
  return { now, today, hour, stampOf, known, aside, views };
}

/** The hour before which a day is to be packed. */
const untilOf = ({ today, hour }: Looked, day: number): number => (day === today ? hour : WHOLE_DAY);

function isMissing(looked: Looked, kind: PackedKind, day: number): boolean {
  const { aside, known, now, today, stampOf } = looked;
  if ((aside.get(`${kind}:${day}`) ?? 0) > now) return false;
  const until = untilOf(looked, day);
  const found = known.find((one) => one.kind === kind && one.day === day);
  if (found === undefined) return until > 0;
  return found.until !== until || found.columns !== COLUMNS[kind] || !isHeld(found, today, stampOf);
}

function keepDay(
  { collections }: PackingSources,
  looked: Looked,
  { kind, day }: { kind: PackedKind; day: number },
  rows: RowGathering,
): Promise<void> {
  const until = untilOf(looked, day);
  const stamp = looked.stampOf(kind, day, until);
  // As of before it was read: what is cleared meanwhile is not known to be in it.
  const made = { kind, day, until, stamp, columns: COLUMNS[kind], made: new Date(looked.now) };
  return keepPacked(collections, made, rows);
}

async function packVisits(sources: PackingSources, looked: Looked): Promise<boolean> {
  const { collections, clock, dayHourOf } = sources;
  const { days: keptDays } = await readKeeping(collections);
  const oldest = dayHourOf(oldestKept(clock, keptDays)).day;
  const old = looked.known.find(({ kind, day }) => kind === 'visits' && day < oldest);
  if (old !== undefined) {
    await dropPacked(collections, old);
    return true;
  }
  const day =
    [...looked.views.keys()].find((one) => one >= oldest && isMissing(looked, 'visits', one)) ??
    (await changedDay(sources, looked));
  if (day === undefined) return false;
  await trying(looked, 'visits', [day], async () => {
    const rows = await gatherVisits(sources, day, untilOf(looked, day));
    await keepDay(sources, looked, { kind: 'visits', day }, rows);
  });
  return true;
}

/** A day to be packed anew without what was cleared or erased of it. */
async function changedDay(
  { collections: { changedLinks } }: PackingSources,
  { aside, known, now }: Looked,
): Promise<number | undefined> {
  const packed = known
    .filter(({ kind }) => kind === 'visits')
    .sort((one, other) => one.made.getTime() - other.made.getTime());
  const [oldest] = packed;
  if (oldest === undefined) return undefined;
  await changedLinks.deleteMany({ time: { $lt: changesFrom(oldest) } });
  const last = await changedLinks.findOne({ time: { $gte: changesFrom(oldest) } });
  const isDue = oldest.made.getTime() < now - RENEWED_MS && (aside.get(oldest._id) ?? 0) <= now;
  return last !== null && isDue ? oldest.day : undefined;
}

async function packVisitors(sources: PackingSources, looked: Looked): Promise<boolean> {
  const some: number[] = [];
  let visits = 0;
  for (const [day, views] of looked.views) {
    if (!isMissing(looked, 'visitors', day)) continue;
    visits += views;
    if (some.length > 0 && visits > VISITS_AT_ONCE) break;
    some.push(day);
  }
  const [newest] = some;
  if (newest === undefined) return false;
  await trying(looked, 'visitors', some, async () => {
    for (const [day, rows] of await gatherVisitors(sources, some, untilOf(looked, newest)))
      await keepDay(sources, looked, { kind: 'visitors', day }, rows);
  });
  return true;
}
