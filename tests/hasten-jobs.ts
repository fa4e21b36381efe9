import type { mongo } from 'mongoose';
import { JOBS } from '../runtime/services/jobs/job-queue.ts';

/**
 * Makes jobs of the product due now, as if their interval were over: a test then waits for what they do, and not for the minute
 * before it. The queue of a running product looks every two seconds.
 * @param names as the queue has them, `<plugin>.<job>`
 */
export async function hastenJobs(database: mongo.Db, names: readonly string[]): Promise<void> {
  const now = new Date();
  // One that runs has no time for the next: it is left alone.
  const waiting = { name: { $in: names }, nextRunAt: { $gt: now } };
  await database.collection(JOBS).updateMany(waiting, { $set: { nextRunAt: now } });
}
