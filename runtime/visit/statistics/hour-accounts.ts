import type { DayRange, HourAccount, HourDifference } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { dayOfHour, hourNumber } from '../derive/days.ts';
import {
  HOURS_SINCE,
  type HourDocument,
  PLATFORM_SCOPE,
  type ScopeDayDocument,
  visitCollections,
} from '../store/collections.ts';
import { journalNames } from './accounts.ts';

const { ObjectId } = mongoose.mongo;
/** What was told so short a time ago may still be on its way, milliseconds. */
const SETTLED_MS = 60_000;
const DAY_MS = 86_400_000;

/** Journals of other machines that are not counted to their end. */
type Elsewhere = ReadonlySet<string>;

interface ReadOptions {
  range: DayRange;
  now: number;
  /** The journals of this machine; the hours are of all machines. */
  directory: string;
  /** Visits wait in journals of this machine: what is not counted yet may be one of them. */
  isLagging: boolean;
}

/** Hours of the last days that differ, as an operator has to know of them. */
export async function readDifferingHours(
  database: mongo.Db,
  options: Omit<ReadOptions, 'range'> & { days: number },
): Promise<HourAccount[]> {
  const { days, now } = options;
  // A day more at both ends: which day it is depends on the time zone.
  const range = { first: dayOf(now - days * DAY_MS), last: dayOf(now + DAY_MS) };
  return (await readHourAccounts(database, { ...options, range })).filter(({ state }) => state === 'differs');
}

const dayOf = (time: number): number => Number(new Date(time).toISOString().slice(0, 10).replaceAll('-', ''));

/**
 * The counters of visits by hour of TIME_ZONE, oldest first, all of one moment; hours without any visit are left out.
 * Throws the store's error.
 */
export async function readHourAccounts(database: mongo.Db, options: ReadOptions): Promise<HourAccount[]> {
  const { hours, days, since, unfinished } = await readStored(database, options.range);
  const here = new Set(journalNames(options.directory));
  const elsewhere = new Set(unfinished.filter((journal) => !here.has(journal)));
  const rolledUp = new Map<number, number>();
  for (const { day, hours: visits } of days)
    for (const [hour, views] of Object.entries(visits))
      add(rolledUp, hourNumber({ day, hour: Number(hour) }), views);
  for (const { hour, aside = 0 } of hours) add(rolledUp, hour, aside);
  const byHour = Map.groupBy(hours, ({ hour }) => hour);
  return [...new Set([...rolledUp.keys(), ...byHour.keys()])]
    .filter((hour) => (rolledUp.get(hour) ?? 0) > 0 || byHour.has(hour))
    .sort((first, second) => first - second)
    .map((hour) => {
      const parts = byHour.get(hour) ?? [];
      const account = accountOf(hour, parts, rolledUp.get(hour) ?? 0);
      if (hour <= since) return { ...account, state: 'unknown' };
      const { differences, isMoving } = differencesOf(parts, account, { ...options, elsewhere });
      return {
        ...account,
        differences,
        state: differences.length > 0 ? 'differs' : isMoving ? 'moving' : 'agrees',
      };
    });
}

const add = (sums: Map<number, number>, hour: number, by: number): void => {
  sums.set(hour, (sums.get(hour) ?? 0) + by);
};

async function readStored(
  database: mongo.Db,
  { first, last }: DayRange,
): Promise<{
  hours: HourDocument[];
  days: Pick<ScopeDayDocument, 'day' | 'hours'>[];
  since: number;
  unfinished: string[];
}> {
  const collections = visitCollections(database);
  const session = database.client.startSession();
  const day = { $gte: first, $lte: last };
  try {
    return await session.withTransaction(
      async () => ({
        hours: await collections.hours.find({ day }, { session }).toArray(),
        days: await collections.scopeDays
          .find({ scope: new ObjectId(PLATFORM_SCOPE), day }, { session, projection: { day: 1, hours: 1 } })
          .toArray(),
        since:
          (await collections.hours.findOne({ _id: HOURS_SINCE }, { session }))?.hour ??
          Number.POSITIVE_INFINITY,
        // One that is counted to its end has no checkpoint any more.
        unfinished: (
          await collections.checkpoints.find({}, { session, projection: { _id: 1 } }).toArray()
        ).map(({ _id }) => _id),
      }),
      { readConcern: { level: 'snapshot' } },
    );
  } finally {
    await session.endSession();
  }
}

