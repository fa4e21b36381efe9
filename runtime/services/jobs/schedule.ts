import type { Agenda } from 'agenda';
import type { Collection } from 'mongoose';
import { INDEX_QUORUM, isDuplicateKey } from '../../storage/index.ts';

import { nextRun, type Repetition } from './next-run.ts';

/** A job that repeats, as a plugin asks for it. */
export interface Schedule extends Repetition {
  name: string;
  data: Record<string, unknown>;
}

/** Agenda's word for a job that there is one of, as there is of each that repeats. */
const SINGLE = { type: 'single' };

/**
 * Holds that there is one of each job that repeats: two processes that put it into the queue at the same time would otherwise make
 * two, which both run for ever. Of those that earlier releases made twice the one that is due first stays.
 */
export async function ensureSchedules(collection: Collection): Promise<void> {
  const make = () =>
    collection.createIndex(
      { name: 1, type: 1 },
      { unique: true, partialFilterExpression: SINGLE, ...INDEX_QUORUM },
    );
  try {
    await make();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const seen = new Set<unknown>();
    for await (const { _id, name } of collection
      .find(SINGLE, { projection: { name: 1 } })
      .sort({ nextRunAt: 1, _id: 1 }))
      if (seen.has(name)) await collection.deleteOne({ _id });
      else seen.add(name);
    await make();
  }
}

/**
 * Puts it into the queue once. One that is there keeps its time, however often the plugin and the server are started:
 * an interval counts from the last run, and what has become due meanwhile is run soon. Another interval or zone is
 * counted from the last run, too.
 */
export async function keepSchedule(
  jobs: Agenda,
  collection: Collection,
  { name, interval, timeZone, data }: Schedule,
): Promise<void> {
  const kept = await collection.findOne({ name, type: 'single' });
  if (kept === null) {
    try {
      await jobs.every(interval, name, data, { skipImmediate: true, timezone: timeZone });
    } catch (error) {
      // Another process was quicker; what it wants is the same.
      if (!isDuplicateKey(error)) throw error;
    }
    return;
  }
  const isSame = kept.repeatInterval === interval && kept.repeatTimezone === timeZone && kept.nextRunAt;
  const last = kept.lastRunAt instanceof Date ? kept.lastRunAt.getTime() : Date.now();
  const repetition = {
    repeatInterval: interval,
    repeatTimezone: timeZone,
    nextRunAt: isSame ? kept.nextRunAt : new Date(nextRun({ interval, timeZone }, last)),
  };
  // Not over one that ran between: its next time is counted from that run.
  await collection.updateOne(
    { _id: kept._id, nextRunAt: kept.nextRunAt ?? null },
    { $set: { ...repetition, data } },
  );
}

/** Takes the schedules of a plugin's jobs out of the queue that `isGone` says of, by the name within the plugin. */
export async function dropSchedules(
  collection: Collection,
  plugin: string,
  isGone: (name: string) => boolean,
): Promise<void> {
  const kept = await collection
    .find({ type: 'single', name: { $regex: `^${plugin}\\.` } }, { projection: { name: 1 } })
    .toArray();
  const gone = kept.filter(({ name }) => isGone(String(name).slice(plugin.length + 1)));
  if (gone.length === 0) return;
  await collection.deleteMany({ _id: { $in: gone.map(({ _id }) => _id) } });
}
