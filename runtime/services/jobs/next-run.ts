import { type Agenda, Job } from 'agenda';

/** When a job repeats: an interval such as "1 day", or a cron expression, which is read in `timeZone`. */
export interface Repetition {
  interval: string;
  timeZone: string;
}

/**
 * The first run after `last`, milliseconds since 1970 both, as the queue computes it.
 * @throws Error when the interval cannot be read
 */
export function nextRun({ interval, timeZone }: Repetition, last: number): number {
  const job = new Job({ definitions: {} } as unknown as Agenda, {
    name: interval,
    type: 'normal',
    priority: 0,
    data: {},
    nextRunAt: new Date(last),
  });
  const { nextRunAt } = job.repeatEvery(interval, { skipImmediate: true, timezone: timeZone }).attrs;
  if (!(nextRunAt instanceof Date)) throw new Error(`"${interval}" is no interval`);
  return nextRunAt.getTime();
}