function accountOf(hour: number, parts: readonly HourDocument[], rolled_up: number): HourAccount {
  const sum = (of: (part: HourDocument) => number | undefined) =>
    parts.reduce((total, part) => total + (of(part) ?? 0), 0);
  return {
    ...dayOfHour(hour),
    answered: sum(({ answered }) => answered),
    journalled: sum(({ journalled }) => journalled),
    counted: sum(({ counted }) => counted),
    rolled_up,
    erased: sum(({ erased }) => erased),
    untold: journalsOf(parts).reduce((total, one) => total + untoldOf(one), 0),
    state: 'agrees',
    differences: [],
  };
}

interface JournalHour {
  journal: string;
  counted: number;
  told: HourDocument | undefined;
}

/** What is known of each journal in one hour. */
function journalsOf(parts: readonly HourDocument[]): JournalHour[] {
  const ofJournals = Map.groupBy(
    parts.filter(({ journal }) => journal !== undefined),
    ({ journal }) => journal as string,
  );
  return [...ofJournals].map(([journal, some]) => ({
    journal,
    counted: some.reduce((total, { counted = 0 }) => total + counted, 0),
    told: some.find(({ told }) => told !== undefined),
  }));
}

/** Counted, and not told by a process that has not ended in peace: it may still tell, or was killed before it could. */
function untoldOf({ counted, told }: JournalHour): number {
  return told?.isEnded === true ? 0 : Math.max(0, counted - (told?.journalled ?? 0));
}

/**
 * Holds each counter against the one before it. Counted and rolled up are written in one transaction and never differ;
 * what a process tells may be some seconds older than what is counted, and what is counted than what it tells.
 */
function differencesOf(
  parts: readonly HourDocument[],
  { counted, rolled_up }: HourAccount,
  { now, isLagging, elsewhere }: ReadOptions & { elsewhere: Elsewhere },
): { differences: HourDifference[]; isMoving: boolean } {
  const found = { answered: 0, unanswered: 0, lost: 0, twice: 0 };
  let isMoving = false;
  for (const one of journalsOf(parts)) {
    const { told } = one;
    const { answered = 0, journalled = 0 } = told ?? {};
    const isSettled = now - (told?.told?.getTime() ?? 0) > SETTLED_MS;
    const lost = Math.max(0, journalled - one.counted);
    // How much waits on another machine is known there only.
    const mayWait = isLagging || (elsewhere.has(one.journal) && told?.isEnded !== true);
    const isOnItsWay = (lost > 0 && (mayWait || !isSettled)) || (answered !== journalled && !isSettled);
    if (isOnItsWay) isMoving = true;
    else {
      found.lost += lost;
      // What was journalled and counted after the last telling of a process that was killed is there.
      found.answered += Math.max(0, answered - Math.max(journalled, one.counted));
      found.unanswered += Math.max(0, journalled - answered);
    }
    if (told?.isEnded === true) found.twice += Math.max(0, one.counted - journalled);
  }
  const differences: (HourDifference | undefined)[] = [
    difference('answered', 'journalled', found.answered),
    difference('journalled', 'answered', found.unanswered),
    difference('journalled', 'counted', found.lost),
    difference('counted', 'journalled', found.twice),
    difference('counted', 'rolled_up', counted - rolled_up),
    difference('rolled_up', 'counted', rolled_up - counted),
  ];
  return { differences: differences.filter((one) => one !== undefined), isMoving };
}

const difference = (
  more: HourDifference['more'],
  less: HourDifference['less'],
  visits: number,
): HourDifference | undefined => (visits > 0 ? { more, less, visits } : undefined);
