import type { Agenda } from 'agenda';
import type { Collection } from 'mongoose';
import { nextRun, type Repetition } from './next-run.ts';

/** A job that repeats, as a plugin asks for it. */
export interface Schedule extends Repetition {
  name: string;
  data: Record<string, unknown>;
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
    await jobs.every(interval, name, data, { skipImmediate: true, timezone: timeZone });
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
